# SPDX-License-Identifier: BSD-3-Clause
"""Readings of the limit: in each launch of a campaign, and by `comops machine --limits`."""

import math

import pytest

from comops.measure import library
from comops.measure.account import Account
from comops.measure.block.counting import canaries_take
from comops.measure.library import Refusal
from comops.measure.machine_pairs import WAYS, limits_of_rounds
from comops.statistics.handovers import Handovers
from groups import BUS, group_of, state_of

NEAR, FAR = Handovers((60.0,), (61.0,)), Handovers((200.0,), (201.0,))
MOVED = Handovers((60.0,), (200.0,))


def records_of(monkeypatch, read, *groups):
    asked = []

    def limits(pus, way, sizes):
        asked.append((pus, way, sizes))
        return read

    monkeypatch.setattr(library, "canary", lambda pus: (1.0, 2.0, 0.0, 4.0, 5.0))
    monkeypatch.setattr(library, "limits", limits)
    kept = []
    canaries_take(kept, Account(), list(map(state_of, groups)), 1)
    return kept, asked


def test_a_launch_reads_as_many_bytes_as_its_cells_have(monkeypatch):
    groups = [group_of(size, 2, pattern=pattern) for pattern, size in (
        ("pingpong", 4096), ("gather", 8), ("pingpong", 8), ("put", 64))]
    (record,), asked = records_of(monkeypatch, [0.1, 0.5], *groups)
    assert asked == [([0, 1], 0, [8, 4096])]
    assert record["read"] == [{"bytes": 8, "us": 0.1}, {"bytes": 4096, "us": 0.5}]


@pytest.mark.parametrize("read, kept", [
    ([math.nan, 0.5], [{"bytes": 4096, "us": 0.5}]),  # something else was read than written
    ([math.nan, math.nan], None),
    (None, None),
])
def test_a_reading_with_wrong_data_is_refused(monkeypatch, read, kept):
    (record,), _ = records_of(monkeypatch, read, group_of(8, 2), group_of(4096, 2))
    assert record.get("read") == kept


def test_without_cells_that_have_a_limit_nothing_is_read(monkeypatch):
    (record,), asked = records_of(monkeypatch, [1.0], group_of(64, 2, pattern="put"))
    assert "read" not in record and not asked


def rounds(*seen):
    """The n-th round takes n microseconds, whatever the way."""
    return [(given, [{8: float(at)} for _ in WAYS]) for at, given in enumerate(seen, 1)]


def test_rounds_in_which_the_cores_were_elsewhere_or_moved_are_left_out_and_counted():
    limits = limits_of_rounds(BUS, rounds(FAR, *[NEAR] * 7, MOVED, FAR))
    assert (limits.rounds, limits.used) == (10, 7)
    assert limits.us["both_past"] == {8: (5.0, (2.0, 8.0))}
    assert limits.record["times"][0] == {
        "way": "read", "bytes": 8, "us": 5.0, "ci95_us": [2.0, 8.0]}


@pytest.mark.parametrize("seen, wrong, why", [
    ([NEAR] * 5 + [FAR] * 4, 0.0, "in only 5 of 9 rounds"),
    ([MOVED] * 9, 0.0, "in only 0 of 9 rounds"),
    ([NEAR] * 9, math.nan, "was not what rank 1 had written"),
])
def test_too_few_rounds_and_wrong_data_are_refused(seen, wrong, why):
    taken = rounds(*seen)
    taken[2][1][4][8] += wrong
    with pytest.raises(Refusal, match=why):
        limits_of_rounds(BUS, taken)
