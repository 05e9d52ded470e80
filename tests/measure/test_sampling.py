# SPDX-License-Identifier: BSD-3-Clause
"""How runs of a given length are measured by each method, and how time stamps of a worker that is
none become samples. Times are nanoseconds."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from comops.measure.block.groups import Sampled
from comops.measure.block.sampling import (block_stamps, disturbances_collect, empty_runs_of,
                                           first_lead, next_lead, prescribe, reading_us,
                                           samples_collect, warmups_of)
from comops.measure.cell_record import disturbances_record
from comops.measure.launch.seen import TeamStamps
from comops.results.methods import DEFAULT, Method, methods
from comops.statistics.cells import Cell, Disturbances
from comops.statistics.times import halves_us

CLOCK = 10.0, 20.0  # step and cost of a reading, ns
LEAD_FIRST, LEAD_MOST = 1000, 1000000
MOST, LATEST = 320, 200
START, STEP = 10**15, 10000  # of the first stamp, and to the next
TRIALS = Sampled(Cell({}, DEFAULT), None)
BLOCKS = replace(TRIALS, block_is_sample=True)
ADAPTIVE = replace(BLOCKS, less_empty=True)


def pattern(closed: bool = False, isolated: bool = False, messages: int = 1,
            synchronises: bool = False) -> SimpleNamespace:
    return SimpleNamespace(closed=closed, isolated=isolated, messages=messages,
                           synchronises=synchronises)


CLOSED, OPEN = pattern(closed=True), pattern()


def of(method: str | Method, kind: SimpleNamespace, run_ns: float, prepared: bool = False,
       fastest_ns: float | None = None, size: int = 8, flushed: bool = False) -> Sampled:
    how = methods()[method] if isinstance(method, str) else method
    sampled = Sampled(Cell({}, how), None, run_ns=run_ns)
    group = SimpleNamespace(
        pattern=kind, bytes=size, skew_us=0, consume="no", buffers="cold" if flushed else
        "rewrite" if prepared else "reuse", placement=SimpleNamespace(oversubscribed=False))
    prescribe(sampled, group, CLOCK, fastest_ns or run_ns)
    return sampled


def stamps_of(sampled: Sampled, block_ns: float, stamp_ns: float) -> int:
    return block_stamps(replace(sampled, run_ns=0.0, around_ns=stamp_ns), block_ns)


@pytest.mark.parametrize(("method", "kind", "run_ns", "more", "looped"), [
    ("adaptive", CLOSED, 200, {}, True), ("adaptive", CLOSED, 700, {}, False),
    ("adaptive", CLOSED, 5000, {"fastest_ns": 200}, True),  # as its pair
    ("adaptive", OPEN, 200, {}, False),
    ("adaptive", CLOSED, 200, {"prepared": True}, False),  # it would time what prepares
    ("comops", OPEN, 1e9, {"prepared": True, "fastest_ns": 200}, True)])
def test_short_runs_that_cannot_overlap_are_looped_and_all_others_isolated(
        method, kind, run_ns, more, looped):
    assert of(method, kind, run_ns, **more).loop == looped


def test_a_loop_lasts_long_enough_for_the_clock_and_stamps_of_single_runs_are_not_averaged():
    loop, isolated = of("adaptive", CLOSED, 200), of("adaptive", OPEN, 200)
    assert loop.cell.runs * 200 >= 500 * 30
    assert not loop.block_is_sample
    assert (isolated.cell.runs, isolated.block_is_sample) == (1, True)
    assert [empty_runs_of(*how) for how in ((isolated, 256), (isolated, 1), (loop, 10))] == [
        64, 8, 0]
    assert of("comops", CLOSED, 1e6).cell.runs == 10


def test_a_block_of_short_runs_has_many_stamps_and_none_lasts_longer_than_its_time():
    isolated = of("adaptive", OPEN, 200)
    blocks = ((2e7, 300), (2e7, 25000), (5e5, 1e5), (5e5, 1e9))
    assert [stamps_of(isolated, *ns) for ns in blocks] == [1024, 60, 5, 1]
    assert stamps_of(of("adaptive", CLOSED, 200), 2e7, 300) == 10


def test_caches_are_filled_again_before_a_block_unless_that_takes_long():
    assert [warmups_of(ns) for ns in (100, 1e5, 1e6, 2.5e6, 1e9)] == [500, 2, 2, 1, 1]


def test_a_lead_is_long_for_long_runs_grows_with_late_starts_and_shrinks_without():
    assert [first_lead(ns) for ns in (80, 4e5, 1e12)] == [LEAD_FIRST, 4000, LEAD_MOST]
    assert [next_lead(*how) for how in (
        (1000, 100, 0), (1000, 100, 50), (4000, 100, 3), (4000, 100, 30), (LEAD_MOST, 10, 10),
        (1000, 1, 1), (2000, 1, 0))] == [  # a block of one long run shows nothing of a shorter lead
        1000, 2000, 2000, 4000, LEAD_MOST, 2000, 2000]


def test_the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run():
    cells = [of("imb", form, 200) for form in (
        pattern(messages=2), pattern(synchronises=True), OPEN, pattern(isolated=True))]
    assert [shape.loop for shape in cells] == [True, True, False, False]
    assert [(part.barrier_each, part.cell.runs) for part in cells[2:]] == [(True, 1000), (False, 1)]
    assert (methods()["imb"].buffers, methods()["comops"].buffers) == ("reuse", "reuse")


@pytest.mark.parametrize(("size", "run_ns", "runs", "warmups"), [
    (0, 200, 1000, 1101), (8, 200, 1000, 1101), (65536, 1e4, 640, 705), (1 << 20, 6e4, 40, 45),
    (4 << 20, 1e6, 10, 12), (64 << 20, 1e7, 1, 3), (8, 2e7, 5, 7), (8, 1e9, 1, 3)])
def test_the_method_of_imb_runs_and_warms_up_as_often_as_imb_but_no_block_takes_long(
        size, run_ns, runs, warmups):
    for kind in (pattern(messages=2), OPEN):
        cell = of("imb", kind, run_ns, size=size)
        assert (cell.cell.runs, cell.warmups) == (runs, warmups)
        assert stamps_of(cell, 1e6, runs * run_ns) == 1


TRIED = Method("tried", "", "cold", rounds=4, block_samples=2500, own_clocks=True,
               within_budget=True)


def test_flushed_trials_are_as_many_as_fit_but_at_least_five_a_block():
    assert stamps_of(of(TRIED, CLOSED, 200), 1e9, 1e8) == 2500  # not flushed: all of them
    flushed = of(TRIED, CLOSED, 200, flushed=True)
    assert [stamps_of(flushed, 1e9, ns) for ns in (1e7, 8e8, 1e3)] == [100, 5, 2500]


@pytest.mark.parametrize("unprepared", [False, True])
def test_with_own_clocks_each_rank_times_itself_after_a_barrier_and_each_trial_counts(unprepared):
    """Nothing precedes the first run, or is taken off."""
    cell = of(replace(TRIED, unprepared=unprepared), CLOSED, 200, prepared=True)
    assert stamps_of(cell, 1e6, 1e9) == 2500
    assert (cell.barrier_each, cell.unprepared) == (True, unprepared)
    assert (cell.warmups, cell.cell.runs) == (0, 1)
    assert not (cell.loop or cell.less_empty or cell.block_is_sample)


EMPTY = {at: ((0, 25), (0, 55)) for at in range(8)}  # 40 ns on average of the ranks


def collected(stamps: dict, sampled: Sampled, count: int, messages: int = 1) -> Cell:
    """`stamps`: by index when each of two ranks began and ended after the start; an end of 0: it
    was late."""
    starts, cell = START + STEP * np.arange(MOST), Cell({}, DEFAULT)
    arena = np.zeros((2, MOST, 2), "i8")
    for index, ranks in stamps.items():
        for rank, (began, ended) in enumerate(ranks):
            arena[rank, index] = starts[index] + began, starts[index] + ended if ended else 0
    empty_runs = empty_runs_of(sampled, count)
    times = TeamStamps(starts, arena).times(empty_runs, empty_runs + count, sampled.less_empty,
                                            LATEST)
    samples_collect(cell, times, sampled, count, messages)
    return cell


@pytest.mark.parametrize(("stamps", "how", "expected"), [
    # A stamp lasts from the start to the last rank, and is void if a rank was late,
    ({0: ((0, 100), (0, 300)), 1: ((0, 500), (0, 200)), 2: ((0, 100), (0, 0))}, (TRIALS, 3),
     {"samples": [300, 500], "voided": 1, "blocks": [2], "empty_us": [0], "stamps": []}),
    # also if another rank ended before the late one began.
    ({0: ((0, -5_000_000), (0, 300))}, (TRIALS, 1), {"samples": [300]}),
    # A block is the midmean of its stamps, and keeps them all; one was interrupted.
    ({0: ((0, 100), (0, 100)), 1: ((0, 101), (0, 90)), 2: ((0, 90), (0, 5000)),
      3: ((0, 96), (0, 90))}, (BLOCKS, 4),
     {"samples": [100.5], "stamps": [100, 101, 5000, 96], "stamp_blocks": [4]}),
    # What an empty run takes is taken off; one was late, one was disturbed.
    *((EMPTY | {2: ((0, 25), (0, 0)), 5: ((0, 3000), (0, 55)), 8: ((0, 100), (0, 240))},
       (ADAPTIVE, 1, messages), {"empty_us": [40], "samples": [time], "stamps": [time],
                                 "voided": 0, "floored": 0})
      for messages, time in ((1, 200), (2, 100))),
    # So is by how much the ranks left the start late.
    ({at: ((10, 35), (10, 65)) for at in range(8)} | {8: ((4, 240), (16, 250))}, (ADAPTIVE, 1),
     {"empty_us": [40], "stamps": [250 - 10 - 40]}),
    # A rank that was interrupted at the start voids the stamp.
    (EMPTY | {8: ((0, 240), (0, 240)), 9: ((LATEST + 1, 500), (0, 500))}, (ADAPTIVE, 2),
     {"stamp_blocks": [1], "voided": 1}),
    # Less than can be told apart is not claimed, and counted.
    (EMPTY | {8: ((0, 38), (0, 39))}, (ADAPTIVE, 1),
     {"samples": [4], "stamps": [-1], "floored": 1}),
    # Without an empty run in time a block is void.
    ({at: ((0, 40), (0, 0)) for at in range(8)} | {8: ((0, 100), (0, 100))}, (ADAPTIVE, 1),
     {"samples": [], "stamps": [], "voided": 1, "blocks": [0]})])
def test_stamps_become_samples(stamps, how, expected):
    cell = collected(stamps, *how)
    for name, value in expected.items():
        values = getattr(cell, name)
        if name in ("samples", "stamps", "empty_us"):
            values = [us * 1e3 for us in values]
        assert values == pytest.approx(value, abs=1e-9), name


def test_a_block_has_the_midmeans_of_its_halves():
    ends = (100, 101, 5000, 96)
    cell = collected({at: ((0, end), (0, 90)) for at, end in enumerate(ends)}, BLOCKS, 4)
    assert halves_us(cell) == [pytest.approx([0.1005, 2.548])]


def test_a_block_of_runs_that_vary_resolves_a_part_of_the_clocks_step():
    """A clock of coarse steps; the time of day is `phase` later than a whole step."""
    stamps, empty = {}, 64
    for index in range(MOST):
        phase, took = index % 10, (23 if index < empty else 23 + 54) + index // 10 * 3 % 9 - 4
        stamps[index] = ((phase // 10 * 10, (took + phase) // 10 * 10),) * 2
    cell = collected(stamps, ADAPTIVE, MOST - empty)
    assert abs(cell.samples[0] * 1e3 - 54) < 4


def test_ranks_read_at_the_same_time_unless_one_answers_the_other():
    reading = [100.0, 140.0]
    assert reading_us(reading, SimpleNamespace(messages=1, answers=False)) == 0.14
    assert reading_us(reading, SimpleNamespace(messages=2, answers=True)) == 0.12


def test_a_block_has_what_its_worst_rank_has_and_the_record_block_rank_and_amount():
    """Ten runs on two ranks each; the kernel says nothing of stolen time."""
    seen = Disturbances()
    for watched, waited, faults in (([100, 90], (0, 2.5), (0, 7)), ([50, 60], (0, 0), (0, 20))):
        counted = [[waited[rank], math.nan, 0, 0, faults[rank]] for rank in range(2)]
        disturbances_collect(seen, watched, counted, 10)
    assert (seen.watched_us, seen.lost_us, seen.faults_per_run) == ([100, 60], [2.5, 0], [0.7, 2])
    assert disturbances_record(seen) == {
        "watched_us": 160, "waited_us": [[0, 1, 2.5]], "stolen_us": None,
        "involuntary_switches": [], "migrations": [], "page_faults": [[0, 1, 7], [1, 1, 20]]}
