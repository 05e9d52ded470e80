# SPDX-License-Identifier: BSD-3-Clause
"""From options and a machine to cells."""

import pytest
from groups import offer

from comops.common.console import UsageError
from comops.measure.campaign_record import implementations_of
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import selects_consumption
from comops.measure.planning.options import options_parse
from comops.measure.planning.patterns import PATTERNS
from comops.measure.planning.planner import plan_make, sizes_of
from comops.results.plan import Path, Plan, bundle_of, differ_in_placement

THREADS = [offer("barrier", "pingpong"), offer("lock", "pingpong"), offer("barrier", "reduce")]
MPI = [offer("sendrecv", "pingpong"), offer("library", "reduce")]
TWO_CORES, TWO_NODES = "pack:1 l3:1 core:2 pu:1", "pack:2 numa:1 l3:1 core:4 pu:1"
SIBLINGS = "pack:1 l3:1 core:8 pu:2"
PATHS = [Path("threads", "comops-threads", offers=THREADS), Path("mpi", "comops-mpi", offers=MPI)]


@pytest.fixture
def make(monkeypatch):
    def plan(machine: str, *words: str, paths: list[Path] = PATHS) -> Plan:
        monkeypatch.setenv("HWLOC_SYNTHETIC", machine)
        return plan_make(options_parse(list(words)), Machine.load(), paths)

    return plan


def count(plan: Plan, pattern: str, placement: str, ranks: int) -> int:
    return sum((part.pattern.name, part.placement.name, part.ranks) == (pattern, placement, ranks)
               for part in plan.groups)


def test_the_default_takes_the_papers_four_ranks_or_as_many_as_there_are_cores(make):
    assert {group.ranks for group in make(TWO_CORES).groups} == {2}
    assert {group.ranks for group in make(TWO_NODES).groups} == {4}


@pytest.mark.parametrize("machine, words, tables", [
    (TWO_CORES, ["--placements=bus,crossbar"], 2), (TWO_CORES, [], 2), (TWO_NODES, [], 4)])
def test_a_placement_that_was_asked_for_and_the_machine_lacks_is_noted(
        make, machine, words, tables):
    plan = make(machine, "--sizes=8", *words)  # pingpong and reduce
    assert plan.tables == tables and len(plan.notes) == len(words)
    assert all("crossbar" in note for note in plan.notes)


@pytest.mark.parametrize("machine, words, smt, bus, tables", [
    (SIBLINGS, [], 3, 3, 6), ("pack:1 l3:1 core:2 pu:2", [], 3, 3, 4),  # measured anyway
    ("pack:1 l3:1 core:8 pu:1", [], 0, 0, 2),
    # Who says what to measure is not asked.
    (SIBLINGS, ["--placements=bus"], 0, 0, 2), (SIBLINGS, ["--ranks=4"], 0, 0, 2),
    (SIBLINGS, ["--patterns=pingpong"], 0, 0, 1)])
def test_a_machine_with_siblings_is_asked_by_default_whether_they_beat_cores(
        make, machine, words, smt, bus, tables):
    plan = make(machine, "--quick", *words)
    counts = [[count(plan, pattern, *where) for where in (("smt", 2), ("bus", 2))]
              for pattern in ("pingpong", "reduce")]
    assert counts == [[smt, bus]] * 2
    assert (plan.tables, plan.notes) == (tables, [])


