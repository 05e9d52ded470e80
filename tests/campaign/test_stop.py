# SPDX-License-Identifier: BSD-3-Clause
"""When measuring stops, and why: no machine is needed."""

from dataclasses import replace

import pytest

from campaign.turns import Stop, StopState, stop_word

# Ten seconds of time, launches as by default; and the same of a single launch, in rounds.
LAUNCHES = StopState(least=6, most=200, looks_needed=2, share=10)
ROUNDS = StopState(least=10, most=100, looks_needed=1, share=10)


def after(state: StopState, taken: int, precise_looks: int, spent: float) -> Stop:
    return replace(state, taken=taken, precise_looks=precise_looks, spent=spent).reason()


def test_launches_end_one_look_after_the_first_precise_one() -> None:
    assert after(LAUNCHES, 6, 0, 1) == Stop.NOT
    assert after(LAUNCHES, 6, 1, 1) == Stop.NOT
    assert after(LAUNCHES, 9, 2, 1) == Stop.PRECISE


def test_rounds_of_a_single_launch_end_at_the_first_precise_look() -> None:
    assert after(ROUNDS, 9, 1, 1) == Stop.NOT  # there is no interval yet
    assert after(ROUNDS, 10, 1, 1) == Stop.PRECISE


@pytest.mark.parametrize(("state", "taken", "longest"), [
    (LAUNCHES, 5, 60), (LAUNCHES, 6, 10), (ROUNDS, 9, 60), (ROUNDS, 10, 10)])
def test_the_share_of_time_may_be_exceeded_until_there_is_an_interval(
        state: StopState, taken: int, longest: float) -> None:
    assert after(state, taken, 0, longest - 1) == Stop.NOT
    assert after(state, taken, 0, longest + 1) == Stop.BUDGET


def test_a_cell_without_a_sample_is_waited_for_but_not_for_ever() -> None:
    starved = replace(LAUNCHES, starved=True)
    assert [after(starved, 6, 0, spent) for spent in (11, 62, 64)] == [
        Stop.NOT, Stop.NOT, Stop.BUDGET]
    assert after(starved, 200, 0, 11) == Stop.LAUNCHES
    # Another cell of the stage is starved: what is precise ends.
    assert after(starved, 9, 2, 11) == Stop.PRECISE


@pytest.mark.parametrize("state", [LAUNCHES, ROUNDS])
def test_there_is_a_greatest_number_of_launches_and_of_rounds(state: StopState) -> None:
    assert after(state, state.most - 1, 0, 1) == Stop.NOT
    assert after(state, state.most, 0, 1) == Stop.LAUNCHES


def test_a_method_takes_its_rounds_whatever_the_time_and_the_precision() -> None:
    method = replace(ROUNDS, method_rounds=4)
    assert after(method, 3, 0, 1000) == after(method, 3, 1, 1) == Stop.NOT
    assert after(method, 4, 0, 1) == Stop.METHOD
    starved = replace(method, starved=True)
    assert [after(starved, 4, 0, 62), after(starved, 5, 0, 64), after(starved, 100, 0, 1)] == [
        Stop.NOT, Stop.METHOD, Stop.METHOD]
    cut = replace(method, cut=True)
    assert [after(cut, 3, 0, 1000), after(cut, 4, 0, 1)] == [Stop.NOT, Stop.BUDGET]


def test_an_interruption_ends_everything() -> None:
    interrupted = replace(LAUNCHES, interrupted=True)
    assert after(interrupted, 9, 2, 1) == Stop.INTERRUPTED
    assert after(replace(interrupted, method_rounds=4), 1, 0, 1) == Stop.INTERRUPTED


@pytest.mark.parametrize(("reason", "failed", "precise", "word"), [
    (Stop.PRECISE, True, False, "error"),
    (Stop.METHOD, False, True, "method"),
    (Stop.BUDGET, False, True, "precise"),
    (Stop.INTERRUPTED, False, False, "interrupted"),
    (Stop.BUDGET, False, False, "budget"),
    (Stop.LAUNCHES, False, False, "budget"),
    (Stop.PRECISE, False, False, "budget"),
])
def test_a_cells_own_state_goes_before_its_groups_reason(
        reason: Stop, failed: bool, precise: bool, word: str) -> None:
    assert stop_word(reason, failed, precise) == word
