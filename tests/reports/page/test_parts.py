# SPDX-License-Identifier: BSD-3-Clause
"""The section on placement, as text and in a real Chromium."""

import pytest

import example
import machines
from page_fixtures import COLLIDING
from comops.reports.page.build import page as page_html
from comops.reports.page.sections import part_of
from comops.results.read import campaign_read

OVERHANG = """pictures => pictures.flatMap(picture => {
    const outer = picture.getBoundingClientRect();
    return [...picture.querySelectorAll("text, circle")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < outer.left || box.right > outer.right || box.bottom > outer.bottom;
    }).map(one => one.textContent);
})"""
LETTERS = {"what": "text.label, text.core-label, circle", "across": 1, "down": 2}


def records_of(facts, **changes) -> list[example.Record]:
    return example.campaign(("pingpong",), ("bus",), (8, 64), facts=facts | changes)


def full_machine(packages: int, cores: int, threads: int) -> example.Record:
    """A machine whose every hardware thread is taken."""
    facts = machines.facts(packages, cores, threads)
    every = list(range(packages * cores * threads))
    return facts | {"placements": [*facts["placements"], machines.placement("smt", every)]}


@pytest.mark.parametrize("harm", [
    {"topology": {"tree": {}}},
    {"placements": [machines.placement("bus", [0]) | {"ranks": 2}]},
])
def test_a_damaged_machine_is_reported_and_the_rest_of_the_page_is_complete(results_file, harm):
    campaign = campaign_read(results_file(records_of(machines.facts(), **harm)))
    assert "cannot be drawn" in part_of(campaign, "x")["lacking"]
    assert "table" in page_html([campaign])


def test_more_than_three_numbers_of_ranks_wait_to_be_opened(results_file):
    facts = machines.facts()
    for many, opened in ((3, True), (4, False)):
        facts["placements"] = [
            machines.placement("bus", list(range(ranks))) for ranks in range(2, 2 + many)
        ]
        part = part_of(campaign_read(results_file(records_of(facts))), "x")
        assert part["open"] == opened and len(part["groups"]) == many
        title, ((placement, _),) = part["groups"][0]
        assert (title, placement.name) == ("2 ranks", "bus")


def test_placements_are_side_by_side_with_their_meaning(opened):
    with opened(records_of(machines.facts()), 1280) as page:
        figures = page.locator("#placement figure")
        assert figures.count() == 2
        boxes = [figures.nth(at).locator("svg").bounding_box() for at in (0, 1)]
        assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
        assert figures.locator("circle").count() == 8
        text = page.locator("#placement").inner_text()
        assert "what crossbar means" in text and "NUMA node #1" in text
        assert page.get_by_role("img", name="bus, 4 ranks").count() == 1


@pytest.mark.parametrize("width", [360, 800, 1600])
@pytest.mark.parametrize("shape", [(1, 2, 1), (2, 4, 2), (24, 8, 2)])
def test_pictures_hold_their_words_and_never_widen_the_page(opened, width, shape):
    with opened(records_of(full_machine(*shape)), width) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        pictures = page.locator("#placement figure svg")
        assert pictures.evaluate_all(OVERHANG) == []
        assert pictures.evaluate_all(COLLIDING % LETTERS) == []
        for picture in page.locator("#placement .scroll").all():
            box = picture.bounding_box()
            assert box["x"] + box["width"] <= width


def test_the_canaries_of_each_placement_are_a_table(page_of):
    records = records_of(full_machine(1, 4, 1))
    canaries = [
        {"record": "canary", "placement": "bus", "ranks": 2, "launch": launch, "started": "",
         "handover_us": 0.05 * launch, "cache_MBps": 40000.0, "memory_MBps": None,
         "arithmetic_us": 22.0}
        for launch in (1, 2, 3)
    ]
    html = page_of([records[0], *canaries, *records[1:]])
    row = html.partition("The machine before each launch")[2].partition("<tbody>")[2]
    assert "0.100 (0.0500 to 0.150)" in row
    assert "–" in row and html.count("hand-over of a cache line (µs)") == 1
