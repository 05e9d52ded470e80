# SPDX-License-Identifier: BSD-3-Clause
"""What begins folded: the reasons and all operations but the first, on a phone all but the answer.
"""

import pytest

import example
from conftest import expect

PHONE, WIDE = 400, 1400
TALLEST = 12_000  # pixels of a default campaign on a phone
OPEN = "all => all.map(one => one.open)"
SECTIONS = "section > details.fold"


def test_on_a_phone_the_answer_is_all_that_is_unfolded(opened):
    with opened(example.campaign(), PHONE, unfolded=False) as page:
        assert page.evaluate("document.documentElement.scrollHeight") < TALLEST
        assert set(page.locator("details.fold").evaluate_all(OPEN)) == {False}
        total = page.locator("#verdict-paper .total")
        box = total.bounding_box()
        assert box["y"] + box["height"] < 800  # on the first screen
        for summary in page.locator(f"{SECTIONS} > summary:visible").all():
            assert summary.locator("h2").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_unfolds_what_it_leads_to(opened, scripts):
    with opened(example.small_campaign(), WIDE, scripts=scripts, unfolded=False) as page:
        article = page.locator("#panel-1-0")
        expect(article).not_to_be_visible()
        page.locator("a[href='#panel-1-0']").first.click()
        expect(article).to_be_visible()
        expect(article).to_be_in_viewport()


def test_a_link_to_a_section_unfolds_it_on_a_phone(opened):
    with opened(example.small_campaign(), PHONE, unfolded=False) as page:
        page.get_by_role("link", name="Methods and data").first.click()
        expect(page.get_by_text("Transparent huge pages").or_(
            page.get_by_text("Kernel", exact=True)).first).to_be_visible()
    with opened(example.small_campaign(), PHONE, at="#methods", unfolded=False) as page:
        expect(page.locator("#methods .facts").first).to_be_visible()


def test_on_a_wide_window_further_operations_are_folded_until_a_key_or_a_choice_opens_them(opened):
    with opened(example.small_campaign(), WIDE, unfolded=False) as page:
        assert page.locator(".operation > .fold").evaluate_all(OPEN) == [True, False]
        assert page.locator("#why > .fold").evaluate_all(OPEN) == [False]
        others = page.locator(f"{SECTIONS}:not(.operation > .fold, #why > .fold)")
        assert set(others.evaluate_all(OPEN)) == {True}
        assert set(page.locator("article .fold").evaluate_all(OPEN)) == {True}
        second = page.locator(".operation").nth(1)
        second.locator("summary").first.focus()
        page.keyboard.press("Enter")
        expect(second.locator("article")).to_be_visible()
        page.keyboard.press("Enter")
        expect(second.locator("article")).not_to_be_visible()
        page.locator("#controls").get_by_label("Operation").select_option("broadcast")
        expect(second.locator("article")).to_be_visible()


def test_a_folded_operation_has_its_verdicts_and_a_print_what_is_folded(opened):
    with opened(example.small_campaign(), PHONE, unfolded=False) as page:
        words = page.locator(".operation summary").first.inner_text()
        assert "As in the paper = best against best:" in words and " of " in words
        page.emulate_media(media="print")
        for shown in (".operation h2", "table.comparison", ".operation .chart", "#methods .facts"):
            for one in page.locator(shown).all():
                assert one.is_visible(), shown
