# SPDX-License-Identifier: BSD-3-Clause
"""Sums over a program's operations: what is measured, the intervals, and what is said."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import example
import numpy as np
import pytest
from comops_programs import answer_command, plan, question
from comops_programs.profile import plain_call, profile_write
from comops_programs.program import ProgramOperation, Program, ProgramError, Uncounted
from comops_programs.reporter import AnswerReporter
from comops_programs.schemas import ANSWERS
from comops_programs.screen import answer_json, answer_lines
from comops_programs.sums import Sums
from test_profile import PROFILE

from comops.measure.planning.machine import Machine
from comops.reports.page import build
from comops.results.check import check
from comops.results.keys import CellKey
from comops.results.read import campaign_read
from comops.results.write import ResultsFile

BASE = {"protocol": "library", "series": 0, "ranks": 2, "call": "", "measured": True}


def operation(pattern="allreduce", bytes=8, times=1e6, **members):
    return ProgramOperation(**BASE | {"pattern": pattern, "bytes": bytes, "times": times} | members)


def program(*operations, uncounted=(), **members):
    return Program(**{"name": "./app", "ranks": 2, "path": "mpi", "notes": []} | members,
                   operations=[*operations], uncounted=[*uncounted])


class MadeUpCell(SimpleNamespace):
    __hash__ = object.__hash__


def cell(times_us, path="mpi", protocol="library", pattern="allreduce", bytes=8, numbers=None):
    key = CellKey(pattern=pattern, path=path, protocol=protocol, bytes=bytes, ranks=2)
    return key, MadeUpCell(valid=True, key=key, launch_us=[*times_us], launch_numbers=numbers,
                           time_us=float(np.median(times_us)))


def campaign(*cells, seed=3):
    return SimpleNamespace(cells=dict(cells), record=SimpleNamespace(seed=seed, runtimes={
        "mpi": "MPICH Version: 4.2", "mpi@new": "MPICH Version: 5.0"}))


def test_sizes_that_are_close_are_measured_as_one_at_their_mean():
    merged = plan.merged([operation(bytes=1000, times=30.0, seconds=1.0, call="MPI_Allreduce"),
                          operation(bytes=1104, times=10.0, seconds=0.5, call="MPI_Iallreduce"),
                          operation(bytes=1128, times=1.0), operation("reduce", 1000, 1.0)])
    assert [(row.pattern, row.bytes, row.times, row.seconds) for row in merged] == [
        ("allreduce", 1024, 40, 1.5), ("allreduce", 1128, 1, None), ("reduce", 1000, 1, None)]
    assert merged[0].call == "MPI_Allreduce MPI_Iallreduce"


def test_sizes_are_those_that_a_pattern_can_have():
    assert [row.bytes for row in plan.merged([
        operation(bytes=1), operation("shift", 0), operation("barrier", 5), operation("put", 0)])
    ] == [8, 1, 0, 0]


@pytest.mark.parametrize("seconds, count", [
    ([90, 6, 4], 3), ([90, 6, 4, 0.1, 0.1], 3), ([60, 30, 5, 4, 1], 5), ([100, 0], 1), ([0, 0], 0),
    ([50, 20, 10, 8, 4, 2, 1.5, 1.5, 1, 1, 1], 7), ([], 0)])
def test_the_operations_with_95_percent_of_the_time_are_measured_and_more_if_these_are_few(
        seconds, count):
    assert plan.measured_count(seconds) == count


def test_waiting_is_no_reason_to_measure():
    """An operation takes what it is expected to, and at most what was seen."""
    asked = plan.planned(program(operation(times=10.0, seconds=100.0),
                                 operation("shift", 1 << 20, times=1e6, seconds=1.0)))
    assert [(row.pattern, row.measured) for row in asked.operations] == [
        ("shift", True), ("allreduce", False)]


def test_many_sizes_are_measured_as_fewer_with_a_note():
    asked = plan.planned(program(*(operation("shift", size, 1e9 / size)
                                   for size in (round(8 * 1.15**at) for at in range(90)))))
    assert sum(row.measured for row in asked.operations) <= plan.CELLS_MOST
    assert "because there are many" in asked.notes[0]


def test_many_operations_that_have_nothing_in_common_are_not_all_measured():
    asked = plan.planned(program(*(operation("shift", 8, ranks=ranks) for ranks in range(2, 42))))
    assert sum(row.measured for row in asked.operations) == plan.CELLS_MOST


def test_cells_have_the_implementations_that_are_compared():
    text = plan.cells_text(program(operation(), operation("halo", 64, series=2, protocol="sendrecv",
                                                          measured=False), path="mpi@own"),
                           ["mpi"], ["threads", "mpi"])
    assert text == ("allreduce:8:2:mpi@own/library+mpi/library+mpi/direct+threads/barrier+"
                    "threads/lock+threads/library+threads/direct")


def test_communication_is_calls_times_their_time_and_the_rest_is_waiting():
    sums = Sums(campaign(cell([2.0] * 6), cell([1.0] * 6, "threads", "direct"),
                         cell([4.0] * 6, "threads", "barrier"), cell([3.0] * 6, "threads", "lock"),
                         cell([1.5] * 6, "mpi@new"), cell([0.5] * 6, "mpi", "direct")),
                program(operation(seconds=5.0), seconds=10.0, mpi_seconds=5.5)).answer()
    assert (sums.communication.seconds, sums.waiting) == pytest.approx((2, 3))
    assert {way.name: (way.takes.seconds, way.saves.seconds) for way in sums.ways} == {
        "library": pytest.approx((1.5, 0.5)), "openmp": pytest.approx((3, -1)),
        "threads": pytest.approx((1, 1)), "processes": pytest.approx((0.5, 1.5))}
    assert sums.communication.ci95 == pytest.approx((2, 2))


def test_communication_is_at_most_what_was_seen():
    sums = Sums(campaign(cell([2.0] * 6), cell([1.0] * 6, "threads", "direct")),
                program(operation(seconds=0.5), mpi_seconds=0.5)).answer()
    assert (sums.communication.seconds, sums.waiting) == (0.5, 0)
    assert sums.ways[0].takes.seconds == 0.25


def test_what_is_read_in_place_is_written_again_at_the_price_of_a_put():
    """Unless the data do not stay in the writer's cache."""
    cells = campaign(cell([3.0] * 6), cell([1.0] * 6, "threads", "direct"),
                     cell([5.0] * 6, "threads", "put"), cell([4.5] * 6, "threads", "barrier"),
                     cell([1.5] * 6, "mpi", "direct"))

    def takes(**members):
        answer = Sums(cells, program(operation(**members))).answer()
        return {way.name: round(way.takes.seconds, 6) for way in answer.ways}, answer

    away, _ = takes()
    assert away == {"openmp": 4.5, "threads": 1, "processes": 1.5}
    stays, answer = takes(stays=True)
    assert stays == {"openmp": 4.5, "threads": 5, "processes": 5.5}
    assert "counts 4.00 s more, for writing data again" in "\n".join(
        answer_lines(answer, cells, 500))


