# SPDX-License-Identifier: BSD-3-Clause
"""The page of a full campaign as text: size, order, series, three paths, a barrier; messages per
second, overlap, and ratios between placements on the page."""

import re

import pytest

import example
import full
import measured
from page_fixtures import LINE, expect, tip_of
from comops.reports.answers.answer import OUTCOMES, rows_of
from comops.reports.answers.panels import Operation, operations_of
from comops.reports.answers.series import drawn_first, series_of
from comops.reports.answers.verdict_maps import maps_of, total_rows
from comops.reports.page.build import PAGE_BYTES
from comops.reports.page.publication import charts_of
from comops.reports.words.formats import number_text
from comops.results.read import Campaign, campaign_read
from test_browser import BAR
from page_text import embedded, words

SHORT = (8, 4096, 262144)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory) -> Campaign:
    path = tmp_path_factory.mktemp("full") / "full.jsonl"
    path.write_text(example.lines(full.campaign(SHORT, few=True)), encoding="utf-8")
    return campaign_read(path)


@pytest.fixture(scope="module")
def parts(campaign) -> dict[str, Operation]:
    operations = operations_of([campaign])
    return {operation.pattern: operation for operation in operations}


@pytest.fixture(scope="module")
def html(page_of) -> str:
    return page_of(full.campaign(SHORT, few=True))


@pytest.mark.often
def test_a_full_campaign_makes_a_page_within_the_limit(page_of):
    records = full.campaign()
    assert sum(record["record"] == "cell" for record in records) > 8000
    html = page_of(records)
    assert len(html.encode()) < 2 * PAGE_BYTES
    assert len(re.findall('<section id="operation-', html)) == 28


def test_the_five_of_the_paper_come_first_and_the_others_by_name(parts):
    names = list(parts)
    assert tuple(names[:5]) == full.PAPER
    assert names[5:] == sorted(names[5:]) and len(names) == 28


def test_every_series_has_its_own_panel_and_name(parts, html):
    assert [panel.title for panel in parts["distant"].panels] == [
        f"distant (partner {partner})" for partner in full.PARTNERS
    ]
    text = words(html)
    assert "swap (volume 128 KiB)" in text and "swap (volume 2 MiB)" in text
    assert html.count('aria-label="Comparison of distant (partner') == len(full.PARTNERS)


def test_only_pairs_within_a_series_are_compared(parts):
    for panel in parts["swap"].panels:
        assert {cell.key.series for cell in panel.cells} == {panel.setting.series}
        assert all(row.ratio for row in panel.rows)


def test_a_barrier_has_bars_and_neither_sizes_nor_charts(parts, html):
    (panel,) = parts["barrier"].panels
    assert panel.points == [] and panel.sizes == [0]
    assert not re.search(r"(?<![\d,.])0 B", words(html))
    section = html.split(f'id="{panel.name}"')[1].split("</article>")[0]
    assert 'class="chart"' not in section and section.count("<details") == 1  # single runs
    assert section.count('class="bar"') == len(panel.cells)
    assert panel.name not in embedded(html)["datasets"]
    widths = [float(width) for width in re.findall(r"width:([\d.]+)%", section)]
    assert widths == sorted(widths) and widths[-1] == 100


def test_a_comparison_has_a_column_for_each_of_three_paths(html):
    text = words(html)
    for path in ("threads", "MPI", "SHMEM"):
        assert f"best {path}, µs" in text
    assert "Each factor compares threads with the faster of processes and SHMEM" in text
    assert "time of the faster of MPI and SHMEM / time of threads" in html


def test_the_maps_have_a_field_for_every_row_and_group_panels_with_common_sizes(parts):
    operations = list(parts.values())
    maps = maps_of(operations)
    fields = [field for map_ in maps for line in map_.lines for field in line.fields if field]
    assert len(fields) == sum(len(p.rows) for o in operations for p in o.panels)
    assert len(maps) <= 3
    (barrier,) = [line for map_ in maps for line in map_.lines if line.sizeless]
    assert barrier.panel.pattern == "barrier" and len(barrier.fields) == 1


def test_a_map_s_colour_deepens_with_the_factor_and_ties_are_hatched(parts, html):
    rows = {
        (field.winner, field.depth): field
        for map_ in maps_of(list(parts.values()))
        for line in map_.lines
        for field in line.fields
        if field
    }
    for (winner, depth), field in rows.items():
        if winner not in OUTCOMES:
            factor = float(field.text)
            assert depth == sum(factor >= step for step in (1.1, 1.4, 2, 4)) or factor < 1.5
    assert re.search(r'<td title="[^"]+" class="won depth-\d path-2">', html)
    assert html.count('class="even"') > 1


def test_the_first_line_counts_every_comparison_that_was_not_oversubscribed(parts, html):
    operations = list(parts.values())
    rows = [row for o in operations for p in o.panels for row in p.rows if not row.oversubscribed]
    assert len(total_rows(operations, "best")) == len(rows)
    assert f" of {len(rows)}. " in words(html)


def test_charts_begin_with_one_or_two_protocols_of_each_path(parts):
    for operation in parts.values():
        for panel in operation.panels:
            drawn = sorted(path for path, _ in panel.drawn)
            assert set(drawn) == {"threads", "mpi", "shmem"} and len(drawn) <= 6
            assert panel.drawn <= {(c.key.path, c.key.protocol) for c in panel.cells}


