# SPDX-License-Identifier: BSD-3-Clause
"""How a reader uses the page of a full campaign, in a real Chromium; axe-core finds nothing to
complain about, with everything opened, in light, dark and narrow."""

import pytest

import example
import full
import machines
from page_fixtures import LINE, expect
from measured import implementation
from test_browser import draw_all

TIME = ".chart[data-kind=time]"
SHORT = (8, 4096, 262144)
GROUPS = ("broadcast", "barrier", "distant", "swap")
OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"


def some(patterns=GROUPS, few=True) -> list[example.Record]:
    return full.campaign(SHORT, few=few, slow=False, patterns=patterns)


def test_a_chart_begins_with_the_fastest_and_draws_what_is_chosen(opened):
    with opened(some(("swap",), few=False)) as page:
        choice, chart = page.locator(".choice").first, page.locator(TIME).first
        every = choice.locator("input").count()
        first = choice.locator("input:checked").count()
        assert every == 32 and first <= 8
        expect(chart.locator(LINE)).to_have_count(first)
        choice.get_by_label("(1,5)").check()
        expect(chart.locator(LINE)).to_have_count(first + 1)
        choice.get_by_role("button", name="all").click()
        expect(chart.locator(LINE)).to_have_count(every)
        choice.get_by_role("button", name="fastest of each path").click()
        expect(chart.locator(LINE)).to_have_count(first)


def test_a_chart_without_a_chosen_series_says_so_and_comes_back(opened):
    with opened(some(("broadcast",))) as page:
        boxes, chart = page.locator(".choice input"), page.locator(TIME).first
        for box in boxes.all():
            box.uncheck()
        expect(chart).to_contain_text("No series with values is selected")
        boxes.first.check()
        expect(chart.locator(LINE)).to_have_count(1)


def test_the_map_leads_to_the_panel_of_its_row(opened):
    with opened(some()) as page:
        page.get_by_role("link", name="swap (volume 2\N{NO-BREAK SPACE}MiB)").first.click()
        article = page.locator("article:target")
        assert "volume 2" in article.get_attribute("aria-label")
        assert article.evaluate("e => Math.abs(e.getBoundingClientRect().top)") < 900


def test_the_map_distinguishes_three_paths_by_colour_in_light_and_dark_and_by_a_sign(opened):
    for scheme in ("light", "dark"):
        with opened(some(), scheme=scheme) as page:
            fields = page.locator(".map-key .won")
            look = """e => [
                getComputedStyle(e).backgroundColor, getComputedStyle(e, "::before").content]"""
            looks = [field.evaluate(look) for field in fields.all()]
            assert len({colour for colour, _ in looks}) == 3
            assert len({sign for _, sign in looks}) == 3
            even = page.locator(".map-key .even")
            assert "gradient" in even.evaluate("e => getComputedStyle(e).backgroundImage")


@pytest.mark.parametrize("width", [320, 400, 1600])
def test_a_page_with_everything_opened_is_never_wider_than_the_window(opened, width):
    with opened(some(("swap", "barrier"), few=False), width, drawn=True) as page:
        page.evaluate(OPEN_ALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_drawn_follows_light_dark_and_print(opened):
    styles = {"body": "backgroundColor", LINE: "stroke", "#placement circle": "fill",
              "#placement .rank": "fill", "#placement .core": "fill"}
    records = full.campaign(SHORT, few=True, slow=False, patterns=("pingpong", "broadcast"))
    records[0] |= machines.facts()
    with opened(records, scheme="dark") as page:
        seen = []
        for media in ({}, {"media": "print"}, {"media": "screen", "color_scheme": "light"}):
            page.emulate_media(**media)
            seen.append([page.locator(name).first.evaluate(f"one => getComputedStyle(one).{style}")
                         for name, style in styles.items()])
        dark, printed, light = seen
        assert light == printed and all(a != b for a, b in zip(dark, printed, strict=True))
        assert printed[0] == "rgb(255, 255, 255)"
        assert "var(" not in "".join(dark + printed)


def test_a_print_shows_the_chosen_series_and_no_controls(opened):
    with opened(some(("broadcast",))) as page:
        draw_all(page)
        page.emulate_media(media="print")
        for hidden in (".choice input", ".buttons button", "summary", ".up"):
            assert not page.locator(hidden).first.is_visible()
        assert page.locator(".choice label").first.is_visible()


def records() -> list[example.Record]:
    declared = [implementation("broadcast", line) for line in example.series_of("broadcast")]
    facts = machines.facts() | {"implementations": declared}
    return example.campaign(("broadcast",), ("bus",), (8, 4096, 800000), facts=facts)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_axe_finds_nothing(opened, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(records(), width, scheme) as page:
        page.evaluate(OPEN_ALL)
        expect(page.locator(".chart:visible:not(:has(svg))")).to_have_count(0)
        faults = axe.Axe().run(page).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in faults] == []
