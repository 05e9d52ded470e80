# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign went, and where MPI loses, in words."""

import evident
import example
import pytest

from comops.measure.account import KINDS as RECORDED
from comops.reports.terminal.account import KINDS, account_of
from comops.reports.terminal.account import NONE, account_text
from comops.reports.terminal.losses import NONE as NO_LOSS
from comops.reports.terminal.losses import losses_text
from comops.results.read import campaign_read


def record(wall, stamps, *spent):
    names = "kind", "seconds", "path", "bytes"
    return {"record": "account", "wall_s": wall, "stamps_s": stamps,
            "spent": [dict(zip(names, row, strict=False)) for row in spent]}


PARTS = (record(8, 1, ("timed", 4.0, "threads", 8), ("own", 1.5), ("later kind", 0.5)),
         record(2, 0.5, ("timed", 1.0, "mpi", 4096), ("settling", 0.9, "mpi", 4096)))


@pytest.fixture
def read(results_file):
    return lambda *records: campaign_read(results_file([
        *example.campaign(("pingpong",), ("bus",), (8,)), *records]))


def test_each_kind_that_a_campaign_records_has_words():
    assert set(KINDS) == set(RECORDED)


def test_the_parts_of_a_resumed_campaign_are_added(read):
    account = account_of(read(*PARTS))
    assert (account.wall, account.stamps) == (10, 1.5)
    assert account.by("kind") == {"timed": 5, "own": 1.5, "settling": 0.9, "later kind": 0.5}
    assert account.by("path") == {"threads": 4, None: 2, "mpi": 1.9}
    assert account.by("bytes", ["timed"]) == {8: 4, 4096: 1}
    assert account.left == pytest.approx(2.1)


def test_time_is_shown_by_kind_path_and_size_with_its_share_in_80_columns(read):
    lines = account_text(read(*PARTS)).splitlines()
    assert max(map(len, lines)) <= 80
    rows = [" ".join(line.split()) for line in lines]
    assert [row for row in (
        "Wall time 10.0 s", "timed blocks 5.00 s 50.0 %",
        "of it in the stamps' own intervals 1.50 s 15.0 %", "our own program 1.50 s 15.0 %",
        "later kind 0.50 s 5.0 %", "not accounted for 2.10 s 21.0 %",
        "mpi 1.90 s 19.0 % 1.00 s 10.0 %", "4K 1.90 s 19.0 % 1.00 s 10.0 %",
        "no size 2.00 s 20.0 % 0.00 s 0.0 %") if row not in rows] == []


def test_a_file_without_an_account_says_so(read):
    assert account_text(read()) == NONE


def test_losses_are_those_of_mpi_s_calls_the_largest_factor_first():
    text = losses_text(evident.campaign(
        evident.cell("reduce", "threads", "barrier", 10.0),
        evident.cell("reduce", "mpi", "library", 15.0),
        evident.cell("pingpong", "threads", "lock", 2.0, 64),
        evident.cell("pingpong", "threads", "direct", 1.0, 64),
        evident.cell("pingpong", "mpi", "direct", 0.5, 64),  # makes no call
        evident.cell("pingpong", "mpi", "sendrecv", 3.0, 64),
        evident.cell("gather", "threads", "direct", 3.0),
        evident.cell("gather", "mpi", "library", 1.0)))
    _, *rows = (line.split() for line in text.splitlines())
    assert [row[:7] for row in rows] == [
        ["pingpong", "64", "B", "3.000", "[2.970,", "3.030]", "2.00"],
        ["reduce", "8", "B", "1.500", "[1.485,", "1.515]", "5.00"]]


def test_without_a_loss_it_says_so():
    assert losses_text(evident.campaign(evident.cell("reduce", "mpi", "library", 1.0))) == NO_LOSS
