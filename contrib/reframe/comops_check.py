# SPDX-License-Identifier: BSD-3-Clause
"""COMOPS as a ReFrame check: threads against MPI, all patterns in one job, by placement.

    reframe -c comops_check.py -P placement=bus -S patterns=pingpong,reduce -S budget=10s -r
    reframe -c comops_check.py -P placement=bus --distribute=all -r       # a job on each node

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
NO_MPI = "direct", "cma", "shared"  # protocols of processes that exchange data without MPI's calls


@rfm.simple_test
class comops_check(rfm.RunOnlyRegressionTest):
    placement = parameter(["bus", "crossbar"], type=str, loggable=True)
    patterns = variable(List[str], value=["pingpong", "broadcast", "reduce", "gather", "scatter"])
    sizes = variable(List[int], value=[8, 4096, 800000])  # bytes
    ranks = variable(int, value=2)
    protocols = variable(str, value="barrier,lock,direct,library,sendrecv")
    budget = variable(str, value="2m")  # of one run: all patterns and sizes

    descr = "Threads against MPI on a node"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "comops"
    # comops starts its ranks on this node alone: a launcher must not ask Slurm for more.
    prerun_cmds = ["unset ${!SLURM_@}"]
    postrun_cmds = ["echo exit status $?"]
    keep_files = [RESULTS]
    exclusive_access = True
    reference = {"$ref": "references.yaml"}

    @run_before("run")
    def set_options(self):
        self.executable_opts = [
            "run", "--paths=threads,mpi", f"--patterns={','.join(self.patterns)}",
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
        paired = {(pair["a"]["pattern"], pair["a"]["bytes"]) for pair in self.pairs()}
        return sn.all([
            *(sn.assert_in(cell, paired,
                           f"threads and MPI have no pair of {cell[0]} with {cell[1]} bytes")
              for cell in self.compared()),
            *(sn.assert_true(cell["valid"], f"{cell['path']}/{cell['protocol']} is not valid")
              for cell in self.records("cell")),
        ])

    @run_before("performance")
    def name_performance_variables(self):
        make = sn.make_performance_function
        for pattern, size in self.compared():
            for path in ("threads", "mpi"):
                self.perf_variables[f"{path}_{pattern}_{size}"] = make(self.time, "us", path,
                                                                       pattern, size)
            self.perf_variables[f"ratio_{pattern}_{size}"] = make(self.ratio, RATIO, pattern, size)
        self.perf_variables["lowest_ratio"] = make(self.extreme_ratio, RATIO, min)
        self.perf_variables["highest_ratio"] = make(self.extreme_ratio, RATIO, max)

    def compared(self):
        """Pattern and size of each comparison."""
        return [(pattern, size) for pattern in self.patterns for size in self.sizes]

    def time(self, path, pattern, size):
        """Microseconds of the fastest protocol in threads, or of MPI's own."""
        return self.fastest(path, pattern, size)["time_us"]

    def ratio(self, pattern, size):
        """Time of MPI's fastest protocol over that of the threads', from their pair."""
        fastest = [self.fastest(path, pattern, size)["protocol"] for path in ("threads", "mpi")]
        return next(pair["ratio"] for pair in self.pairs()
                    if (pair["a"]["pattern"], pair["a"]["bytes"]) == (pattern, size)
                    and [pair["a"]["protocol"], pair["b"]["protocol"]] == fastest)

    def extreme_ratio(self, extreme):
        """The lowest (min) or highest (max) ratio of all patterns and sizes."""
        return extreme(self.ratio(*cell) for cell in self.compared())

    def fastest(self, path, pattern, size):
        cells = [cell for cell in self.records("cell")
                 if (cell["path"], cell["pattern"], cell["bytes"]) == (path, pattern, size)
                 and (path == "threads" or cell["protocol"] not in NO_MPI)]
        return min(cells, key=lambda cell: cell["time_us"])

    def pairs(self):
        return [pair for pair in self.records("pair")
                if (pair["a"]["path"], pair["b"]["path"]) == ("threads", "mpi")
                and pair["b"]["protocol"] not in NO_MPI]

    def records(self, kind):
        """Records of the results file."""
        records = map(json.loads, self.text(RESULTS).splitlines())
        return [record for record in records if record["record"] == kind]

    def status(self):
        """Exit status of comops, None if it was killed; not every scheduler tells ReFrame."""
        match = re.search(r"^exit status (\d+)$", self.text(self.stdout), flags=re.M)
        return int(match[1]) if match else None

    def text(self, name):
        return (Path(self.stagedir) / str(name)).read_text(encoding="utf-8")
