# SPDX-License-Identifier: BSD-3-Clause
"""Published values and claims, as text and in a real Chromium."""

import re

import example
import full
from conftest import COLLIDING, expect

RECORDS = full.campaign((8, 4096, 800000), few=True, slow=False)
VERDICTS = ("holds", "fails", "undecided")


def test_published_values_and_claims_come_once_before_the_methods(page_of):
    html = page_of(RECORDS)
    ids = re.findall(r'<section id="([\w-]+)"', html)
    assert ids[-3:] == ["items", "published", "claims"]
    numbers = re.findall(r'<li id="claim-(\d+)"', html)
    assert len(numbers) == len(set(numbers)) >= 30


def test_two_campaigns_answer_each_claim_side_by_side(page_of):
    records = example.campaign(("pingpong",), ("bus",), (8, 4096))
    html = page_of(records, records)
    claim = html.split('id="claim-134"')[1].split("</li>")[0]
    assert claim.count('class="verdict ') == 2
    assert "0.jsonl on node17" in claim and "1.jsonl on node17" in claim


def test_every_link_to_a_panel_leads_to_one(page_of):
    html = page_of(RECORDS)
    part = html.split('<section id="claims">')[1].split("</section>")[0]
    links = set(re.findall(r'href="#([^"]+)"', part))
    assert len(links) > 10
    for link in links:
        assert f'id="{link}"' in html


def test_a_verdict_is_chosen_by_keyboard_without_a_script(opened):
    with opened(RECORDS, scripts=False, at="#history") as page:
        claims = page.locator("#claims .claim")
        every = claims.count()
        decided = page.locator("#claims .claim:is(.holds, .fails)").count()
        assert page.locator("#show-decided").is_checked()
        assert 0 < page.locator("#claims .claim:visible").count() == decided < every
        page.locator("#show-decided").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("#claims .claim:visible").count() == every
        for verdict in VERDICTS:
            page.keyboard.press("ArrowRight")
            shown = page.locator("#claims .claim:visible")
            assert page.locator(f"#show-{verdict}").is_checked()
            assert 0 < shown.count() < every
            assert shown.count() == page.locator(f"#claims .claim.{verdict}").count()
            assert page.locator("#claims .paper:visible").count() <= 5
        page.keyboard.press("ArrowRight")
        assert page.locator("#claims .claim:visible").count() == decided


def test_the_cells_behind_a_claim_open_and_lead_to_their_panel(opened):
    with opened(example.small_campaign(), at="#history") as page:
        claim = page.locator("#claim-134")
        claim.locator(".cells-behind summary").click()
        rows = claim.locator("tbody tr")
        expect(rows.first).to_be_visible()
        assert rows.count() == 7 and "threads barrier: " in rows.first.inner_text()
        rows.first.locator("a").click()
        assert page.evaluate("document.querySelector(location.hash).localName") == "article"


def test_texts_in_a_dot_plot_do_not_overlap(opened):
    colliding = COLLIDING % {"what": "text, circle", "across": 0, "down": 3}
    with opened(RECORDS, at="#history") as page:
        assert page.locator("#published figure svg").evaluate_all(colliding) == []


def test_a_strip_has_a_point_for_every_ratio_with_an_interval(page_of):
    html = page_of(example.campaign(("pingpong",), ("bus",)))
    strip = html.split('id="claim-134"')[1].split("</svg>")[0]
    assert strip.count("h0") == len(example.SIZES)
    assert "strip" not in html.split('id="claim-142"')[1].split("</li>")[0]
