# SPDX-License-Identifier: BSD-3-Clause
"""Messages per second, overlap, and ratios between placements on the page."""

import re

import pytest

import example
import measured
from conftest import LINE, expect, tip_of
from records.read import campaign_read
from reports.page.publication import charts_of
from reports.words.formats import number_text
from test_browser import BAR

ON_TWO_PLACEMENTS = measured.on_two_placements()


def rows_of(html: str, table: str) -> list[str]:
    """The text of a table's body, row by row."""
    body = html.split(table)[1].split("<tbody>")[1].split("</tbody>")[0]
    return [" ".join(re.sub("<[^>]*>", " ", row).replace("\N{NO-BREAK SPACE}", " ").split())
            for row in body.split("</tr>")[:-1]]


def test_messages_per_second_are_a_table_over_size_and_pairs(page_of):
    html = page_of(measured.pairs_of_messages())
    rows = rows_of(html, 'aria-label="Messages per second of message_rate')
    assert [" ".join(row.split()[:3]) for row in rows[:4]] == ["8 B 1", "8 B 2", "8 B 4", "4 KiB 1"]
    first = min((one for one in measured.pairs_of_messages()
                 if one["record"] == "cell" and one["bytes"] == 8 and one["path"] == "mpi"
                 and one["series"] == 1), key=lambda one: one["median_us"])
    ends = [first["messages_per_s"] * first["median_us"] / end / 1e6 for end in first["ci95_us"]]
    shown = number_text(first["messages_per_s"] / 1e6, tuple(reversed(ends)))
    assert f"{shown} [" in rows[0]


def test_messages_per_second_are_drawn_over_size_and_over_pairs(opened):
    with opened(measured.pairs_of_messages()) as page:
        over_size = page.locator("#panel-0-0-messages")
        expect(over_size.locator(LINE)).to_have_count(2)
        assert "million messages/s" in over_size.inner_html()
        over_pairs = page.locator("#pairs-0-0-pairs")
        words = over_pairs.locator("svg text").all_text_contents()
        assert {"1", "2", "4", "pairs", "million messages/s"} <= set(words)
        tip = tip_of(page, over_pairs.locator("path[aria-roledescription=point]").last)
        assert "4 pairs" in tip and "million/s [" in tip
        assert page.locator("#controls output").inner_text() == "3 of 3 settings shown"


def test_overlap_is_drawn_from_0_to_100_for_every_protocol_with_its_interval(opened):
    with opened(measured.hidden()) as page:
        chart = page.locator(".chart[data-kind=overlap]")
        expect(chart.locator(LINE)).to_have_count(3)
        assert chart.locator(BAR).count() == 9
        words = chart.locator("svg text").all_text_contents()
        assert {"0", "25", "50", "75", "100", "overlap, %"} <= set(words)


def test_overlap_is_a_table_over_protocol_and_size(page_of):
    html = page_of(measured.hidden())
    rows = rows_of(html, 'aria-label="Overlap of overlap')
    assert "MPI, library 10 [6, 14] 20 [16, 24] 40 [36, 44]" in rows
    assert any(row.startswith("threads, barrier 0.0 [0.0, 4.0]") for row in rows)


def test_the_first_run_is_a_folded_table_and_split_cells_have_both_times(page_of):
    records, state = example.small_campaign(), {"time_us": 3.0, "ci95_us": None, "blocks": 4,
                                                "launches": 4}
    for one in example.kinds(records):
        one |= {"first_us": [None, 25.0, 35.0]} if one["valid"] else {}
    records[1]["page_faults"] = {"used": "with", "with": state, "without": state}
    html = page_of(records)
    rows = rows_of(html, 'aria-label="First run of pingpong')
    assert any(row.startswith("threads, barrier 30.0 30.0") for row in rows)
    assert "3.00 us with page faults (4 blocks), 3.00 us without page faults" in html


@pytest.mark.parametrize("found", [7, [], {"percent": "x"}, {"percent": 1.0, "ci95": 3}])
def test_an_overlap_that_is_none_is_refused(results_file, found):
    records = measured.hidden()
    records[1]["overlap"] = found
    assert "line 2" in campaign_read(results_file(records)).notes[0]


def test_figures_of_a_publication_have_them(report_read):
    kinds = [{one.kind for one in charts_of(report.operations, report.scalings)} for report in (
        report_read(measured.pairs_of_messages()), report_read(measured.hidden()))]
    assert "messages" in kinds[0] and "pairs" in kinds[0] and "overlap" in kinds[1]


def test_ratios_between_placements_are_drawn_in_ink_with_both_placements_named(opened):
    with opened(ON_TWO_PLACEMENTS) as page:
        article = page.locator("#placed-0-1")
        assert "pingpong: crossbar beside bus" in article.locator("h3").inner_text()
        chart = article.locator(".chart")
        strokes = chart.locator(LINE).evaluate_all(
            "all => [...new Set(all.map(one => getComputedStyle(one).stroke))]")
        ink = page.evaluate("getComputedStyle(document.body).color")
        assert strokes == [ink]
        words = set(chart.locator("svg text").all_text_contents())
        assert {"▲ bus faster", "▼ crossbar faster"} <= words
        tip = tip_of(page, chart.locator("path[aria-roledescription=point]").last)
        assert "undefined" not in tip and "bus" in tip


def test_ratios_between_placements_are_a_table_of_all_protocols(page_of):
    html = page_of(ON_TWO_PLACEMENTS)
    rows = rows_of(html, 'aria-label="Ratios of pingpong')
    assert len(rows) == 3 and all(row.count("[") == 3 for row in rows)