def test_data_stay_if_no_buffers_fill_the_cache():
    def stays(*sizes, pattern="shift"):
        asked = program(*(operation(pattern, size, seconds=1.0) for size in sizes))
        return [row.stays for row in plan.planned(asked, 1 << 20).operations]

    assert stays(300000, 80000, 8) == [True, True, False]
    assert stays(600000, 80000, 8) == [False, False, False]
    assert stays(300000, pattern="alltoall") == [False]


def test_operations_that_are_slower_here_than_in_the_program_are_said():
    cells = campaign(cell([3.0] * 6), cell([1.0] * 6, "threads", "direct"))
    answer = Sums(cells, program(operation(seconds=1.5))).answer()
    text = "\n".join(answer_lines(answer, cells, 500))
    assert "the operations take 2.0 times as long as in the program" in text


def test_what_a_path_lacks_counts_as_it_is_up_to_a_fifth():
    def takes(lacking):
        cells = [cell([1.0] * 6), cell([0.5] * 6, "threads", "direct"),
                 cell([1.0] * 6, pattern="reduce")]
        way, = Sums(campaign(*cells), program(operation(times=1e6), operation(
            "reduce", times=lacking))).answer().ways
        assert way.name == "threads"
        return way.takes and way.takes.seconds, way.lacking["reduce"]

    assert takes(2e5) == pytest.approx((0.7, 1 / 6))
    assert takes(1e6) == (None, 0.5)


def test_without_a_fifth_of_the_time_there_is_no_total():
    def refusal(seconds):
        return Sums(campaign(cell([2.0] * 6)), program(
            operation(seconds=3.0), mpi_seconds=3.0 + seconds,
            uncounted=[Uncounted(call="MPI_Scan", times=3.0, seconds=seconds)])).answer().refusal

    assert refusal(0.7) == "" and refusal(0.8) == "21 % of the time in MPI"


