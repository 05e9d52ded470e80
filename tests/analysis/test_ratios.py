# SPDX-License-Identifier: BSD-3-Clause
"""Times of cells, their levels, and ratios over what two cells share, in turns, and of simulated
times."""

import math
import random

import numpy as np
import pytest
from cells import add_block, add_launches, begun, cell_of

from analysis.cells import Cell
from analysis.levels import levels_estimate, levels_rounds, ratio_shrunk
from analysis.ratios import Ratio, ratio_of, ratio_of_launches, ratio_of_turns
from analysis.times import interval, launch_times, levels, median_us, overlap_of, precise, time_us
from analysis.verdicts import KINDS, verdict_of
from campaign.planning.methods import DEFAULT


def pair_of(first, second):
    """Two cells of launches of single samples."""
    return cell_of("threads/direct", first), cell_of("mpi/library", second)


def test_a_drift_that_both_cells_share_cancels_in_their_ratio():
    a, b = pair_of(range(1, 11), range(3, 33, 3))
    ratio = ratio_of(a, b)
    assert (ratio.rounds, ratio.launches, ratio.value, ratio.ci95) == (10, 10, 3, (3, 3))
    assert median_us(a) == 5.5 and interval(a) == (2, 9) and not precise(a, 0.5)


def test_a_single_launch_has_no_interval_however_many_blocks_it_has():
    a, b = begun("threads/direct"), begun("mpi/library")
    for at in range(1, 11):
        add_block(a, at)
        add_block(b, 3 * at)
    ratio = ratio_of(a, b)
    assert ratio.value == 3 and ratio.ci95 is None and ratio.half_width == math.inf
    assert time_us(a) == 5.5 and interval(a) is None and levels(a) is None


def test_the_time_is_that_of_the_launches_as_the_ratio_is():
    launches = [[[at]] * (9 if at < 3 else 1) for at in range(1, 8)]  # two have most samples
    a = add_launches(begun("threads/direct"), launches)
    b = add_launches(begun("mpi/library"), [[[3 * one[0]] for one in some] for some in launches])
    assert (time_us(a), time_us(b), median_us(a)) == (4, 12, 2)
    assert ratio_of(a, b).value == time_us(b) / time_us(a)


def test_blocks_without_a_sample_and_a_missing_block_are_left_out():
    a = add_launches(begun("threads/direct"), [[[2], [], [2]]])  # in the second all were late
    b = add_launches(begun("mpi/library"), [[[4], [400]]])
    ratio = ratio_of(a, b)
    assert (ratio.rounds, ratio.value, ratio.ci95) == (1, 2, None)


def test_of_several_launches_the_interval_is_over_their_middle_blocks():
    """Launch i of `a` takes i, of `b` 3 i; within a launch the machine slows down."""
    launches = [[[at], [at + 1], [at + 2]] for at in range(1, 7)]
    a = add_launches(begun("threads/direct"), launches)
    b = add_launches(begun("mpi/library"), [[[3 * one[0]] for one in some] for some in launches])
    ratio = ratio_of(a, b)
    assert launch_times(a) == [2, 3, 4, 5, 6, 7] and interval(a) == (2, 7)
    assert (ratio.rounds, ratio.value, ratio.ci95) == (18, 3, (3, 3))


def test_a_launch_without_a_sample_is_no_launch_for_the_interval():
    cell = add_launches(begun("mpi/library"), [*([[at]] for at in range(1, 7)), [[]]])
    assert launch_times(cell) == [1, 2, 3, 4, 5, 6, None] and interval(cell) == (1, 6)


def test_a_ratio_is_the_median_of_what_its_interval_is_for():
    a, b = pair_of([1, 2, 3, 1, 2, 1], [1, 4, 9, 9, 18, 10])
    ratio, back = ratio_of(a, b), ratio_of(b, a)
    assert (ratio.value, ratio.ci95) == (pytest.approx(math.sqrt(27)), (1, 10))
    assert back.value == pytest.approx(1 / ratio.value)


