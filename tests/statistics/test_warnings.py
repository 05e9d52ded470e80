# SPDX-License-Identifier: BSD-3-Clause
"""Each warning is given for its reason and no other; trends and modes beside SciPy's."""

import math

import numpy as np
import pytest
from cells import add_launches, add_stamps, begun

from comops.statistics.modes import modes_of
from comops.statistics.phases import warnings_of_group
from comops.statistics.significance import trend_of
from comops.statistics.times import start_bound_us
from comops.statistics.warnings import WARNINGS, clocks_differ, warnings_of

stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")

FINE, COARSE = 1, 200  # steps of a clock, ns


def filled(launches, us):
    """Launches of three blocks of four samples; `us` says which."""
    return add_launches(begun("threads/fake"), [
        [[us(launch, 4 * block + at) for at in range(4)] for block in range(3)]
        for launch in range(launches)])


def steady(launch, sample):
    return 10 + 0.01 * ((launch * 7 + sample * 5) % 11)


def slowing(launch, sample):
    return steady(launch, sample) + 0.3 * launch


def bimodal(launch, sample):
    return steady(launch, sample) * (1 if (launch + sample) % 2 else 1.2)


def spiky(launch, sample):
    return steady(launch, sample) * (3 if (launch + sample) % 12 == 5 else 1)


def starting(launch, sample):
    """The second sample of a launch is long."""
    return steady(launch, sample) * (3 if sample == 1 else 1)


def twice(launch, sample):
    """Two slow blocks, which are no second mode and no outliers."""
    return steady(launch, sample) * (2 if launch in (2, 5) and sample < 4 else 1)


@pytest.mark.parametrize("us, launches, warnings", [
    (steady, 9, []), (steady, 5, ["too-few-samples"]), (slowing, 9, ["drifting"]),
    (bimodal, 9, ["two-modes"]), (spiky, 9, ["outliers"]),
    (lambda launch, sample: spiky(launch, sample) / 100, 9, []), (twice, 6, [])])
def test_each_fault_has_its_warning_and_no_other(us, launches, warnings):
    assert warnings_of(filled(launches, us), FINE) == warnings


def test_a_slow_first_sample_of_each_launch_is_noticed():
    cell = filled(9, lambda launch, sample: steady(launch, sample) * (1 if sample else 2))
    assert "first-run-slow" in warnings_of(cell, FINE)


@pytest.mark.parametrize("first, warnings", [(1.04, []), (1.08, ["unsteady"]), (0.9, [])])
def test_a_first_half_that_takes_longer_is_no_steady_state(first, warnings):
    cell = filled(9, steady)
    cell.stamp_blocks = [0 if block % 5 == 4 else 40 for block in range(len(cell.blocks))]
    for at in range(sum(map(bool, cell.stamp_blocks))):
        cell.stamps.extend(20 * [steady(at, 0) * first] + 20 * [steady(at, 0)])
    assert warnings_of(cell, FINE) == warnings
    part = cell.of_rounds([block % 5 != 0 for block in range(len(cell.blocks))])
    assert len(part.stamps) == sum(part.stamp_blocks)
    assert warnings_of(part, FINE) == warnings


@pytest.mark.parametrize("members, warnings", [
    ({}, []),
    ({"oversubscribed": True}, ["oversubscribed"]),
    ({"voided": 4}, []),  # a few are chance
    ({"voided": 6}, ["late-starts"]),
    ({"floored": 1}, []),
    ({"floored": 10}, ["not-resolved"]),
    ({"clock_offset": (0, 1, -0.25, 0.06)}, []),  # of 10 us
    ({"clock_offset": (0, 1, 0.3, 0.06)}, ["clock-offset"]),
    ({"clock_offset": (0, 1, 0.9, 0.8)}, []),  # not shown
    ({"reading_us": 3}, []),
    ({"reading_us": 4}, ["reading"]),
    ({"voided": 100, "error": "wrong data"}, []),
])
def test_what_a_cell_s_members_say_is_noticed(members, warnings):
    cell = filled(9, steady)
    assert clocks_differ(cell) == 0
    vars(cell).update(members)
    assert warnings_of(cell, FINE) == warnings


def disturbed(us, every, lost_us=0.0, faults=0.0):
    """In every so manieth block the second rank lost time, or had so many faults in each run."""
    cell = filled(9, us)
    for block in range(len(cell.blocks)):
        here = block % every == 0
        cell.disturbances.watched_us.append(20000)
        cell.disturbances.lost_us.append(lost_us * here)
        cell.disturbances.faults_per_run.append(faults * here)
    return cell


@pytest.mark.parametrize("us, every, lost_us, warnings", [
    (spiky, 1, 190, ["outliers"]), (spiky, 1, 210, ["noisy-neighbour"]),
    (steady, 9, 10000, ["noisy-neighbour"]),
    (steady, 14, 10000, [])])  # two disturbed blocks are chance
