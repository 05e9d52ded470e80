# SPDX-License-Identifier: BSD-3-Clause
"""The controls above the operations, in a real Chromium: each does what it says."""

import pytest

import example
from page_fixtures import LINE, expect, tip_of

SIZES = (8, 80, 4096, 65536, 262144, 800000, 4194304)
TIME = ".operation article:not([hidden], .scaling) .chart[data-kind=time]"


EIGHT = example.campaign(("pingpong", "broadcast"), sizes=(8, 4096, 800000), ranks=(2, 4))
FEW = example.campaign(("pingpong", "broadcast"), ("bus",), sizes=SIZES)


@pytest.fixture(scope="module")
def both(opened):
    """Eight settings, for what chooses among them; two, for what charts and tables show: each takes
    a while to draw."""
    with opened(EIGHT) as eight, opened(FEW) as few:
        yield eight, few


@pytest.fixture
def eight(both):
    page = both[0]
    page.bring_to_front()  # Chromium draws seldom what is behind another page
    page.get_by_role("button", name="reset").click()
    return page


@pytest.fixture
def few(both):
    page = both[1]
    page.bring_to_front()
    page.get_by_role("button", name="reset").click()
    chosen = page.locator(".choice[data-panel=panel-0-0] input:checked").count()
    expect(page.locator(TIME).first.locator(LINE)).to_have_count(chosen)
    return page


def choose(page, label: str, option: str) -> None:
    page.locator("#controls").get_by_label(label, exact=True).select_option(option)


def shown(page) -> list[str]:
    captions = page.locator(".operation article:not([hidden], .scaling)")
    return [title.get_attribute("aria-label") for title in captions.all()]


def labels(page, chart: str) -> list[str]:
    return page.locator(chart).first.locator(".role-axis-label text").all_text_contents()


def test_operation_placement_and_ranks_are_chosen_alone_and_together(eight):
    output = eight.locator("#controls output")
    assert output.inner_text() == "8 of 8 settings shown"
    choose(eight, "Operation", "broadcast")
    assert len(shown(eight)) == 4 and all("broadcast" in name for name in shown(eight))
    choose(eight, "Placement", "crossbar")
    assert len(shown(eight)) == 2 and all("crossbar" in name for name in shown(eight))
    choose(eight, "Ranks", "4")
    assert shown(eight) == ["broadcast, crossbar, 4 ranks"]
    assert output.inner_text() == "1 of 8 settings shown"
    eight.get_by_role("button", name="reset").click()
    assert output.inner_text() == "8 of 8 settings shown"


def test_a_choice_of_one_value_is_not_offered(opened):
    with opened(example.small_campaign()) as page:
        offered = page.locator("#controls label").all_inner_texts()
        names = {name.split()[0] for name in offered}
        assert {"Operation", "Path", "Protocol", "Sizes", "Values", "Fit"} == names


def test_a_path_and_a_protocol_choose_the_lines_of_every_chart(few):
    choose(few, "Path", "processes")
    choose(few, "Protocol", "all")
    for chart in few.locator(TIME).all():
        panel = chart.get_attribute("data-panel")
        boxes = few.locator(f".choice[data-panel={panel}] input:checked")
        chart.scroll_into_view_if_needed()
        expect(chart.locator(LINE)).to_have_count(boxes.count())
        assert "threads" not in chart.inner_html()
    choose(few, "Protocol", "sendrecv")
    first = few.locator(TIME).first
    first.scroll_into_view_if_needed()
    expect(first.locator(LINE)).to_have_count(1)


def test_axes_switch_between_logarithmic_and_linear(few):
    assert "1,000" in labels(few, TIME) and "0" not in labels(few, TIME)
    choose(few, "Values", "linear")
    axis = few.locator(TIME).first.locator(".role-axis-label text")
    expect(axis.filter(has_text="0").first).to_be_visible()
    expect(few.locator(TIME).first.get_by_text("0", exact=True)).to_have_count(1)
    assert "1,000" in labels(few, TIME)
    choose(few, "Sizes", "linear")
    chart = few.locator(TIME).first
    expect(chart.get_by_text("4 MiB", exact=True)).to_have_count(1)
    choose(few, "Sizes", "log")
    expect(chart.get_by_text("8 B", exact=True)).to_have_count(1)


