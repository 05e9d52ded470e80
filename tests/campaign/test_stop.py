# SPDX-License-Identifier: BSD-3-Clause
"""When measuring stops, and why: no machine is needed."""

from dataclasses import replace

import pytest

from campaign.stopping import Stop, StopState, stop_word

# Ten seconds of time, launches as by default; and the same of a single launch, in rounds.
LAUNCHES = StopState(least=6, most=200, looks_needed=2, share=10)
ROUNDS = StopState(least=10, most=100, looks_needed=1, share=10)
STARVED = replace(LAUNCHES, starved=True)
METHOD = replace(ROUNDS, method_rounds=4)
INTERRUPTED = replace(LAUNCHES, interrupted=True)


@pytest.mark.parametrize(("state", "taken", "precise_looks", "spent", "reason"), [
    # Launches end one look after the first precise one, rounds at the first if there is an
    # interval.
    (LAUNCHES, 6, 0, 1, Stop.NOT), (LAUNCHES, 6, 1, 1, Stop.NOT), (LAUNCHES, 9, 2, 1, Stop.PRECISE),
    (ROUNDS, 9, 1, 1, Stop.NOT), (ROUNDS, 10, 1, 1, Stop.PRECISE),
    # The share of time may be exceeded until there is an interval.
    (LAUNCHES, 5, 0, 59, Stop.NOT), (LAUNCHES, 5, 0, 61, Stop.BUDGET),
    (LAUNCHES, 6, 0, 9, Stop.NOT), (LAUNCHES, 6, 0, 11, Stop.BUDGET),
    (ROUNDS, 9, 0, 59, Stop.NOT), (ROUNDS, 9, 0, 61, Stop.BUDGET),
    (ROUNDS, 10, 0, 9, Stop.NOT), (ROUNDS, 10, 0, 11, Stop.BUDGET),
    # A cell without a sample is waited for, but not for ever; what is precise ends.
    (STARVED, 6, 0, 11, Stop.NOT), (STARVED, 6, 0, 62, Stop.NOT), (STARVED, 6, 0, 64, Stop.BUDGET),
    (STARVED, 200, 0, 11, Stop.LAUNCHES), (STARVED, 9, 2, 11, Stop.PRECISE),
    # There is a greatest number of launches and of rounds.
    (LAUNCHES, 199, 0, 1, Stop.NOT), (LAUNCHES, 200, 0, 1, Stop.LAUNCHES),
    (ROUNDS, 99, 0, 1, Stop.NOT), (ROUNDS, 100, 0, 1, Stop.LAUNCHES),
    # A method takes its rounds whatever the time and the precision.
    (METHOD, 3, 0, 1000, Stop.NOT), (METHOD, 3, 1, 1, Stop.NOT), (METHOD, 4, 0, 1, Stop.METHOD),
    (replace(METHOD, starved=True), 4, 0, 62, Stop.NOT),
    (replace(METHOD, starved=True), 5, 0, 64, Stop.METHOD),
    (replace(METHOD, starved=True), 100, 0, 1, Stop.METHOD),
    (replace(METHOD, cut=True), 3, 0, 1000, Stop.NOT),
    (replace(METHOD, cut=True), 4, 0, 1, Stop.BUDGET),
    # An interruption ends everything.
    (INTERRUPTED, 9, 2, 1, Stop.INTERRUPTED),
    (replace(INTERRUPTED, method_rounds=4), 1, 0, 1, Stop.INTERRUPTED)])
def test_a_group_ends_for_a_reason(state, taken, precise_looks, spent, reason):
    assert replace(state, taken=taken, precise_looks=precise_looks,
                   spent=spent).reason() == reason


@pytest.mark.parametrize(("reason", "failed", "precise", "word"), [
    (Stop.PRECISE, True, False, "error"), (Stop.METHOD, False, True, "method"),
    (Stop.BUDGET, False, True, "precise"), (Stop.INTERRUPTED, False, False, "interrupted"),
    (Stop.BUDGET, False, False, "budget"), (Stop.LAUNCHES, False, False, "budget"),
    (Stop.PRECISE, False, False, "budget")])
def test_a_cells_own_state_goes_before_its_groups_reason(reason, failed, precise, word):
    assert stop_word(reason, failed, precise) == word
