# SPDX-License-Identifier: BSD-3-Clause
"""Whatever the options of `comops run` are, they become a plan or are refused: no traceback.

Searched as searching.py says.
"""

import json
import os

from searching import corpus, main, searched

from comops.common.console import UsageError
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import BUFFERS, CONSUMPTIONS, DATATYPES, OPERATIONS, PAGE_SIZES
from comops.measure.planning.options import TABLE, options_parse_recorded
from comops.measure.planning.patterns import PATTERNS, cell_facts
from comops.measure.planning.planner import plan_make
from hypothesis import given, strategies as st
from comops.reports.terminal.reporter import plan_lines
from comops.results.methods import methods
from comops.results.plan import Offer, Path as WorkerPath

os.environ["HWLOC_SYNTHETIC"] = "pack:2 numa:1 l3:1 core:4 pu:2"
OFFERS = {"threads": [("barrier", "pingpong"), ("direct", "distant"), ("direct", "broadcast"),
                      ("barrier", "reduce"), ("(0,1)", "swap"), ("direct", "put")],
          "mpi": [("sendrecv", "pingpong"), ("library", "reduce"), ("library", "barrier")]}
PATHS = [WorkerPath(label, f"comops-{label}", offers=[
    Offer(protocol, pattern, "", f"{protocol}/{pattern}.c") for protocol, pattern in names])
    for label, names in OFFERS.items()]
MACHINE = Machine.load()
NUMBERS = ["0", "1", "2", "7", "8", "16", "4096", "4097", "1K", "8:64", "2:1", "1T", "2047M", "3.5",
           "1e400", "-1", "+1", " 1", "0x10", "010", "18446744073709551617", "9" * 5000, "90s",
           "2m", "nan", "inf", "1000001h"]
NAMES = {"patterns": PATTERNS, "paths": OFFERS, "protocols": ["barrier", "direct", "(0,1)", "get"],
         "placements": ["bus", "crossbar", "smt", "distance:1", "distance:9", "pu:0+3-5", "pu:0;2",
                        "core:0-3", "numa:1.core:all", "numa:4294967296"],
         "memory": ["local", "peer", "root", "interleave", "node:0", "node:9", "kind:hbm"],
         "method": methods(), "buffers": BUFFERS, "consume": CONSUMPTIONS, "pages": PAGE_SIZES,
         "op": OPERATIONS, "datatype": DATATYPES}
TEXTS = st.sampled_from([*NUMBERS, "all", "", ",", "a=/usr", "\x1b[2J", "\u202e", "\udcff", "é"])


@st.composite
def words(draw):
    """A few options, most of them with values that they may have."""
    line = []
    for _ in range(draw(st.integers(0, 6))):
        option = draw(st.sampled_from(TABLE))
        if not option.metavar:
            line.append(f"--{option.name}")
            continue
        known = st.sampled_from([*NAMES[option.name], "all"]) if option.name in NAMES else TEXTS
        names = draw(st.lists(known, min_size=1, max_size=3))
        value = ",".join(names) if draw(st.integers(0, 9)) else draw(TEXTS | st.text(max_size=9))
        line += [f"--{option.name}", value] if draw(st.booleans()) else [f"--{option.name}={value}"]
    return line


def check_order(groups):
    """Tables differ only in bytes, are adjacent, and so are the tables of a bundle."""
    tables, bundles = ([getattr(group, name) for group in groups] for name in ("table", "bundle"))
    assert tables == sorted(tables) and set(tables) == set(range(len(set(tables))))
    assert bundles == sorted(bundles) and set(bundles) == set(range(len(set(bundles))))
    keys = {(group.table, group.bytes) for group in groups}
    assert len(keys) == len(groups)


@searched
@given(words())
@corpus(*map(str.split, (
    "--patterns=all --paths=threads,mpi --protocols=barrier,sendrecv,library --placements=bus,"
    "crossbar,distance:1 --memory=local,node:0 --ranks=2,4 --sizes=8:4K --perturb=3 --op=max,sum "
    "--datatype=double,float --buffers=reuse,cold --seed=0x12",
    "--sizes=1:2047M --perturb=1 --patterns=all --buffers=reuse,rewrite,cold",
    "-p pingpong -s 8,1K,4M -n 2 --method=imb",
    "--launches=4294967302 --seed=99999999999999999999999 --budget=1e400 --ranks=4294967298",
    "--pages=thp --mpi=a=/usr,b=/opt --counters=L3 --mpiexec=mpirun",
    "--placements=cores:0-1,bus,pus:0;2,distance:9,numa:1",
    "--budget=1h --timeout=2.5m --precision=0.5 --launches=7 --oversubscribe -n9")))
def test_any_options_are_planned_or_refused(line):
    try:
        options = options_parse_recorded(line)
        plan = plan_make(options, MACHINE, PATHS)
    except UsageError as refusal:
        assert all(map(str.strip, refusal.args))
        return
    check_order(plan.groups)
    for group in plan.groups:
        assert group.candidates and not cell_facts(group).refusal
        assert len(group.placement.pus) == len(group.pages.nodes) == group.ranks
    assert len(plan_lines(plan, False)) == plan.cells
    for text in plan_lines(plan, True):
        assert json.loads(text)["path"] in OFFERS


if __name__ == "__main__":
    main(__file__)