def test_a_fit_is_drawn_when_chosen_and_its_table_follows_the_series(few):
    chart = few.locator("#panel-0-0-time")
    chart.scroll_into_view_if_needed()
    lines = chart.locator(LINE)
    before = lines.count()
    choose(few, "Fit", "Hockney, robust")
    expect(lines).to_have_count(2 * before)
    choose(few, "Fit", "piecewise")  # MPI alone has it, in two pieces
    expect(lines).to_have_count(before + 2)
    details = few.locator("details.fit").first
    details.locator("summary").click()
    rows = details.locator("tbody tr:visible")
    count = rows.count()
    few.locator(".choice").first.get_by_role("button", name="all").click()
    expect(rows).not_to_have_count(count)
    text = details.inner_text()
    fit = next(r for r in FEW if r.get("model") == "hockney-robust" and r["path"] == "mpi")
    assert f"{fit['latency_us']['value']:.3g}" in text and "n½" in text


def test_crossovers_are_marked_and_listed_with_their_interval(few):
    sizes = {f"{record['bytes'] / 1024:.2g}" for record in FEW if record["record"] == "crossover"}
    article = few.locator("#panel-0-0")
    told = article.locator(".crossovers").first.inner_text()
    assert "overtakes" in told and any(f"at {size}\xa0KiB [" in told for size in sizes)
    for kind in ("time", "rate", "ratio"):
        chart = few.locator(f"#panel-0-0-{kind}")
        chart.scroll_into_view_if_needed()
        band = chart.locator(".mark-rect path[fill='var(--ink)']")
        expect(band.first).to_be_attached()


def test_a_link_to_what_is_filtered_out_shows_it(few):
    choose(few, "Operation", "broadcast")
    few.locator("a[href='#panel-0-0']:visible").first.click()
    expect(few.locator("#panel-0-0")).to_be_visible()
    expect(few.locator("#panel-0-0")).to_be_in_viewport()


def test_every_control_works_by_keyboard_alone(eight):
    eight.evaluate("[...document.querySelectorAll('#answer :is(a, summary)')].at(-1).focus()")
    for _ in range(200):
        eight.keyboard.press("Tab")
        if eight.evaluate("document.activeElement.closest('#controls') !== null"):
            break
    eight.keyboard.type("broad")
    expect(eight.locator("#controls output")).to_have_text("4 of 8 settings shown")
    eight.keyboard.press("Tab")
    eight.keyboard.press("ArrowDown")
    expect(eight.locator("#controls output")).to_have_text("2 of 8 settings shown")
    while eight.evaluate("document.activeElement.localName") != "button":
        eight.keyboard.press("Tab")
    eight.keyboard.press("Enter")
    expect(eight.locator("#controls output")).to_have_text("8 of 8 settings shown")
    eight.keyboard.press("Tab")
    while eight.evaluate("document.activeElement.type") != "checkbox":
        eight.keyboard.press("Tab")
    before = eight.evaluate("document.activeElement.checked")
    eight.keyboard.press("Space")
    assert eight.evaluate("document.activeElement.checked") is not before


def test_time_over_ranks_is_drawn_at_800_KB_where_ranks_differ(eight):
    scaling = eight.locator("article.scaling")
    assert scaling.count() == 4  # two operations, two placements
    chart = scaling.first.locator(".chart")
    chart.scroll_into_view_if_needed()
    chart.locator("svg").wait_for()
    assert "800,000" in scaling.first.locator("figcaption").inner_text().replace("\xa0", " ")
    points = chart.locator("path[aria-roledescription=point]")
    boxes = scaling.first.locator("input:checked")
    assert points.count() == 2 * 2 * boxes.count()
    assert {"2", "4"} <= set(labels(eight, "article.scaling .chart"))


def test_warnings_are_shown_with_the_cell_and_in_the_methods_section(opened):
    records = example.campaign(("reduce",), ("bus",), SIZES)
    for record in example.kinds(records):
        record["warnings"] = []
    cell = records[1]
    cell["warnings"] = ["drifting", "unheard-of"]
    with opened(records) as page:
        assert "1 of 21 cells carries a warning" in page.locator(".warned").inner_text()
        page.locator("details.ranking summary").click()
        page.locator("details.ranking select").select_option(str(cell["bytes"]))
        ranking = page.locator("table.cells").inner_text()
        assert "drifting and unheard-of" in ranking
        advice = page.locator("dl.warnings").inner_text()
        assert "drifting" in advice and "governor" in advice and "unheard-of" in advice
        page.locator(".choice button[value=all]").click()
        page.locator("#panel-0-0-time").scroll_into_view_if_needed()
        points = page.locator("#panel-0-0-time path[aria-roledescription=point]")
        expect(points).to_have_count(2 * 21)
        assert "drifting and unheard-of" in tip_of(page, points.nth(21))