def test_tables_that_differ_in_placement_alone_are_adjacent(make):
    plan = make(TWO_NODES, "--sizes=8,64", "--ranks=2,4")
    assert plan.tables == 8  # two patterns, numbers of ranks and placements
    assert [group.table for group in plan.groups] == [at // 2 for at in range(16)]
    assert [group.bundle for group in plan.groups] == [at // 4 for at in range(16)]
    assert [group.placement.name for group in plan.groups] == ["bus", "bus", "crossbar",
                                                               "crossbar"] * 4
    first = plan.groups[0]
    assert any(differ_in_placement(first, plan.groups[at]) for at in (2, 3))
    assert not any(differ_in_placement(first, plan.groups[at]) for at in (1, 4))
    plan = make(TWO_NODES, "--sizes=8", "--patterns=pingpong", "--memory=local,interleave")
    assert [group.bundle for group in plan.groups] == [0, 0, 1, 1]
    assert len(set(map(bundle_of, plan.groups))) == 2


def test_cells_that_differ_in_path_or_protocol_alone_share_a_group(make):
    plan = make(TWO_CORES, "--patterns=pingpong", "--sizes=8")
    assert (len(plan.groups), plan.cells) == (1, 3)
    plan = make(TWO_CORES, "--patterns=pingpong", "--sizes=8", "--protocols=lock,sendrecv")
    assert [(cell.path.label, cell.offer.protocol) for cell in plan.groups[0].candidates] == [
        ("threads", "lock"), ("mpi", "sendrecv")]


def test_cells_that_are_named_are_the_only_ones(make):
    plan = make(TWO_NODES, "--cells=pingpong:7:2:mpi/sendrecv+threads/lock,pingpong:64:4,reduce:8:2"
                ":threads/barrier", "--placements=bus")
    assert {(group.pattern.name, group.bytes, group.ranks): [
        f"{cell.path.label}/{cell.offer.protocol}" for cell in group.candidates]
        for group in plan.groups} == {
            ("pingpong", 7, 2): ["threads/lock", "mpi/sendrecv"], ("reduce", 8, 2):
            ["threads/barrier"],
            ("pingpong", 64, 4): ["threads/barrier", "threads/lock", "mpi/sendrecv"]}
    series = make(TWO_NODES, "--cells=message_rate/2:8:4,message_rate/1:64:4",
                  "--placements=bus", paths=[
        Path("mpi", "comops-mpi", offers=[offer("sendrecv", "message_rate")])])
    assert [(group.series, group.bytes) for group in series.groups] == [(1, 64), (2, 8)]
    with pytest.raises(UsageError, match="no implementation `mpi/sendrec`; did you mean"):
        make(TWO_NODES, "--cells=pingpong:8:2:mpi/sendrec")


def test_the_implementations_of_a_plan_are_those_that_are_measured(make):
    rows = implementations_of(make(TWO_CORES, "--patterns=pingpong"), PATHS)
    assert [(row["path"], row["protocol"]) for row in rows] == [
        ("threads", "barrier"), ("threads", "lock"), ("mpi", "sendrecv")]


def test_a_seed_gives_the_same_order_again_and_another_seed_another(make):
    orders = [[group.bytes for group in make(TWO_CORES, f"--seed={seed}").groups]
              for seed in (5, 5, 6)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2]) and len(orders[0]) == 16


def test_sizes_that_are_no_whole_elements_are_left_out_of_a_reduction(make):
    plan = make(TWO_CORES, "--sizes=7,8", "--patterns=reduce")
    assert [group.bytes for group in plan.groups] == [8]
    assert plan.notes == ["reduce of 7 bytes is left out: size must be a multiple of 8 bytes"]


def test_buffers_that_do_not_fit_into_memory_are_left_out(make):
    plan = make(TWO_NODES, "--ranks=4096", "--oversubscribe", "--sizes=8,2047M",
                "--patterns=pingpong,reduce")
    assert {(group.pattern.name, group.bytes) for group in plan.groups} >= {("pingpong", 8)}
    assert any(note.startswith("reduce of 2146435072 bytes is left out: it needs ")
               for note in plan.notes)


def test_what_exists_on_no_path_that_is_named_is_refused(make):
    with pytest.raises(UsageError, match="exists over mpi, not over threads"):
        make(TWO_CORES, "--paths=threads", "--protocols=sendrecv")
    plan = make(TWO_CORES, "--paths=threads", "--protocols=sendrecv,barrier", "--sizes=8")
    assert plan.notes == ["protocol `sendrecv` exists over mpi, not over threads"]


def test_a_missing_path_is_noted_if_it_was_to_be_measured(make):
    paths = [*PATHS, Path("shmem", missing="it is not installed")]
    assert make(TWO_CORES, "--sizes=8", paths=paths).notes == []
    assert make(TWO_CORES, "--sizes=8", "--paths=all", paths=paths).notes == [
        "path shmem: it is not installed"]


def test_cold_buffers_need_a_known_cache(make):
    plan = make("pack:1 core:2 pu:1", "--buffers=cold", "--sizes=8", "--patterns=pingpong")
    assert not plan.groups and "cold" in plan.notes[0]
    plan = make("pack:1 l3:1(size=1048576) core:2 pu:1", "--buffers=cold", "--sizes=8",
                "--patterns=pingpong")
    assert [group.buffers for group in plan.groups] == ["cold"]


def test_data_are_used_in_time_unless_asked_otherwise_or_measured_as_published(make):
    for words, uses in (((), ["timed"]), (("--method=imb",), ["no"]),
                        (("--consume=no,timed",), ["no", "timed"])):
        plan = make(TWO_CORES, "--sizes=8", "--patterns=pingpong", *words)
        assert [group.consume for group in plan.groups] == uses


def test_data_that_do_not_move_or_arrive_unseen_cannot_be_used_in_time():
    options = options_parse(["--consume=timed"])
    uses = {name: [use for use in ("no", "between", "timed")
                   if selects_consumption(options, PATTERNS[name], use)]
            for name in ("put", "barrier", "pingpong")}
    assert uses == {"put": ["between"], "barrier": ["no"], "pingpong": ["timed"]}


def test_neighbours_of_sizes_are_positive_and_below_2g():
    options = options_parse(["--sizes=2,64,2047M", "--perturb=3"])
    sizes = sizes_of(options, PATTERNS["pingpong"], 2, 0)
    most = 2047 << 20
    assert sizes == [2, 5, 61, 64, 67, most - 3, most, most + 3]
    assert sizes_of(options, PATTERNS["barrier"], 2, 0) == [0]
    swap = sizes_of(options_parse(["--quick"]), PATTERNS["swap"], 2, 8192)
    assert swap == [8, 512, 8192]  # the least, the middle and the greatest of its own


def test_memory_on_the_same_nodes_is_measured_once_and_it_is_said(make):
    words = "--sizes=8", "--patterns=pingpong", "--ranks=2"
    plan = make(TWO_CORES, *words, "--memory=local,peer,node:0")
    assert {group.pages.name for group in plan.groups} == {"local"}
    assert plan.notes == [f"memory {name} equals local for 2 ranks on placement bus: measured once"
                          for name in ("peer", "node:0")]
    plan = make(TWO_NODES, *words, "--memory=local,peer", "--placements=crossbar")
    assert ([group.pages.name for group in plan.groups], plan.notes) == (["local", "peer"], [])
