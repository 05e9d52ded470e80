# SPDX-License-Identifier: BSD-3-Clause
"""The page in a real Chromium, opened from disk."""

import pytest

import example
from page_fixtures import HOSTILE, LINE, expect, hostile_campaign, tip_of

POINT = "path[aria-roledescription=point]"
BAR = "[aria-roledescription='rule mark']:not([stroke-dasharray])"  # crossovers are dashed
CHOSEN = ".chart:is([data-kind=time], [data-kind=rate]):not([data-series])"
NUMBERS = """rows => rows.map(row => [
    Number(row.dataset.bytes),
    [...row.querySelectorAll("data")].map(data => Number(data.value)),
])"""  # of table rows: [size, [exact values in their order]]

CELLS = """rows => rows.map(row => [Number(row.dataset.bytes), ...[2, 4].map(at =>
    Number.parseFloat(row.cells[at].textContent.replaceAll(",", "")))])"""  # [size, time, rate]


def draw_all(page) -> None:
    """Choose every series of every chart, and wait until they are drawn."""
    for button in page.locator("button[value=all]").all():
        button.click()
    for chart in page.locator(CHOSEN).all():
        boxes = page.locator(f".choice[data-panel={chart.get_attribute('data-panel')}] input")
        expect(chart.locator(LINE)).to_have_count(boxes.count())


@pytest.mark.often
def test_every_chart_can_draw_every_valid_cell(opened):
    records = example.small_campaign()
    with opened(records) as page:
        draw_all(page)
        operations = page.locator(".operation")
        assert operations.count() == 2
        for index, pattern in enumerate(("pingpong", "broadcast")):
            cells = [r for r in records if r.get("valid") and r["pattern"] == pattern]
            series = {(cell["path"], cell["protocol"]) for cell in cells}
            charts = operations.nth(index).locator(CHOSEN)
            assert charts.count() == 2
            for chart in charts.all():
                # Points to hover over come first, then the points that are seen.
                assert chart.locator(POINT).count() == 2 * len(cells)
                assert chart.locator(LINE).count() == len(series)
                assert chart.locator(BAR).count() == len(cells)


def test_the_tables_hold_the_file_s_numbers(opened):
    records = example.campaign(("pingpong",), ("bus",))
    with opened(records) as page:
        page.locator("details.ranking summary").click()
        page.locator("details.ranking select").select_option("all sizes")
        shown = page.locator("table.cells tbody tr").evaluate_all(CELLS)
        cells = example.kinds(records)
        cells.sort(key=lambda cell: (cell["bytes"], cell["median_us"]))
        assert len(shown) == len(cells)
        for (size, *values), cell in zip(shown, cells, strict=True):
            assert size == cell["bytes"]
            assert values == pytest.approx([cell["median_us"], cell["rate_MBps"]], rel=1e-2)
        page.locator("details.ranking select").select_option("4096")
        names = page.locator("table.cells tbody th").all_inner_texts()
        assert [name.split(", ")[1] for name in names] == [
            cell["protocol"] for cell in cells if cell["bytes"] == 4096]
        assert page.locator("table.cells tbody td").nth(2).inner_text() == "1.00"
        rows = page.locator("table.comparison tbody tr").evaluate_all(NUMBERS)
        pairs = [(r["ratio"], *r["ci95"]) for r in records if r["record"] == "pair"]
        for size, (ours, other, *ratio, _) in [(s, (v + [0])[:6]) for s, v in rows]:
            times = [cell["median_us"] for cell in cells if cell["bytes"] == size]
            assert min(ours, other) == pytest.approx(min(times), rel=1e-5)
            assert any(pair == pytest.approx(ratio, rel=1e-5) for pair in pairs)
        assert [row[0] for row in rows] == sorted(example.SIZES)


def test_the_tooltip_of_a_point_has_its_exact_values(opened):
    records = example.campaign(("reduce",), ("bus",))
    cells = example.kinds(records)
    cell = min(cells, key=lambda cell: (cell["bytes"], cell["path"] != "threads", cell["protocol"]))
    with opened(records) as page:
        draw_all(page)
        points = page.locator("#panel-0-0-time").locator(POINT)
        points.last.scroll_into_view_if_needed()
        text = tip_of(page, points.nth(points.count() // 2))  # the first of those that are seen
        assert f"{cell['median_us']:.4g}"[:-1] in text and "µs [" in text
        assert "bus, 2 ranks" in text and "0 1" in text and "8" in text
        assert "undefined" not in text and "in 6 launches" in text


def test_hostile_strings_stay_text_in_page_charts_and_tooltips(opened):
    with opened(hostile_campaign()) as page:
        assert page.locator("h2").filter(has_text=HOSTILE).count() == 1
        assert page.locator("td.error").inner_text() == HOSTILE
        assert "<img src=x" in tip_of(page, page.locator(".chart").first.locator(POINT).last)
        page.locator("#controls").get_by_label("Fit", exact=True).select_option(HOSTILE)
        page.locator("details.fit summary").first.click()
        assert HOSTILE in page.locator("details.fit table").first.inner_text()
        assert HOSTILE in page.locator("dl.warnings").inner_text()
        assert page.locator("img").count() == 0
        assert page.evaluate("globalThis.struck") is None


@pytest.mark.often
@pytest.mark.parametrize("width", [400, 1600])
def test_a_page_of_long_words_is_never_wider_than_the_window(opened, width):
    with opened(hostile_campaign(), width, drawn=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for chart in page.locator(".chart svg").all():
            box = chart.bounding_box()
            assert box["width"] > 220 and box["x"] + box["width"] <= width


def test_tables_and_details_are_reached_by_keyboard(opened):
    with opened(example.small_campaign()) as page:
        reached = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("(e => e.className || e.localName)(document.activeElement)"))
        assert {"a", "scroll", "summary"} <= reached


def test_a_page_whose_scripts_are_off_still_has_its_numbers(opened):
    with opened(example.small_campaign(), scripts=False) as page:
        assert page.locator("table.comparison tbody tr").count() == 14
