# SPDX-License-Identifier: BSD-3-Clause
"""When measuring stops, and why: no machine is needed."""

from types import SimpleNamespace

import pytest
from groups import group_of, state_of

from comops.measure.planning.options import Options
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.group_recorder import stop_word
from comops.measure.schedule.turns import Turns
from comops.results.methods import Method


def ten_seconds(interrupted: bool = False, **options: object) -> Turns:
    engine = SimpleNamespace(options=Options(**options))
    return Turns(engine, TurnCosts(engine.options, 0.0), None, [state_of(group_of(8, 2))], 10, 0,
                 interrupted=interrupted)


# Launches as by default; and the same of a single launch, in rounds.
LAUNCHES, ROUNDS = ten_seconds(launches=6), ten_seconds(launches=1)
TRIALS = Method("trials", "", "cold", rounds=4, block_samples=2500)
METHOD = ten_seconds(launches=1, method=TRIALS)
STRICT = ten_seconds(launches=6, budget=10)
INTERRUPTED = ten_seconds(launches=6, interrupted=True)
METHOD_INTERRUPTED = ten_seconds(True, launches=1, method=TRIALS)


def group(turns: int, precise_looks: int, starved: bool = False, cut: bool = False
          ) -> SimpleNamespace:
    return SimpleNamespace(turns=turns, precise_looks=precise_looks, starved=starved, cut=cut)


@pytest.mark.parametrize(("turns", "taken", "precise_looks", "spent", "reason"), [
    # Launches end one look after the first precise one, rounds at the first if there is an
    # interval.
    (LAUNCHES, 6, 0, 1, ""), (LAUNCHES, 6, 1, 1, ""), (LAUNCHES, 9, 2, 1, "precise"),
    (ROUNDS, 9, 1, 1, ""), (ROUNDS, 10, 1, 1, "precise"),
    # The share of time may be exceeded until there is an interval.
    (LAUNCHES, 5, 0, 59, ""), (LAUNCHES, 5, 0, 61, "budget"),
    (LAUNCHES, 6, 0, 9, ""), (LAUNCHES, 6, 0, 11, "budget"),
    (ROUNDS, 9, 0, 59, ""), (ROUNDS, 9, 0, 61, "budget"),
    (ROUNDS, 10, 0, 9, ""), (ROUNDS, 10, 0, 11, "budget"),
    (STRICT, 5, 0, 10.4, ""), (STRICT, 5, 0, 10.6, "budget"),
    # There is a greatest number of launches and of rounds.
    (LAUNCHES, 199, 0, 1, ""), (LAUNCHES, 200, 0, 1, "launches"),
    (ROUNDS, 99, 0, 1, ""), (ROUNDS, 100, 0, 1, "launches"),
    # A method takes its rounds whatever the time and the precision.
    (METHOD, 3, 0, 1000, ""), (METHOD, 3, 1, 1, ""), (METHOD, 4, 0, 1, "method"),
    # An interruption ends everything.
    (INTERRUPTED, 9, 2, 1, "interrupted"),
    (METHOD_INTERRUPTED, 1, 0, 1, "interrupted")])
def test_a_group_ends_for_a_reason(turns, taken, precise_looks, spent, reason):
    assert turns.reason(group(taken, precise_looks), spent) == reason


@pytest.mark.parametrize(("turns", "taken", "precise_looks", "spent", "reason"), [
    # A cell without a sample is waited for, but not for ever; what is precise ends.
    (LAUNCHES, 6, 0, 11, ""), (LAUNCHES, 6, 0, 62, ""), (LAUNCHES, 6, 0, 64, "budget"),
    (LAUNCHES, 200, 0, 11, "launches"), (LAUNCHES, 9, 2, 11, "precise"),
    (STRICT, 6, 0, 11, "budget"),
    (METHOD, 4, 0, 62, ""), (METHOD, 5, 0, 64, "method"), (METHOD, 100, 0, 1, "method")])
def test_a_group_with_a_starved_cell_ends_for_a_reason(turns, taken, precise_looks, spent, reason):
    assert turns.reason(group(taken, precise_looks, starved=True), spent) == reason


def test_a_method_some_of_whose_trials_did_not_fit_ends_by_its_budget():
    assert [METHOD.reason(group(taken, 0, cut=True), spent) for taken, spent in (
        (3, 1000), (4, 1))] == ["", "budget"]


@pytest.mark.parametrize(("reason", "failed", "precise", "word"), [
    ("precise", True, False, "error"), ("method", False, True, "method"),
    ("budget", False, True, "precise"), ("interrupted", False, False, "interrupted"),
    ("budget", False, False, "budget"), ("launches", False, False, "budget"),
    ("precise", False, False, "budget")])
def test_a_cells_own_state_goes_before_its_groups_reason(reason, failed, precise, word):
    assert stop_word(reason, failed, precise) == word
