# SPDX-License-Identifier: BSD-3-Clause
"""How runs of a given length are measured by each method, and how time stamps of a worker that is
none become samples. Times are nanoseconds."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.cells import Cell, Disturbances
from campaign.cell_record import disturbances_record
from campaign.launch.seen import Stamps
from campaign.planning.methods import DEFAULT, METHODS
from campaign.sampling import (
    Sampling, disturbances_collect, first_lead, next_lead, reading_us, samples_collect,
    sampling_of, warmups_of,
)

CLOCK = 10.0, 20.0  # step and cost of a reading, ns
LEAD_FIRST, LEAD_MOST = 1000, 1000000
MOST, LATEST = 320, 200
START, STEP = 10**15, 10000  # of the first stamp, and to the next
TRIALS, BLOCKS = Sampling(), Sampling(block_is_sample=True)
ADAPTIVE = Sampling(block_is_sample=True, less_empty=True)


def pattern(closed: bool = False, isolated: bool = False, messages: int = 1,
            synchronises: bool = False) -> SimpleNamespace:
    return SimpleNamespace(closed=closed, isolated=isolated, messages=messages,
                           synchronises=synchronises)


CLOSED, OPEN = pattern(closed=True), pattern()


def of(method: str, one: SimpleNamespace, run_ns: float, prepared: bool = False,
       fastest_ns: float | None = None) -> Sampling:
    return sampling_of(CLOCK, METHODS[method], one, prepared, run_ns, fastest_ns or run_ns)


def test_short_runs_that_cannot_overlap_are_looped_and_all_others_isolated() -> None:
    assert of("adaptive", CLOSED, 200).loop
    assert not of("adaptive", CLOSED, 700).loop
    assert of("adaptive", CLOSED, 5000, fastest_ns=200).loop  # as its pair
    assert not of("adaptive", OPEN, 200).loop
    # It would time what prepares.
    assert not of("adaptive", CLOSED, 200, prepared=True).loop
    assert of("comops", OPEN, 1e9, prepared=True, fastest_ns=200).loop


def test_a_loop_lasts_long_enough_for_the_clock_and_stamps_of_single_runs_are_not_averaged(
        ) -> None:
    loop, isolated = of("adaptive", CLOSED, 200), of("adaptive", OPEN, 200)
    assert loop.runs * 200 >= 500 * 30
    assert not loop.block_is_sample
    assert (isolated.runs, isolated.block_is_sample) == (1, True)
    assert (isolated.empty_runs(256), isolated.empty_runs(1), loop.empty_runs(10)) == (64, 8, 0)
    assert of("comops", CLOSED, 1e6).runs == 10


def test_a_block_of_short_runs_has_many_stamps_and_none_lasts_longer_than_its_time() -> None:
    isolated = of("adaptive", OPEN, 200)
    assert isolated.block_stamps(2e7, 300) == 256
    assert isolated.block_stamps(2e7, 25000) == 20  # of the 0.5 ms of a block of short runs
    assert isolated.block_stamps(5e5, 1e5) == 5
    assert isolated.block_stamps(5e5, 1e9) == 1
    assert of("adaptive", CLOSED, 200).block_stamps(2e7, 300) == 10


def test_caches_are_filled_again_before_a_block_unless_that_takes_long() -> None:
    assert [warmups_of(ns) for ns in (100, 1e5, 1e6, 2.5e6, 1e9)] == [500, 4, 4, 2, 1]


def test_a_long_run_begins_with_a_longer_lead() -> None:
    assert [first_lead(ns) for ns in (80, 4e5, 1e12)] == [LEAD_FIRST, 4000, LEAD_MOST]


def test_a_lead_grows_where_most_starts_were_late_and_shrinks_where_few_were() -> None:
    assert (next_lead(1000, 100, 0), next_lead(1000, 100, 50)) == (1000, 2000)
    assert (next_lead(4000, 100, 3), next_lead(4000, 100, 30)) == (2000, 4000)
    assert next_lead(1000, 1, 1) == 2000  # a block of one long run
    assert next_lead(2000, 1, 0) == 2000  # which shows nothing of a shorter lead
    assert next_lead(LEAD_MOST, 10, 10) == LEAD_MOST


def test_the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run() -> None:
    assert of("imb", pattern(messages=2), 200).loop
    assert of("imb", pattern(synchronises=True), 200).loop
    apart, isolated = of("imb", OPEN, 200), of("imb", pattern(isolated=True), 200)
    assert (apart.loop, apart.barrier_each, apart.runs) == (False, True, 10000)
    assert (isolated.loop, isolated.barrier_each, isolated.runs) == (False, False, 1)
    assert (METHODS["imb"].buffers, METHODS["comops"].buffers) == ("reuse", "reuse")


def test_flushed_trials_of_the_thesis_are_as_many_as_fit_but_at_least_five_a_block() -> None:
    thesis = of("thesis", CLOSED, 200)
    assert METHODS["thesis"].buffers == "cold"
    assert (METHODS["thesis"].within_budget, METHODS["luecke"].within_budget) == (True, False)
    assert thesis.block_stamps(1e9, 1e8) == 2500  # not flushed: all of them
    thesis.within_budget = True
    assert [thesis.block_stamps(1e9, ns) for ns in (1e7, 8e8, 1e3)] == [100, 5, 2500]


def test_the_published_methods_take_their_published_number_of_trials() -> None:
    luecke = of("luecke", CLOSED, 200, prepared=True)
    thesis = of("thesis", CLOSED, 200)
    assert luecke.block_samples * METHODS["luecke"].rounds == 51
    assert thesis.block_samples * METHODS["thesis"].rounds == 10000
    # Nothing is taken off what was published, and each trial counts.
    assert not any((luecke.loop, thesis.loop, luecke.less_empty, thesis.less_empty,
                    luecke.block_is_sample))
    assert METHODS["adaptive"].rounds == 0
    # The thesis clears 8,000,000 bytes; its ranks leave a barrier and read their own clocks.
    assert (thesis.barrier_each, thesis.runs, thesis.warmups) == (True, 1, 0)
    assert METHODS["thesis"].clears == 8_000_000


def test_as_printed_each_rank_times_itself_after_a_barrier_and_nothing_precedes_the_first_run(
        ) -> None:
    for name, trials in (("luecke", 51), ("arsc", 1)):
        one = of(name, OPEN, 200)
        assert (one.barrier_each, one.unprepared, one.warmups, one.runs) == (True, True, 0, 1)
        assert one.block_stamps(1e6, 1e9) == trials


class Ranks:
    """What two ranks leave in the arena."""

    def __init__(self) -> None:
        self.starts = START + STEP * np.arange(MOST)
        self.stamps = np.zeros((2, MOST, 2), "i8")

    def times(self, *how: float) -> np.ndarray:
        return Stamps(self.starts, self.stamps).times(*how)

    def rank(self, index: int, rank: int, began: int, ended: int) -> None:
        """Both after the start of a stamp; an end of 0: it was late."""
        start = self.starts[index]
        self.stamps[rank, index] = start + began, start + ended if ended else 0

    def add(self, index: int, *ended: int) -> None:
        """The ranks left the start at once."""
        for rank, end in enumerate(ended):
            self.rank(index, rank, 0, end)

    def empty_runs(self) -> "Ranks":
        """That take 40 ns on average of the ranks."""
        for index in range(8):
            self.add(index, 25, 55)
        return self

    def collect(self, sampling: Sampling, count: int, messages: int = 1) -> Cell:
        cell = Cell({}, DEFAULT)
        samples_collect(cell, self, sampling, count, LATEST, messages)
        return cell


def ns(us: list[float]) -> object:
    return pytest.approx([one * 1e3 for one in us], abs=1e-9)


def test_a_stamp_lasts_from_the_start_to_the_last_rank_and_is_void_if_a_rank_was_late() -> None:
    stamps = Ranks()
    stamps.add(0, 100, 300)
    stamps.add(1, 500, 200)
    stamps.add(2, 100, 0)
    cell = stamps.collect(TRIALS, 3)
    assert [300, 500] == ns(cell.samples)
    assert (cell.voided, cell.blocks, cell.empty_us, list(cell.stamps)) == (1, [2], [0], [])


def test_a_rank_may_end_before_the_time_at_which_a_late_rank_begins() -> None:
    stamps = Ranks()
    stamps.add(0, -5_000_000, 300)
    assert [300] == ns(stamps.collect(TRIALS, 1).samples)


def test_a_block_is_the_midmean_of_its_stamps_and_keeps_them_all() -> None:
    stamps = Ranks()
    stamps.add(0, 100, 100)
    stamps.add(1, 101, 90)
    stamps.add(2, 90, 5000)  # interrupted
    stamps.add(3, 96, 90)
    cell = stamps.collect(BLOCKS, 4)
    assert [100.5] == ns(cell.samples)
    assert cell.stamp_blocks == [4]
    assert [100, 101, 5000, 96] == ns(cell.stamps)
    assert [100.5, 2548] == ns(cell.halves[0])


def test_a_block_of_runs_that_vary_resolves_a_part_of_the_clocks_step() -> None:
    """A clock of coarse steps; the time of day is `phase` later than a whole step."""
    stamps, empty = Ranks(), 64
    for index in range(MOST):
        phase, took = index % 10, (23 if index < empty else 23 + 54) + index // 10 * 3 % 9 - 4
        for rank in range(2):
            stamps.rank(index, rank, phase // 10 * 10, (took + phase) // 10 * 10)
    cell = stamps.collect(ADAPTIVE, MOST - empty)
    assert abs(cell.samples[0] * 1e3 - 54) < 4


@pytest.mark.parametrize(("messages", "expected"), [(1, 200), (2, 100)])
def test_what_an_empty_run_takes_on_average_of_the_ranks_is_taken_off(
        messages: int, expected: int) -> None:
    stamps = Ranks().empty_runs()
    stamps.add(2, 25, 0)  # late once
    stamps.add(5, 3000, 55)  # disturbed once
    stamps.add(8, 100, 240)
    cell = stamps.collect(ADAPTIVE, 1, messages)
    assert [40] == ns(cell.empty_us)
    assert [expected] == ns(cell.samples)
    assert [expected] == ns(cell.stamps)
    assert (cell.voided, cell.floored) == (0, 0)


def test_what_the_ranks_left_the_start_late_by_is_taken_off_each_stamp() -> None:
    stamps = Ranks()
    for index in range(8):  # the same empty runs, begun later
        stamps.rank(index, 0, 10, 35)
        stamps.rank(index, 1, 10, 65)
    stamps.rank(8, 0, 4, 240)
    stamps.rank(8, 1, 16, 250)
    cell = stamps.collect(ADAPTIVE, 1)
    assert [40] == ns(cell.empty_us)
    assert [250 - 10 - 40] == ns(cell.stamps)


def test_a_rank_that_was_interrupted_at_the_start_voids_the_stamp() -> None:
    stamps = Ranks().empty_runs()
    stamps.add(8, 240, 240)
    stamps.rank(9, 0, LATEST + 1, 500)
    stamps.rank(9, 1, 0, 500)
    cell = stamps.collect(ADAPTIVE, 2)
    assert (cell.stamp_blocks, cell.voided) == ([1], 1)


def test_less_than_can_be_told_apart_is_not_claimed_and_counted() -> None:
    stamps = Ranks().empty_runs()
    stamps.add(8, 38, 39)
    cell = stamps.collect(ADAPTIVE, 1)
    assert [4] == ns(cell.samples)
    assert [-1] == ns(cell.stamps)
    assert cell.floored == 1


def test_without_an_empty_run_in_time_a_block_is_void() -> None:
    stamps = Ranks()
    for index in range(8):
        stamps.add(index, 40, 0)
    stamps.add(8, 100, 100)
    cell = stamps.collect(ADAPTIVE, 1)
    assert (cell.samples, list(cell.stamps), cell.voided, cell.blocks) == ([], [], 1, [0])


def test_ranks_read_at_the_same_time_unless_one_answers_the_other() -> None:
    reading = [100.0, 140.0]
    assert reading_us(reading, SimpleNamespace(messages=1, answers=False)) == 0.14
    assert reading_us(reading, SimpleNamespace(messages=2, answers=True)) == 0.12


def two_blocks() -> Disturbances:
    """Ten runs on two ranks each; the kernel says nothing of stolen time."""
    seen = Disturbances()
    for watched, waited, faults in (([100, 90], (0, 2.5), (0, 7)), ([50, 60], (0, 0), (0, 20))):
        counted = [[waited[rank], math.nan, 0, 0, faults[rank]] for rank in range(2)]
        disturbances_collect(seen, watched, counted, 10)
    return seen


def test_a_block_has_what_its_worst_rank_has() -> None:
    seen = two_blocks()
    assert seen.watched_us == [100, 60]
    assert seen.lost_us == [2.5, 0]
    assert seen.faults_per_run == [0.7, 2]


def test_the_record_names_block_rank_and_amount_and_what_the_kernel_does_not_say() -> None:
    assert disturbances_record(two_blocks()) == {
        "watched_us": 160, "waited_us": [[0, 1, 2.5]], "stolen_us": None,
        "involuntary_switches": [], "migrations": [], "page_faults": [[0, 1, 7], [1, 1, 20]]}
