# SPDX-License-Identifier: BSD-3-Clause
"""How long measuring will take, from a trial and from what has been measured."""

from types import SimpleNamespace

import pytest
from groups import group_of, state_of

from comops.measure.planning.options import Options
from comops.measure.schedule.costs import TurnCosts, overrun_text, planned_seconds
from comops.results.methods import Method
from comops.results.plan import Plan

SMALL, LARGE = group_of(0, 4), group_of(1000000, 2)
LAUNCHES, ONCE = (TurnCosts(Options(launches=launches), launch=0.5, calibration=(0.002, 3e-6),
                            turn=(0.01, 1e-6)) for launches in (6, 1))


def test_before_anything_is_measured_the_trial_tells_how_long_one_round_takes():
    """Calibrations of four cells, 2 ms each, and of two, 3002 ms; four blocks of 10 ms, two of
    1010 ms."""
    assert LAUNCHES.once([SMALL, LARGE]) == pytest.approx(0.008 + 6.004 + 0.04 + 2.02)


def test_so_many_turns_of_a_group_cost_their_time_and_at_first_the_calibration():
    begun = state_of(SMALL, begun=True, turns=4, seconds=5, calibration_seconds=3)
    assert LAUNCHES.missing(begun) == 2 and LAUNCHES.needed(begun, 2) == 1
    assert LAUNCHES.needed(state_of(SMALL), 6) == pytest.approx(0.008 + 6 * 0.04)
    ended = state_of(SMALL, ended=True)
    assert LAUNCHES.missing(ended) == LAUNCHES.needed(ended, 0) == 0


def together(costs: TurnCosts, share: float, left: float = 60, turns: float = 0) -> int:
    return costs.launches_together(share, left, turns)


def test_launches_live_together_where_starting_them_would_take_a_tenth_of_their_time():
    """Half a second each; six launches in 30 s, and in more."""
    assert [together(LAUNCHES, share) for share in (1, 29, 31)] == [6, 6, 1]
    assert together(ONCE, 1) == 1


def test_no_more_launches_live_together_than_there_is_time_for():
    """A launch takes half a second and its turns another."""
    assert [together(LAUNCHES, 10, left, 0.5) for left in (60, 6, 3.5, 0.1)] == [6, 6, 3, 1]


def test_a_group_that_had_turns_tells_how_long_they_take():
    states = [state_of(SMALL, begun=True, turns=4, seconds=5, calibration_seconds=3),
              state_of(LARGE, begun=True, ended=True),
              state_of(SMALL, begun=True, turns=9, seconds=9)]
    assert LAUNCHES.left(states) == pytest.approx(2 * (0.5 + 0.5))


def test_rounds_of_one_launch_need_no_start():
    assert ONCE.turns_least == 10
    trials = Method("trials", "", "cold", rounds=4)
    assert TurnCosts(Options(launches=1, method=trials), 0.0).turns_least == 4
    assert ONCE.left([state_of(SMALL)]) == pytest.approx(0.008 + 10 * 0.04)


def test_a_plan_takes_its_budget_or_a_time_for_each_table_and_each_cell():
    """A table of 8 cells, and one of 202."""
    groups = [group_of(8, 4), group_of(16, 4),
              *(group_of(8 << at, 2, table=1) for at in range(101))]
    plan = Plan(groups)
    assert planned_seconds(plan, Options()) == pytest.approx(10 + 202 * 0.15)
    assert planned_seconds(plan, Options(quick=True)) == pytest.approx(1.5 + 202 * 0.05)
    assert planned_seconds(plan, Options(budget=90)) == 90


def test_a_budget_that_was_broken_or_too_short_is_said():
    asked, all_well = Options(budget=10), SimpleNamespace(groups=8, few=0)
    assert overrun_text(Options(), 1e6, all_well) is overrun_text(asked, 11, all_well) is None
    assert overrun_text(asked, 20, all_well) == "measuring took 20 s, --budget was 10 s"
    assert overrun_text(asked, 9, SimpleNamespace(groups=8, few=3)) == (
        "--budget 10 s is too short: 3 of 8 sizes of an operation have fewer launches than an "
        "interval needs")
