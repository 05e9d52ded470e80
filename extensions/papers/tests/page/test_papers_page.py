# SPDX-License-Identifier: BSD-3-Clause
"""What the papers add to a page: a tab with their tables and figures, and published values."""

import re

import pytest

import example
import full
import simulated
from page_fixtures import COLLIDING, expect

RECORDS = full.campaign((8, 4096, 800000), few=True, slow=False)
TAB = "#history-1995-to-2004"
CUT = ("all => all.filter(one => one.scrollWidth > one.clientWidth)"
       ".map(one => `${one.ariaLabel}: ${one.scrollWidth} > ${one.clientWidth}`)")
OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"


def test_the_tab_has_tables_and_figures_and_published_values(page_of):
    ids = re.findall(r'<section id="([\w-]+)"', page_of(RECORDS))
    assert ids[-3:] == ["methods", "items", "published"]


def test_the_tab_needs_no_script(opened):
    with opened(example.small_campaign(), scripts=False) as page:
        assert not page.locator("#published").is_visible()
        for link, shown, hidden in (
            ("History, 1995 to 2004", "#published", "#answer"),
            ("Published values", "#published", "#answer"),
            ("Answer", "#answer", "#published"),
        ):
            page.get_by_role("link", name=link, exact=True).click()
            assert page.locator(shown).is_visible() and not page.locator(hidden).is_visible()


def test_texts_in_a_dot_plot_do_not_overlap(opened):
    colliding = COLLIDING % {"what": "text:not([opacity='0'])", "across": 0, "down": 3}
    with opened(RECORDS, at=TAB, drawn=True) as page:
        assert page.locator("#published figure svg").evaluate_all(colliding) == []


def test_what_is_drawn_follows_light_and_dark(opened):
    with opened(RECORDS, scheme="dark", at=TAB, drawn=True) as page:
        dot, fill = page.locator("#published .mark-symbol path").first, set()
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            fill.add(dot.evaluate("one => getComputedStyle(one).fill"))
        assert len(fill) == 2 and "var(" not in "".join(fill)


@pytest.mark.parametrize("width", [320, 400, 1600])
def test_the_tab_with_everything_opened_is_never_wider_than_the_window(opened, width):
    with opened(RECORDS, width, at=TAB, drawn=True) as page:
        page.evaluate(OPEN_ALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width > 320:  # nothing is cut
            assert page.locator("#items .values").evaluate_all(CUT) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(example.small_campaign(), scheme=scheme, at=TAB) as page:
        page.evaluate(OPEN_ALL)
        expect(page.locator(".chart:visible:not(:has(svg))")).to_have_count(0)
        violations = axe.Axe().run(page).response["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"][:120]) for rule in violations] == []


def test_luo_s_figures_are_drawn_for_his_simulated_machines_with_what_his_text_says(page_of):
    made = simulated.campaign(lambda key: 1.0 + key["ranks"] + key["bytes"] / 70,
                              ("power-challenge", "spp1600"), ("pingpong", "broadcast"),
                              (8, 64, 80, 800000), (2, 4, 8))
    html = page_of(made)
    for number in (3, 4, 12, 13, 16):
        assert f'id="luo-figure-{number}"' in html, number
    assert 'id="luo-figure-9"' not in html and "comops reproduce luo --all" in html
    figure = re.search(r'id="luo-figure-3".*?id="luo-figure-4"', html, re.DOTALL)[0]
    assert "about three times as fast" in figure
    assert "simulated: SGI Power Challenge, bus, threads" in figure and "</svg> here:" not in figure