def test_a_protocol_that_represents_its_path_alone_is_always_close_to_the_fastest(results_file):
    campaign = campaign_read(
        results_file(full.campaign(SHORT, slow=False, patterns=("broadcast",)))
    )
    cells = [c for c in campaign.cells.values() if c.key.pattern == "broadcast"]
    rows = rows_of(campaign, cells)["best"]
    drawn = drawn_first(rows)
    for path in ("threads", "mpi", "shmem"):
        mine = [protocol for own, protocol in drawn if own == path]
        gaps = [
            next(c for c in row.cells if (c.key.path, c.key.protocol) == (path, mine[0])).time_us
            / row.best[path].time_us
            for row in rows
        ]
        assert len(mine) == 2 or max(gaps) <= 1.1


def test_all_series_of_a_path_differ_in_symbol_or_dashes(results_file):
    campaign = campaign_read(results_file(full.campaign((8,), slow=False, patterns=("swap",))))
    series = series_of(campaign.cells.values())
    looks = {(line.colour_index, line.symbol, line.dash) for line in series}
    assert len(looks) == len(series) > 30
    labels = [line.protocol for line in series if line.path == "mpi"]
    assert labels.index("put") < labels.index("(0,0)") < labels.index("(1,2)")
    assert labels.index("(0,6)") < labels.index("(1,0)")


# ---- what few campaigns have ------------------------------------------------------------------

ON_TWO_PLACEMENTS = measured.on_two_placements()


def table_rows(html: str, table: str) -> list[str]:
    """The text of a table's body, row by row."""
    body = html.split(table)[1].split("<tbody>")[1].split("</tbody>")[0]
    return [" ".join(re.sub("<[^>]*>", " ", row).replace("\N{NO-BREAK SPACE}", " ").split())
            for row in body.split("</tr>")[:-1]]


def test_messages_per_second_are_a_table_over_size_and_pairs(page_of):
    html = page_of(measured.pairs_of_messages())
    rows = table_rows(html, 'aria-label="Messages per second of message_rate')
    assert [" ".join(row.split()[:3]) for row in rows[:4]] == ["8 B 1", "8 B 2", "8 B 4", "4 KiB 1"]
    first = min((cell for cell in measured.pairs_of_messages()
                 if cell["record"] == "cell" and cell["bytes"] == 8 and cell["path"] == "mpi"
                 and cell["series"] == 1), key=lambda cell: cell["median_us"])
    ends = [first["messages_per_s"] * first["median_us"] / end / 1e6 for end in first["ci95_us"]]
    shown = number_text(first["messages_per_s"] / 1e6, tuple(reversed(ends)))
    assert f"{shown} [" in rows[0]


@pytest.mark.often
def test_messages_per_second_are_drawn_over_size_and_over_pairs(opened):
    with opened(measured.pairs_of_messages(), drawn=True) as page:
        over_size = page.locator("#panel-0-0-messages")
        expect(over_size.locator(LINE)).to_have_count(2)
        assert "million messages/s" in over_size.inner_html()
        over_pairs = page.locator("#pairs-0-0-pairs")
        words = over_pairs.locator("svg text").all_text_contents()
        assert {"1", "2", "4", "pairs", "million messages/s"} <= set(words)
        tip = tip_of(page, over_pairs.locator("path[aria-roledescription=point]").last)
        assert "4 pairs" in tip and "million/s [" in tip
        assert page.locator("#controls output").inner_text() == "3 of 3 settings shown"


@pytest.mark.often
def test_overlap_is_drawn_from_0_to_100_for_every_protocol_with_its_interval(opened):
    with opened(measured.hidden(), drawn=True) as page:
        chart = page.locator(".chart[data-kind=overlap]")
        expect(chart.locator(LINE)).to_have_count(3)
        assert chart.locator(BAR).count() == 9
        words = chart.locator("svg text").all_text_contents()
        assert {"0", "25", "50", "75", "100", "overlap, %"} <= set(words)


def test_overlap_is_a_table_over_protocol_and_size(page_of):
    html = page_of(measured.hidden())
    rows = table_rows(html, 'aria-label="Overlap of overlap')
    assert "MPI, library 10 [6, 14] 20 [16, 24] 40 [36, 44]" in rows
    assert any(row.startswith("threads, barrier 0.0 [0.0, 4.0]") for row in rows)


def test_the_first_run_is_a_folded_table_and_split_cells_have_both_times(page_of):
    records, state = example.small_campaign(), {"time_us": 3.0, "ci95_us": None, "blocks": 4,
                                                "launches": 4}
    for record in example.kinds(records):
        record |= {"first_us": [None, 25.0, 35.0]} if record["valid"] else {}
    records[1]["page_faults"] = {"used": "with", "with": state, "without": state}
    html = page_of(records)
    rows = table_rows(html, 'aria-label="First run of pingpong')
    assert any(row.startswith("threads, barrier 30.0 30.0") for row in rows)
    assert "3.00 us with page faults (4 blocks), 3.00 us without page faults" in html


def test_figures_of_a_publication_have_them(report_read):
    names = [" ".join(chart.name for chart in charts_of(report.operations, report.scalings))
             for report in (report_read(measured.pairs_of_messages()),
                            report_read(measured.hidden()))]
    assert "messages" in names[0] and "over-pairs" in names[0] and "overlap" in names[1]


@pytest.mark.often
def test_ratios_between_placements_are_drawn_in_ink_with_both_placements_named(opened):
    with opened(ON_TWO_PLACEMENTS, drawn=True) as page:
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
    rows = table_rows(html, 'aria-label="Ratios of pingpong')
    assert len(rows) == 3 and all(row.count("[") == 3 for row in rows)