def test_another_program_is_blamed_with_evidence_only(us, every, lost_us, warnings):
    assert warnings_of(disturbed(us, every, lost_us), FINE) == warnings


def test_ranks_that_share_cores_are_not_blamed_on_others():
    cell = disturbed(spiky, 1, 500)
    cell.oversubscribed = True
    assert warnings_of(cell, FINE) == ["oversubscribed"]


@pytest.mark.parametrize("us, every, faults, size, warnings", [
    (bimodal, 3, 1, 8, ["page-faults"]), (bimodal, 3, 0.975, 8, ["two-modes"]),
    (steady, 9, 1, 8, []), (steady, 1, 1, 1 << 20, []),  # it would be much more
    (starting, 9, 1, 1 << 20, ["outliers"]), (starting, 3, 1, 1 << 20, [])])
def test_page_faults_in_each_run_explain_two_modes_and_outliers(us, every, faults, size, warnings):
    cell = disturbed(us, every, faults=faults)
    cell.key["bytes"] = size
    assert warnings_of(cell, FINE) == warnings


def test_a_clock_is_not_too_coarse_for_runs_that_spread_over_its_steps():
    cell = filled(9, steady)
    assert warnings_of(cell, COARSE) == ["coarse-clock"]
    add_stamps(cell, [1 + 0.2 * (at % 4) for at in range(100)])
    assert warnings_of(cell, COARSE) == []
    add_stamps(cell, [1.0] * 300)
    assert warnings_of(cell, COARSE) == ["coarse-clock"]


def test_every_warning_has_a_title_a_meaning_and_advice():
    assert all(kind.title and kind.meaning and kind.advice for kind in WARNINGS.values())


def test_a_trend_is_that_of_scipy_s_kendall_and_theil_sen():
    random = np.random.default_rng(1)
    for count in (6, 8, 30, 200):
        values = random.normal(size=count).round(1) + 0.02 * np.arange(count)
        trend = trend_of(values.tolist())
        slope = stats.theilslopes(values)[0]
        assert trend.change == pytest.approx(slope * (count - 1))
        # SciPy has no continuity correction: S moves towards 0 by 1.
        tau = stats.kendalltau(np.arange(count), values, method="asymptotic")
        z = stats.norm.isf(tau.pvalue / 2)
        s = abs(np.sign(np.subtract.outer(values, values))[np.tril_indices(count)].sum())
        assert trend.chance == pytest.approx(2 * stats.norm.sf(z * max(s - 1, 0) / s))


def test_few_values_and_equal_ones_have_no_trend():
    assert trend_of([1, 2, 3, 4, 5]) is None
    assert trend_of([2] * 6) == (1, 0)


def test_one_mode_is_not_two_and_two_are_found_whatever_the_order():
    normal, uniform = (10 + law.ppf((np.arange(100) + 0.5) / 100)
                       for law in (stats.norm, stats.uniform))
    assert modes_of(normal) is None and modes_of(uniform) is None
    two = normal + 10 * (np.arange(100) % 4 > 0)
    for values in (two, two[::-1]):
        modes = modes_of(values.tolist())
        assert modes.low == pytest.approx(10, abs=0.1) and modes.high == pytest.approx(20, abs=0.1)
        assert modes.share == 0.75 and modes.distance > 5
    normal[0] = 1000  # one value is no mode
    assert modes_of(normal) is None and not math.isnan(normal.sum())


def machine_slower(launch, sample):
    """As `steady`, in every third launch 1.3 times slower."""
    return steady(launch, sample) * (1.3 if launch % 3 == 1 else 1)


@pytest.mark.parametrize("members, own, explained, left", [
    # Slow phases that cells have in common, or a drift, are told of the machine alone;
    ([machine_slower] * 3, "two-modes", 3, []), ([slowing] * 3 + [steady], "drifting", 3, []),
    # what one has alone remains its own, and two explain nothing of each other.
    ([bimodal] + [machine_slower] * 3, "two-modes", 3, [0]),
    ([machine_slower] * 2, "two-modes", 0, [0, 1])])
def test_what_most_cells_have_at_the_same_time_is_the_machine_s(members, own, explained, left):
    cells = [filled(12, names) for names in members]
    assert warnings_of(cells[0], FINE) == [own]
    assert warnings_of_group(cells, FINE) == ({own: explained} if explained else {})
    assert [cell.warnings for cell in cells] == [[own] if at in left else []
                                                 for at in range(len(cells))]


def test_every_cell_with_lost_blocks_says_so_however_many_they_are():
    cells = [disturbed(steady, 4, lost_us=600.0) for _ in range(3)] + [filled(9, steady)]
    assert warnings_of_group(cells, FINE) == {}
    assert [cell.warnings for cell in cells] == [["noisy-neighbour"]] * 3 + [[]]


def test_the_bound_of_a_common_start_is_that_of_the_clocks():
    assert start_bound_us(-0.01, 0.05, runs=3, messages=2) == pytest.approx(0.01)
