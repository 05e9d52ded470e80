# SPDX-License-Identifier: BSD-3-Clause
"""COMOPS as a ReFrame check: threads against MPI on one node, by pattern and placement.

    reframe -c comops_check.py -P pattern=pingpong -P placement=bus -S budget=10s -r

Needs ReFrame 4.10 or later and `comops` in PATH, or `-S executable=FILE`. Passes if comops succeeds
and every cell is valid; skipped, with comops' reason, if this machine does not offer the placement.
References of the ratios are in references.yaml (../README.md).
"""

import json
import re
from pathlib import Path

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.backends import getlauncher
from reframe.core.builtins import parameter, run_after, run_before, sanity_function, variable
from reframe.utility.typecheck import List

RESULTS = "results.jsonl"
WELL, CANNOT_RUN_HERE = 0, 77
RATIO = "mpi/threads"


@rfm.simple_test
class comops_check(rfm.RunOnlyRegressionTest):
    pattern = parameter(["pingpong", "broadcast", "reduce", "gather", "scatter"], type=str,
                        loggable=True)
    placement = parameter(["bus", "crossbar"], type=str, loggable=True)
    sizes = variable(List[int], value=[8, 4096, 800000])  # bytes
    ranks = variable(int, value=2)
    protocols = variable(str, value="barrier,lock,direct,library,sendrecv")
    budget = variable(str, value="30s")  # of one run: one pattern, all sizes

    descr = "Threads against MPI on one node"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "comops"
    postrun_cmds = ["echo exit status $?"]
    keep_files = [RESULTS]
    exclusive_access = True
    reference = {"$ref": "references.yaml"}

    @run_before("run")
    def set_options(self):
        self.executable_opts = [
            "run", "--paths=threads,mpi", f"--patterns={self.pattern}",
            f"--protocols={self.protocols}", f"--placements={self.placement}",
            f"--ranks={self.ranks}", f"--sizes={','.join(map(str, self.sizes))}",
            f"--budget={self.budget}", f"--output={RESULTS}",
        ]
        self.job.launcher = getlauncher("local")()  # comops starts mpiexec itself

    @run_after("run")
    def skip_what_this_machine_cannot_offer(self):
        if not self.is_dry_run() and self.status() == CANNOT_RUN_HERE:
            self.skip(self.text(self.stderr).strip())

    @sanity_function
    def every_cell_is_valid(self):
        if self.status() != WELL:
            return sn.assert_true(False, f"exit status {self.status()}: {self.text(self.stderr)}")
        paired = {pair["a"]["bytes"] for pair in self.pairs()}
        return sn.all([
            *(sn.assert_in(size, paired, f"threads and MPI have no pair with {size} bytes")
              for size in self.sizes),
            *(sn.assert_true(cell["valid"], f"{cell['path']}/{cell['protocol']} is not valid")
              for cell in self.records("cell")),
        ])

    @run_before("performance")
    def name_performance_variables(self):
        make = sn.make_performance_function
        for size in self.sizes:
            for path in ("threads", "mpi"):
                self.perf_variables[f"{path}_{size}"] = make(self.time, "us", path, size)
            self.perf_variables[f"ratio_{size}"] = make(self.ratio, RATIO, size)
        self.perf_variables["lowest_ratio"] = make(self.extreme_ratio, RATIO, min)
        self.perf_variables["highest_ratio"] = make(self.extreme_ratio, RATIO, max)

    def time(self, path, size):
        """Microseconds of the path's fastest protocol."""
        return self.fastest(path, size)["time_us"]

    def ratio(self, size):
        """Time of MPI's fastest protocol over that of threads', from their pair."""
        fastest = [self.fastest(path, size)["protocol"] for path in ("threads", "mpi")]
        return next(pair["ratio"] for pair in self.pairs() if pair["a"]["bytes"] == size
                    and [pair["a"]["protocol"], pair["b"]["protocol"]] == fastest)

    def extreme_ratio(self, extreme):
        """The lowest (min) or highest (max) ratio of all sizes."""
        return extreme(self.ratio(size) for size in self.sizes)

    def fastest(self, path, size):
        cells = [c for c in self.records("cell") if c["path"] == path and c["bytes"] == size]
        return min(cells, key=lambda cell: cell["time_us"])

    def pairs(self):
        return [pair for pair in self.records("pair")
                if (pair["a"]["path"], pair["b"]["path"]) == ("threads", "mpi")]

    def records(self, kind):
        """Records of the results file."""
        records = map(json.loads, self.text(RESULTS).splitlines())
        return [record for record in records if record["record"] == kind]

    def status(self):
        """Exit status of comops, None if it was killed; not every scheduler tells ReFrame."""
        found = re.search(r"^exit status (\d+)$", self.text(self.stdout), flags=re.M)
        return int(found[1]) if found else None

    def text(self, name):
        return (Path(self.stagedir) / str(name)).read_text(encoding="utf-8")
