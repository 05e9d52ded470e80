# SPDX-License-Identifier: BSD-3-Clause
"""Times of cells, their levels, and ratios over what two cells share, in turns, and of simulated
times."""

import math
import random

import numpy as np
import pytest
from cells import add_block, add_launches, begun, cell_of

from comops.results.findings import TwoModes
from comops.results.methods import DEFAULT
from comops.statistics.cells import Cell
from comops.statistics.levels import levels_rounds, ratio_shrunk
from comops.statistics.ratios import (Ratio, budget_for, ratio_of, ratio_of_launches,
                                      ratio_of_turns, time_needed)
from comops.statistics.times import (interval, launch_times, levels, median_us, overlap_of, precise,
                                     time_us)
from comops.statistics.verdicts import KINDS, verdict_of


def single(times):
    """Launches of single samples."""
    return [[[time]] for time in times]


def tripled(launches):
    return [[[3 * time for time in block] for block in blocks] for blocks in launches]


def pair_of(first, second):
    """Two cells of such launches."""
    return add_launches(begun("threads/direct"), first), add_launches(begun("mpi/library"), second)


DRIFTING, ONCE = single(range(1, 11)), [[[at] for at in range(1, 11)]]
UNEVEN = [[[at]] * (9 if at < 3 else 1) for at in range(1, 8)]  # two have most samples
ROUNDS = [[[at], [at + 1], [at + 2]] for at in range(1, 7)]  # the machine slows down
VOID = [*([[at]] for at in range(1, 7)), [[]]]


@pytest.mark.parametrize("first, second, expected", [
    # What both cells share cancels.
    (DRIFTING, tripled(DRIFTING), {"rounds": 10, "launches": 10, "value": 3, "ci95": (3, 3)}),
    # A single launch has no interval, however many blocks it has.
    (ONCE, tripled(ONCE), {"value": 3, "ci95": None, "half_width": math.inf}),
    (UNEVEN, tripled(UNEVEN), {"value": 3}),
    # Blocks without a sample and a missing block are left out.
    ([[[2], [], [2]]], [[[4], [400]]], {"rounds": 1, "value": 2, "ci95": None}),
    (ROUNDS, tripled(ROUNDS), {"rounds": 18, "value": 3, "ci95": (3, 3)}),
    # A ratio is the pseudomedian, whose interval it has: the median of 21 means of logarithms.
    (single([1, 2, 3, 1, 2, 1]), single([1, 4, 9, 9, 18, 10]),
     {"value": math.sqrt(18), "ci95": (1, 10)}),
    # Two states of the machine, in which each cell has another half of its launches.
    (single([1] * 4 + [10] * 5), single([1] * 5 + [10] * 4),
     {"value": 1, "ci95": (math.sqrt(0.1), 1), "ci90": (math.sqrt(0.1), 1)}),
    # The 4th of 36 means of logarithms and, for 90 %, the 6th, from each end.
    (single([1] * 8), single(range(1, 9)), {"ci95": (2, 48**0.5), "ci90": (5**0.5, 40**0.5)})])
def test_a_ratio_is_over_what_two_cells_share(first, second, expected):
    a, b = pair_of(first, second)
    ratio = ratio_of(a, b)
    for name, value in expected.items():
        assert getattr(ratio, name) == (value and pytest.approx(value)), name
    assert ratio_of(b, a).value == pytest.approx(1 / ratio.value)


@pytest.mark.parametrize("launches, time, middle, ends", [
    (DRIFTING, 5.5, 5.5, (2, 9)), (ONCE, 5.5, 5.5, None), (UNEVEN, 4, 2, (1, 7)),
    (ROUNDS, 4.5, 4.5, (2, 7)), (VOID, 3.5, 3.5, (1, 6))])
def test_the_time_is_that_of_the_launches(launches, time, middle, ends):
    cell = add_launches(begun("mpi/library"), launches)
    assert (time_us(cell), median_us(cell), interval(cell)) == (time, middle, ends)
    assert not precise(cell, 0.5) and (ends or levels(cell) is None)
    assert (None in launch_times(cell)) == (launches is VOID)


def test_a_ratio_lies_on_an_end_of_its_interval_by_chance_only():
    """While the machine jumps between two speeds, whichever cell is measured."""
    chance, on_an_end, campaigns = random.Random(1), 0, 1000
    for _ in range(campaigns):
        a, b = ([chance.choice((1, 1.4)) * chance.uniform(0.98, 1.02) for _ in range(12)]
                for _ in range(2))
        ratio = ratio_of(*pair_of(single(a), single(b)))
        assert ratio.ci95[0] <= ratio.value <= ratio.ci95[1]
        on_an_end += ratio.value in ratio.ci95
    assert on_an_end < 0.02 * campaigns


