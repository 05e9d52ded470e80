# SPDX-License-Identifier: BSD-3-Clause
"""A cell that page faults split: both times are known, and none lies between them."""

import pytest
from cells import add_launches, begun

from comops.statistics.modes import of_one_state, states_record
from comops.statistics.ratios import ratio_of
from comops.statistics.times import interval, time_us

FAST, SLOW = 100.0, 300.0


def split(launches: int, faulting: int, size: int = 8192):
    """One block a launch; the first launches fault in every run, on all pages of the message."""
    slow = [at < faulting for at in range(launches)]
    cell = add_launches(begun("mpi/library", size), [[[SLOW + at if is_slow else FAST + at]]
                                                     for at, is_slow in enumerate(slow)])
    seen = cell.disturbances
    seen.watched_us, seen.lost_us = [1000.0] * launches, [0.0] * launches
    seen.faults_per_run = [2.0 * us for us in slow]
    return cell


@pytest.mark.parametrize("launches, faulting, wanted, used, other", [
    (24, 15, "", "with", "without"), (24, 9, "", "without", "with"),
    (24, 15, "without", "without", "with"),
    (24, 20, "without", "with", "without"),  # four launches have no interval
])
def test_results_are_of_one_state_and_the_record_has_both(launches, faulting, wanted, used, other):
    cell = split(launches, faulting)
    kept, = of_one_state([cell], wanted)
    known = states_record(cell, wanted)
    slow, fast = SLOW + (faulting - 1) / 2, FAST + faulting + (launches - faulting - 1) / 2
    assert (known["with"]["time_us"], known["without"]["time_us"]) == (slow, fast)
    assert known["used"] == used and time_us(kept) == known[used]["time_us"]
    assert interval(kept) == known[used]["ci95_us"]
    rest = len(cell.blocks) - known[used]["launches"]
    assert known[other]["blocks"] == len(kept.left_out) == rest
    assert kept.whole is cell and len(cell.samples) == launches


def test_ratios_are_of_the_rounds_in_that_state():
    cell, beside = split(20, 12), add_launches(begun("threads/direct"), [[[FAST]]] * 20)
    kept, = of_one_state([cell])
    ratio = ratio_of(beside, kept)
    assert ratio.launches == ratio.rounds == 12 and ratio.ci95[0] > 2.9


def test_rounds_that_were_left_out_before_keep_their_numbers():
    cell = split(20, 12)
    part, = of_one_state([cell.of_rounds([at not in (0, 15) for at in range(20)])])
    assert part.left_out == [0, *range(12, 20)] and part.whole is cell


@pytest.mark.parametrize("cell, used", [
    (split(20, 2), None), (split(20, 18), "with"), (split(20, 12, 1 << 20), None)])
def test_a_few_blocks_or_faults_split_nothing(cell, used):
    states = states_record(cell)
    assert of_one_state([cell]) == [cell] and (states and states["used"]) == used
    assert not states or states["without"] is None
