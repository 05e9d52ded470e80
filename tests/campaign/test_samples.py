# SPDX-License-Identifier: BSD-3-Clause
"""Time stamps of a worker that is none become samples. Times are nanoseconds."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.cells import Cell, Disturbances
from campaign.cell_record import disturbances_record
from campaign.launch.seen import Stamps
from campaign.planning.methods import DEFAULT
from campaign.sampling import Sampling, disturbances_collect, reading_us, samples_collect

MOST, LATEST = 320, 200
START, STEP = 10**15, 10000  # of the first stamp, and to the next
TRIALS, BLOCKS = Sampling(), Sampling(block_is_sample=True)
ADAPTIVE = Sampling(block_is_sample=True, less_empty=True)


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