def test_a_machine_of_two_states_does_not_make_a_difference_of_its_own():
    """Half of the launches are slow: five of a, four of b."""
    a, b = pair_of([1] * 4 + [10] * 5, [1] * 5 + [10] * 4)
    ratio = ratio_of(a, b)
    assert time_us(b) / time_us(a) == 0.1
    assert (ratio.value, ratio.ci95, ratio.ci90) == (1, (1, 1), (1, 1))


def test_a_ratio_lies_on_an_end_of_its_interval_by_chance_only():
    """While the machine jumps between two speeds, whichever cell is measured."""
    chance, on_an_end, campaigns = random.Random(1), 0, 1000
    for _ in range(campaigns):
        a, b = ([chance.choice((1, 1.4)) * chance.uniform(0.98, 1.02) for _ in range(12)]
                for _ in range(2))
        ratio = ratio_of(*pair_of(a, b))
        assert ratio.ci95[0] <= ratio.value <= ratio.ci95[1]
        on_an_end += ratio.value in ratio.ci95
    assert on_an_end < 0.02 * campaigns


def test_the_interval_for_equivalence_is_the_narrower():
    ratio = ratio_of(*pair_of([1] * 8, range(1, 9)))
    assert (ratio.ci95, ratio.ci90) == ((1, 8), (2, 7))


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


def test_cells_of_two_groups_are_compared_in_the_launches_that_both_have():
    """One group sits every fourth launch out, the other ends earlier."""
    a = numbered("threads/direct", [(at, [at]) for at in range(1, 13) if at % 4])
    b = numbered("mpi/library", [(at, [at, 2 * at, 3 * at]) for at in range(1, 10)])
    ratio = ratio_of_launches(a, b)
    assert (ratio.launches, ratio.rounds, ratio.levels) == (7, 0, None)
    assert (ratio.value, ratio.ci95, ratio.decision) == (2, (2, 2), "faster")


def test_launches_in_which_a_cell_has_no_time_are_left_out():
    a = numbered("threads/direct", [(at, [1]) for at in range(1, 8)])
    b = numbered("mpi/library", [(at, [3] if at != 3 else []) for at in range(1, 8)])
    ratio = ratio_of_launches(a, b)
    assert (ratio.launches, ratio.value, ratio.ci95) == (6, 3, (3, 3))


def test_without_six_launches_in_common_there_is_no_interval_and_without_any_no_ratio():
    a = numbered("threads/direct", [(at, [1]) for at in range(1, 9)])
    some, none = (ratio_of_launches(a, numbered("mpi/library", [(at + by, [2])
                                                                for at in range(1, 9)]))
                  for by in (3, 103))
    assert (some.launches, some.value, some.ci95, some.decision) == (5, 2, None, "undecided")
    assert none.launches == 0 and math.isnan(none.value)


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
        low, high = ratio_of_launches(*pair_of(*times)).ci95
        held += low <= 1.5 <= high
    assert held >= 0.95 * campaigns


def parts_of(both_us):
    cell = cell_of("mpi/library", [both_us])
    cell.parts.append((10, 20))
    return cell


@pytest.mark.parametrize("both_us, percent", [(30, 0), (20, 100), (25, 50), (40, 0), (15, 100)])
def test_the_overlap_is_what_is_saved_of_the_shorter_part(both_us, percent):
    found = overlap_of(parts_of(both_us))
    assert found == {"exchange_us": 10, "computing_us": 20, "percent": percent, "ci95": None}
    assert overlap_of(cell_of("mpi/library", [both_us])) is None  # it does not compute


def test_the_interval_of_an_overlap_is_over_the_launches():
    cell = add_launches(begun("mpi/library"),
                        [[[29 if at < 3 else 27]] * 2 + [[20], [20]] for at in range(6)])
    cell.parts += 6 * [(10, 20), (10, 20), (10, 20), (math.nan, 20)]
    found = overlap_of(cell)
    assert (found["percent"], found["ci95"]) == (20, (10, 30))