def numbered(name, launches):
    """A cell of launches with these numbers, each of blocks of one sample."""
    cell = begun(name)
    cell.launches.clear()
    cell.launch_numbers.clear()
    for number, times in launches:
        cell.begin_launch(number)
        for time in times:
            add_block(cell, time)
    return cell


@pytest.mark.parametrize("first, second, launches, value, ci95, decision", [
    # One group sits every fourth launch out, the other ends earlier.
    ([(at, [at]) for at in range(1, 13) if at % 4],
     [(at, [at, 2 * at, 3 * at]) for at in range(1, 10)], 7, 2, (2, 2), "faster"),
    # In one launch a cell has no time.
    ([(at, [1]) for at in range(1, 8)], [(at, [3] if at != 3 else []) for at in range(1, 8)],
     6, 3, (3, 3), "faster"),
    # Without six launches in common there is no interval, and without any no ratio.
    ([(at, [1]) for at in range(1, 9)], [(at + 3, [2]) for at in range(1, 9)], 5, 2, None,
     "undecided"),
    ([(at, [1]) for at in range(1, 9)], [(at + 103, [2]) for at in range(1, 9)], 0, math.nan, None,
     "undecided")])
def test_cells_of_two_groups_are_compared_in_the_launches_that_both_have(
        first, second, launches, value, ci95, decision):
    ratio = ratio_of_launches(numbered("threads/direct", first), numbered("mpi/library", second))
    assert (ratio.launches, ratio.rounds, ratio.levels) == (launches, 0, None)
    assert ratio.value == pytest.approx(value, nan_ok=True)
    assert (ratio.ci95, ratio.decision) == (ci95 and pytest.approx(ci95), decision)


def test_the_interval_over_launches_holds_the_true_ratio_while_the_machine_drifts():
    chance, held, campaigns = random.Random(1), 0, 1000
    for _ in range(campaigns):
        speed, times = 1.0, ([], [])
        for _ in range(12):
            luck = chance.uniform(0.8, 1.2)
            for which in chance.sample((0, 1), 2):  # groups take turns in a new order
                speed *= 1 + chance.uniform(-0.05, 0.05)
                noise = chance.uniform(0.97, 1.03)
                times[which].append((1.5 if which else 1) * luck * speed * noise)
        low, high = ratio_of_launches(*pair_of(*map(single, times))).ci95
        held += low <= 1.5 <= high
    assert held >= 0.95 * campaigns


@pytest.mark.parametrize("both_us, percent", [(30, 0), (20, 100), (25, 50), (40, 0), (15, 100)])
def test_the_overlap_is_what_is_saved_of_the_shorter_part(both_us, percent):
    cell = cell_of("mpi/library", [both_us])
    assert overlap_of(cell) is None  # it does not compute
    cell.parts.append((10, 20))
    assert overlap_of(cell) == {"exchange_us": 10, "computing_us": 20, "percent": percent,
                                "ci95": None}


def test_the_interval_of_an_overlap_is_over_the_launches():
    cell = add_launches(begun("mpi/library"),
                        [[[29 if at < 3 else 27]] * 2 + [[20], [20]] for at in range(6)])
    cell.parts += 6 * [(10, 20), (10, 20), (10, 20), (math.nan, 20)]
    overlap = overlap_of(cell)
    assert (overlap["percent"], overlap["ci95"]) == (20, (10, 30))


def levels_between(launches):
    """The levels of launches that have single samples and lack some."""
    return levels(add_launches(begun("mpi/library"), [
        [[time] * (time is not None) for time in launch] for launch in launches]))


@pytest.mark.parametrize("launches, variances", [
    # Logarithms 1 and 3, and 5 and 7: within 2, between 8 - 2 / 2 = 7.
    ([np.exp([1, 3]), np.exp([5, 7])], (7, 2)),
    # Means 2, 6, 6 of 2, 2, 1 values: squares 19.2 over 2, less 2, over (5 - 9 / 5) / 2.
    ([[np.exp(1), None, np.exp(3)], np.exp([5, 7]), [math.nan], [np.exp(6)]],
     ((9.6 - 2) / 1.6, 2)),
    ([[1, 9], [9, 1]], (0, np.log([1, 9]).var(ddof=1))),  # by chance, and not negative
    # One launch, or launches of one round, show none.
    ([[1, 2, 3]], None), ([[1], [2], [3]], None), ([], None)])