@pytest.mark.parametrize("launches, common", [(6, 0.0), (6, 2.0), (12, 1.0), (30, 1.0)])
def test_intervals_of_sums_contain_the_truth(launches, common):
    """Three cells, whose times of a launch have something in common."""
    random = np.random.default_rng(5)
    patterns, times, hits, runs = ("allreduce", "reduce", "broadcast"), (1e6, 5e5, 2e5), 0, 150
    for _ in range(runs):
        shift = common * random.standard_normal(launches)
        sums = Sums(campaign(*(cell(20 + shift + random.standard_normal(launches), pattern=name)
                               for name in patterns)),
                    program(*(operation(name, times=many) for name, many in zip(patterns, times))))
        low, high = sums.answer().communication.ci95
        hits += low <= 20e-6 * sum(times) <= high
    assert hits / runs > 0.92


def test_a_saving_is_surer_than_both_sums_if_launches_shift_both():
    random = np.random.default_rng(7)
    shift = 3 * random.standard_normal(12)
    both = [cell(20 + shift, "mpi"), cell(15 + shift, "threads", "direct")]
    answer = Sums(campaign(*both), program(operation())).answer()
    low, high = answer.communication.ci95
    assert high - low > 2 and answer.ways[0].saves.ci95 == pytest.approx((5, 5))


def test_launches_that_a_cell_has_no_part_in_are_left_out():
    alone = cell([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], numbers=[1, 3, 5, 7, 9, 11])
    other = cell(np.arange(1.0, 13.0), pattern="reduce")
    answer = Sums(campaign(alone, other), program(operation(), operation("reduce"))).answer()
    low, high = answer.communication.ci95
    assert answer.communication.seconds == pytest.approx(10.0) and 2 < low < 10 < high < 18


def test_with_too_few_launches_there_is_no_interval():
    answer = Sums(campaign(cell([2.0] * 5), cell([1.0] * 5, "threads", "direct")),
                  program(operation())).answer()
    assert answer.communication.ci95 is None and answer.ways[0].saves.ci95 is None


def test_the_same_seed_gives_the_same_interval():
    times = np.random.default_rng(1).random(9)
    first, again, other = (Sums(campaign(cell(times), seed=seed), program(
        operation(), operation("reduce"))).answer().communication.ci95 for seed in (1, 1, 2))
    assert first == again and other == pytest.approx(first, rel=0.3)


SCREEN = """\
./app on 2 ranks: 10.0 s, of them 5.50 s in MPI (slowest rank 6.00 s, fastest 5.00 s)
  2.0 s [2.0, 2.0] is communication, as measured here over MPICH 4.2; 3.00 s is waiting for other
    ranks or cold data: no library changes that
  9 % of the time in MPI is in calls that count as they are: MPI_Scan 9 %
If communication were          would take      saved of 10.0 s
  MPICH 5.0 (another library)  1.5 [1.5, 1.5]      0.5 s    5 %
  OpenMP threads               3.0 [3.0, 3.0]     -1.0 s  -10 %
  shared memory in threads     1.0 [1.0, 1.0]      1.0 s   10 %
Where: allreduce 8 100 %
Only communication between ranks is compared: imbalance, computing and the use of memory are taken
    as they were.
"""


def answered():
    cells = campaign(cell([2.0] * 6), cell([1.0] * 6, "threads", "direct"),
                     cell([3.0] * 6, "threads", "barrier"), cell([1.5] * 6, "mpi@new"))
    return cells, Sums(cells, program(
        operation(seconds=5.0), seconds=10.0, mpi_seconds=5.5, slowest=6.0, fastest=5.0,
        uncounted=[Uncounted(call="MPI_Scan", times=1.0, seconds=0.5)])).answer()


def test_the_answer_fits_a_screen():
    cells, answer = answered()
    assert "\n".join(answer_lines(answer, cells, 100)) + "\n" == SCREEN


def test_what_is_lacking_lost_or_not_decided_is_said():
    cells = campaign(cell([2.0] * 6), cell([1.0] * 6, "mpi", "direct"),
                     cell([1.0, 3.0, 2.0, 2.0, 1.0, 3.0], "threads", "direct"),
                     cell([4.0] * 6, pattern="reduce"),
                     cell([4.0] * 6, "threads", "direct", "reduce"))
    asked = program(operation(), operation("reduce"), operation("shift", times=1.0))
    text = "\n".join(answer_lines(Sums(cells, asked).answer(), cells, 120))
    assert re.search(r"memory in processes +- +- +no total: it lacks reduce 67 %\n", text)
    assert re.search(r"memory in threads .* 0 %  not decided\n", text)
    assert "Note: not measured, and counted as they are: shift 8" in text


def test_the_answer_is_json_too():
    cells, answer = answered()
    shown = json.loads(json.dumps(answer_json(answer, cells)))
    assert shown["communication"]["seconds"] == 2 and shown["rest"] == {"MPI_Scan": 0.5}
    assert [way["words"] for way in shown["ways"]] == [
        "MPICH 5.0 (another library)", "OpenMP threads", "shared memory in threads"]