def test_variances_are_those_of_the_logarithms_and_the_rounds_share_is_taken_off():
    """Logarithms 1 and 3, and 5 and 7: within 2, between 8 - 2 / 2 = 7."""
    found = levels_estimate([np.exp([1, 3]), np.exp([5, 7])])
    assert found == pytest.approx((7, 2))


def test_missing_values_and_launches_of_one_round_are_allowed():
    """Means 2, 6, 6 of 2, 2, 1 values: squares 19.2 over 2, less 2, over (5 - 9 / 5) / 2."""
    e = math.exp
    found = levels_estimate([[e(1), None, e(3)], [e(5), e(7)], [math.nan], [e(6)]])
    assert found == pytest.approx(((9.6 - 2) / 1.6, 2))


def test_for_equal_counts_levels_are_the_mean_squares_of_an_analysis_of_variance():
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(1).lognormal(size=(12, 5))
    found = levels_estimate(values)
    within = np.log(values).var(axis=1, ddof=1).mean()
    between = 5 * np.log(values).mean(axis=1).var(ddof=1)
    assert stats.f_oneway(*np.log(values)).statistic == pytest.approx(between / within)
    assert found == pytest.approx((max(between - within, 0) / 5, within))


def test_what_launches_seem_to_differ_by_chance_is_not_negative():
    assert levels_estimate([[1, 9], [9, 1]]).launches == 0


def test_one_launch_or_launches_of_one_round_show_no_levels():
    assert levels_estimate([[1, 2, 3]]) is None and levels_estimate([[1], [2], [3]]) is None
    assert levels_estimate([]) is None


@pytest.mark.parametrize("ratio, cost, rounds", [
    (1, 1, 1), (1, 25.1, 5), (1, 10000, 15), (100, 25, 1), (0, 1, 15), (math.inf, 9, 1)])
def test_a_dear_launch_gets_many_rounds_and_one_that_differs_much_gets_few(ratio, cost, rounds):
    assert levels_rounds(ratio, cost, 1, 15, 15) == rounds


def test_rounds_at_most_double_and_are_few_while_little_is_known():
    taken = [3]
    for launches in range(6, 25):
        taken.append(levels_rounds(0, 1, 1, launches, taken[-1]))
    assert taken == [3] + [5] * 9 + [11] + [15] * 9
    assert levels_rounds(0, 1, 1, 20, 1) == 3


def test_a_few_launches_that_seem_alike_do_not_get_all_the_rounds():
    """The variance of launches is often estimated as 0; that of all groups counts as well."""
    assert ratio_shrunk(0, 6, 1) == 0.5 and ratio_shrunk(0, 18, 1) == 0.25
    few, many = (levels_rounds(ratio, 1, 1, 30, 15) for ratio in (ratio_shrunk(0, 30, 1), 0))
    assert few < many == 15


def simulated(path: str, protocol: str, us: float) -> Cell:
    cell = Cell({"path": path, "protocol": protocol}, DEFAULT, members={"simulated": True})
    cell.begin_block(0.0)
    cell.add_samples([us, us])
    return cell


def test_ratios_are_taken_turn_by_turn():
    ratio = ratio_of_turns([2, 10, 3, 4, 5, 60], [1, 20, 3, 4, 5, 60])
    assert (ratio.value, ratio.ci95) == (1, (0.5, 2))
    assert ratio_of_turns([2], [3]) == Ratio(1.5, launches=1)


def test_simulated_times_are_decided_without_an_interval():
    cells = [simulated("threads", "direct", 1.0), simulated("threads", "barrier", 3.0),
             simulated("mpi", "library", 1.2), simulated("mpi", "direct", 1.04)]
    assert ratio_of(cells[0], cells[2]).decision == "faster"
    assert ratio_of(cells[2], cells[0]).decision == "slower"
    assert ratio_of_launches(cells[0], cells[3]).decision == "equivalent"
    verdict = verdict_of(KINDS["best"], cells)
    assert (verdict.ratio.value, verdict.ratio.ci95, verdict.decision) == (1.04, None, "equivalent")
    assert verdict_of(KINDS["paper"], cells).decision == "slower"