def test_variances_are_those_of_the_logarithms_and_the_rounds_share_is_taken_off(
        launches, variances):
    parts = levels_between(launches)
    assert parts == (variances and pytest.approx(variances))


def test_for_equal_counts_levels_are_the_mean_squares_of_an_analysis_of_variance():
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(1).lognormal(size=(12, 5))
    parts = levels_between(values)
    within = np.log(values).var(axis=1, ddof=1).mean()
    between = 5 * np.log(values).mean(axis=1).var(ddof=1)
    assert stats.f_oneway(*np.log(values)).statistic == pytest.approx(between / within)
    assert parts == pytest.approx((max(between - within, 0) / 5, within))


@pytest.mark.parametrize("ratio, cost, rounds", [
    (1, 1, 3), (0.01, 25.1, 51), (0.01, 1, 11), (1e-4, 1, 101), (100, 25, 51), (0, 1, 2001),
    (math.inf, 0.4, 1)])
def test_a_dear_launch_gets_many_rounds_and_one_that_differs_much_gets_few(ratio, cost, rounds):
    """At least as many as take twice as long as it."""
    assert levels_rounds(ratio, cost, 1, 1000) == rounds


def test_rounds_at_most_double():
    taken = [1]
    for _ in range(4):
        taken.append(levels_rounds(0, 1, 1, taken[-1]))
    assert taken == [1, 3, 7, 15, 31]


def test_a_few_launches_that_seem_alike_do_not_get_all_the_rounds():
    """The variance of launches is often estimated as 0; that of all groups counts as well."""
    assert ratio_shrunk(0, 6, 1) == 0.5 and ratio_shrunk(0, 18, 1) == 0.25
    few, many = (levels_rounds(ratio, 1, 1, 30) for ratio in (ratio_shrunk(0, 30, 1), 0))
    assert few < many == 61


def simulated(path: str, protocol: str, us: float) -> Cell:
    cell = Cell({"path": path, "protocol": protocol}, DEFAULT, members={"simulated": True})
    cell.begin_block(0.0)
    cell.add_samples([us, us])
    return cell


def test_ratios_are_taken_turn_by_turn():
    ratio = ratio_of_turns([2, 10, 3, 4, 5, 60], [1, 20, 3, 4, 5, 60])
    assert (ratio.value, ratio.ci95) == (1, pytest.approx((0.5, 2)))
    assert ratio_of_turns([2], [3]) == Ratio(pytest.approx(1.5), launches=1)


def test_simulated_times_are_decided_without_an_interval():
    cells = [simulated("threads", "direct", 1.0), simulated("threads", "barrier", 3.0),
             simulated("mpi", "library", 1.2), simulated("mpi", "direct", 1.04)]
    assert ratio_of(cells[0], cells[2]).decision == "faster"
    assert ratio_of(cells[2], cells[0]).decision == "slower"
    assert ratio_of_launches(cells[0], cells[3]).decision == "equivalent"
    ratio = verdict_of(KINDS["best"], cells).ratio
    assert (ratio.value, ratio.ci95, ratio.decision) == (1.04, None, "equivalent")
    assert verdict_of(KINDS["paper"], cells).ratio.decision == "slower"


def open_ratio(value, half, modes=None):
    """With intervals of so many per cent."""
    ends = value * math.exp(-half), value * math.exp(half)
    return Ratio(value, ends, ends, launches=9, modes=modes)


@pytest.mark.parametrize("ratio, times", [
    (open_ratio(1.1, 2 * math.log(1.1)), 4),  # a width is to halve
    (open_ratio(1.0, 3 * math.log(1.05)), 9),  # to lie within the margin
    (Ratio(1.1, launches=2), 3),
    (open_ratio(1.0, 0.3, TwoModes(0.8, 1.2, 0.5)), math.inf),  # time moves no mode
    (open_ratio(1.1, 2 * math.log(1.1), TwoModes(1.08, 1.2, 0.5)), 4)])
def test_the_time_that_a_decision_needs_is_the_square_of_the_width(ratio, times):
    assert time_needed(ratio) == pytest.approx(times)


@pytest.mark.parametrize("halves, spent, minutes", [
    ([1.01], 61, 2), ([1.01], 40, 1), ([1.01], 41, 2),  # half as much again, at least
    ([2, 2, 9], 60, 4), ([9], 60, None)])
def test_a_budget_exceeds_what_was_spent_and_decides_half(halves, spent, minutes):
    open_ratios = [open_ratio(1.1, half * math.log(1.1)) for half in halves]
    budget = budget_for(open_ratios, spent)
    assert (budget and budget[0]) == (minutes and 60 * minutes)
    assert budget is None or budget[1] >= len(open_ratios) / 2
