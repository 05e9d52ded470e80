# SPDX-License-Identifier: BSD-3-Clause
"""axe-core finds nothing to complain about, with everything opened, in light, dark and narrow."""

import pytest

import example
import machines
from declared import implementation

OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"


def records() -> list[example.Record]:
    declared = [implementation("broadcast", one) for one in example.series_of("broadcast")]
    facts = machines.facts() | {"implementations": declared}
    return example.campaign(("broadcast",), ("bus",), (8, 4096, 800000), facts=facts)


@pytest.mark.parametrize(("width", "scheme", "at"), [
    (1280, "light", ""), (1280, "dark", ""), (400, "light", ""),
    (1280, "light", "#history"), (1280, "dark", "#history"),
])
def test_axe_finds_nothing(opened, width, scheme, at):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(records(), width, scheme, at=at) as page:
        page.evaluate(OPEN_ALL)
        page.wait_for_function("[...document.querySelectorAll('.chart')]"
                               ".every(one => !one.offsetWidth || one.querySelector('svg'))")
        found = axe.Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