def test_a_results_file_has_the_program(results_file):
    first, *others = example.campaign(("reduce",), ("bus",), (8, 4096))
    asked = program(operation("reduce", 8, ranks=example_ranks(others)))
    read = campaign_read(results_file([first, asked.record, *others]))
    again, = read.further["program"]
    assert again.record == asked.record
    answer = Sums(read, again).answer()
    assert answer.communication.ci95 and {way.name for way in answer.ways} == {"openmp"}


@pytest.mark.parametrize("as_json", [False, True])
def test_a_campaign_ends_with_the_answer(tmp_path, capsys, as_json):
    first, *others = example.campaign(("reduce",), ("bus",), (8, 4096))
    results = ResultsFile.create(str(tmp_path / "x.jsonl"))
    for line in example.lines([first, *others]).splitlines():
        results.append(json.loads(line))
    asked = program(operation("reduce", 8, ranks=example_ranks(others)))
    AnswerReporter(asked, as_json).concluded(results)
    results.close()
    said, read = capsys.readouterr().out, campaign_read(tmp_path / "x.jsonl")
    assert read.is_whole and len(read.further["program"]) == 1
    if as_json:
        assert json.loads(said)["name"] == "./app"
    else:
        assert "./app on 2 ranks" in said and "Page: comops report" in said.replace("\n", " ")
    page = build.page([read])
    assert '<section id="programs">' in page and "OpenMP threads" in page


def example_ranks(records):
    return next(record["ranks"] for record in records if record["record"] == "cell")


def test_ranks_are_where_they_were_bound_and_as_far_apart(monkeypatch):
    monkeypatch.setenv("HWLOC_SYNTHETIC", "pack:2 numa:1 l3:2 core:2 pu:1")
    machine = Machine.load()

    def placed(*cpus):
        return question.placement_of([replace(PROFILE.ranks[0], rank=at, cpus=list(pus))
                                      for at, pus in enumerate(cpus)], machine)

    assert placed([0], [2], [4]) == ("pu:0+2+4", "")
    assert placed([0, 1], [4, 5]) == ("pu:0+4", "")
    assert placed([0, 1], [0, 1])[0] == placed([], [])[0] == "bus"
    where = machine.placement("pu:0+2+4", 3)
    assert question.partners_of(where, machine) == {
        "self": 1, "core": 1, "cache": 1, "numa": 1, "package": 1, "machine": 2}


SILENT = [plain_call("MPI_Wait", 1, 0.0)]
SENT = [plain_call("MPI_Bcast", 9, 1.0, 8, 8)]


@pytest.mark.parametrize("calls, ranks, abi, machine, status, why", [
    (SILENT, 8, "mpich", "", 0, "makes no call of MPI that communicates"),
    (SENT, 9, "mpich", "", 77, "9 ranks need as many cores, and this machine has 8; `comops simul"),
    (SENT, 8, "openmpi", "", 2, "needs a comops of its own"),
    (SENT, 8, "mpich", "a machine", 2, "is from a machine, and this is .*here with --elsewhere")])
def test_what_cannot_be_answered_is_said(tmp_path, monkeypatch, capsys, calls, ranks, abi, machine,
                                         status, why):
    monkeypatch.setenv("HWLOC_SYNTHETIC", "pack:2 numa:1 l3:2 core:2 pu:1")
    file = tmp_path / "profile.json"
    profile_write(file, replace(
        PROFILE, host="", machine=machine, mpi=replace(PROFILE.mpi, abi=abi), calls=calls, other=[],
        ranks=[replace(PROFILE.ranks[0], rank=rank, cpus=[]) for rank in range(ranks)]))
    assert answer_command.main([str(file)]) == status
    said = capsys.readouterr()
    assert re.search(why, said.out + said.err)


@pytest.mark.parametrize("text, why", [
    ("", "line 1 of .* is not JSON"), ("[]", "is not a profile"), ('{"record": "x"}', "profile of"),
    ('{"record": "campaign"}\n{}', "is a results file; its answer: comops show"),
    ("@ mpiP\n", "mpiP's report ends before")])
def test_a_foreign_file_is_refused_with_its_place(tmp_path, text, why):
    (tmp_path / "x").write_text(text)
    with pytest.raises(ProgramError, match=why):
        question.program_read(tmp_path / "x")
    with pytest.raises(ProgramError, match="No such file"):
        question.program_read(tmp_path / "y")


def test_the_schema_describes_the_answer():
    cells, answer = answered()
    check(ANSWERS["comops answer --preset fft --json"], answer_json(answer, cells))
