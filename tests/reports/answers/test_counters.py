# SPDX-License-Identifier: BSD-3-Clause
"""Hardware counters in the report: counts by cell, or the reason why there are none."""

from collections.abc import Callable
from typing import Any

import pytest

import example
from conftest import HOSTILE
from reports.page.sections import why
from records.read import campaign_read

SIZES = (8, 4096, 800000)
EVENT, UNKNOWN = "L2_MISSES:PMC0", "NOT_HERE:PMC1"


def campaign(reason: str | None = None) -> list[example.Record]:
    """A campaign in which rank 1 of each cell counts ten times its bytes, rank 0 one more."""
    facts = {"counters": {"group": "CACHES", "reason": reason}}
    records = example.campaign(("pingpong",), ("bus",), SIZES, facts=facts)
    for record in records:
        if record["record"] == "cell":
            of_rank = [10 * record["bytes"] + 1.0, 10 * record["bytes"]]
            record["counters"] = None if reason else {
                "group": "CACHES",
                "runs": 100,
                "events": {EVENT: of_rank, UNKNOWN: [None, None]},
                "empty": {EVENT: [0.5, 0.5], UNKNOWN: [None, None]},
            }
    return records


@pytest.fixture
def counters(report_read) -> Callable[..., Any]:
    return lambda *files: why(report_read(*files))["counters"]


def test_events_of_short_and_long_messages_are_sums_over_the_ranks(counters):
    part = counters(campaign())
    ((panel, tables),) = part.panels
    assert (panel.title, part.asked, part.refused) == ("pingpong", True, [])
    assert [table.size for table in tables] == [8, 800000]
    for table in tables:
        shown = [(cell.key.path, cell.key.protocol) for cell in table.cells]
        assert shown == example.series_of("pingpong")
        width = len(table.cells)
        assert table.rows == [(EVENT, [20 * table.size + 1] * width), (UNKNOWN, [None] * width)]


def test_a_size_at_which_nothing_was_counted_has_no_table(counters):
    records = campaign()
    for record in records:
        if record.get("bytes") == 8:
            record["counters"] = None
    ((_, tables),) = counters(records).panels
    assert [table.size for table in tables] == [800000]


def test_a_machine_without_counters_is_reported_with_the_reason(counters):
    part = counters(campaign("no msr device"), example.campaign(("pingpong",), ("bus",), SIZES))
    assert part.panels == []
    assert part.refused == [("0.jsonl on node17", "CACHES", "no msr device")]


def test_a_file_that_did_not_ask_says_nothing(counters):
    part = counters(example.campaign(("pingpong",), ("bus",), SIZES))
    assert (part.panels, part.refused, part.asked) == ([], [], False)


@pytest.mark.parametrize(
    "counters",
    [3, [], HOSTILE, {}, {"events": 1}, {"events": {EVENT: 1}}, {"events": {EVENT: [HOSTILE]}},
     {"events": {EVENT: [True]}}],
)
def test_a_cell_whose_counters_are_none_is_damaged(results_file, counters):
    records = campaign()
    next(record for record in records if record["record"] == "cell")["counters"] = counters
    (note,) = campaign_read(results_file(records)).notes
    assert "counters" in note


def test_the_page_shows_the_counts_of_each_cell(opened):
    with opened(campaign(), width=400) as page:
        part = page.locator("#why details.counters")
        assert part.count() == 1
        part.locator("summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        values = part.locator("table").nth(1).locator("data").evaluate_all(
            "all => all.map(data => Number(data.value))")
        assert values == [16000001] * len(example.series_of("pingpong"))
        assert "Hardware counters were not read" not in page.locator("#why").inner_text()


def test_the_page_gives_the_reason_why_nothing_was_counted(opened):
    with opened(campaign(HOSTILE)) as page:
        notice = page.locator("#why .notice", has_text="requested the hardware counters of CACHES")
        assert HOSTILE in notice.inner_text()
        assert page.locator("#why details.counters").count() == 0
        assert page.evaluate("globalThis.struck") is None
