# SPDX-License-Identifier: BSD-3-Clause
"""On saved machines (tests/topology/machines) drawings, placements and JSON of `comops machine` are
what they were; so are the cells of `comops run --dry-run`, their order and what is left out."""

import json
from functools import cache
from pathlib import Path

import pytest
from transcript import recorded

from comops.cli.machine import main
from comops.measure.launch.paths import paths_find
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import options_parse
from comops.measure.planning.planner import plan_make
from comops.results.plan import Path as WorkerPath, key_of

MACHINES = Path(__file__).parents[1] / "topology/machines"
# In a plan, before anything has been measured.
KEY_OF_PLANS = ("pattern", "path", "protocol", "ranks", "bytes", "placement", "memory", "buffers",
                "consume", "pages", "skew", "series", "op", "datatype")


@cache
def paths() -> list[WorkerPath]:
    known = [path for path in paths_find() if path.label in ("threads", "mpi")]
    if any(path.missing for path in known):
        pytest.skip("needs a worker of threads and one of MPI")
    return known


@cache
def machine(name: str) -> Machine:
    return Machine.load(str(MACHINES / name))


@pytest.mark.parametrize("name", sorted({plan["machine"] for plan in recorded("plans")}))
def test_a_machine_gets_the_same_plans(name):
    for then in recorded("plans"):
        if then["machine"] != name:
            continue
        options = options_parse(["--dry-run", "--seed", "1", *then["arguments"]])
        plan = plan_make(options, machine(name), paths())
        keys = [key_of(group, candidate, options.method.name) for group in plan.groups
                for candidate in group.candidates]
        now, cells = ([{name: cell[name] for name in KEY_OF_PLANS if name in cell} for cell in rows]
                      for rows in (keys, then["json"]))
        assert now == cells, json.dumps(then["arguments"])
        notes = [line.removeprefix("comops: ") for line in then["stderr"].splitlines()]
        assert plan.notes == notes[:-1], json.dumps(then["arguments"])


@pytest.mark.parametrize("name", sorted({plan["machine"] for plan in recorded("machines")}))
def test_a_machine_is_shown_as_it_was(name, capsys):
    for then in recorded("machines"):
        if then["machine"] != name:
            continue
        words = ["--xml", str(MACHINES / name), *then["arguments"]]
        status = main(words)
        now = capsys.readouterr()
        assert (status, now.out) == (then["status"], then["stdout"])
        assert now.err == then["stderr"]
        assert main([*words, "--json"]) == status
        assert json.loads(capsys.readouterr().out) == then["json"]
