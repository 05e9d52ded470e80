# SPDX-License-Identifier: BSD-3-Clause
"""The page of a sweep, as written and in a real Chromium."""

from pathlib import Path

from playwright.sync_api import expect

from fleet.check.judge import sweep_check
from fleet.check.page import sweep_page
from pages import MOST, STRIKE, WIDE, Pages
from synthetic import STRATA, fleet

HOSTILE = "</script>" + STRIKE


def planted(nodes: int, cells: int = 60):
    some = fleet(nodes, cells, strata=STRATA[:1], missing=0)
    some.slow(1, 0.3)
    some.slow(3, 0.2, pattern="gather")
    some.misconfigured(5, bios_version="2.3.9")
    some.sweep.unmeasured = {"x1": "drained: bad fan", "x2": "drained: bad fan"}
    return some


def page_of(some) -> str:
    return sweep_page(sweep_check(some.sweep), Path("sweep"))


class Small(Pages):
    def test_the_page_names_odd_nodes_and_shows_one_against_its_stratum_by_keyboard(self):
        some = planted(30)
        some.sweep.facts[5]["bios_version"] = HOSTILE
        some.sweep.unmeasured["x3"] = HOSTILE
        with self.opened(page_of(some)) as page:
            self.assertEqual(page.locator("#odd tbody th").all_inner_texts(), ["n06", "n02", "n04"])
            self.assertEqual(page.locator("#map tbody tr").count(), 30)
            slow = page.locator("#map tbody tr", has_text="n02").locator("td").nth(1)
            self.assertRegex(slow.inner_text(), r"^(29|30|31) %$")
            self.assertEqual(slow.get_attribute("class"), "slow depth-3")
            self.assertIn("x[1-2]: drained: bad fan", page.locator("#missing").inner_text())
            self.assertIn("n06", page.locator("#facts tbody").inner_text())
            strips, output = page.locator(".strips tbody"), page.locator("#node output")
            expect(output).to_contain_text("slow")
            rows = strips.locator("tr")
            self.assertEqual(rows.count(), page.locator("#map thead tr").nth(1)
                             .locator("th").count() + 1)
            page.locator("#odd a", has_text="n04").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#node input")).to_have_value("n04")
            expect(output).to_contain_text("slow in a family")
            page.locator("#node button", has_text="next odd").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#node input")).to_have_value("n06")
            page.locator("#node input").fill("n30")
            expect(output).to_contain_text("not odd")
            self.assertIsNone(page.evaluate("globalThis.struck ?? null"))


class Large(Pages):
    def test_a_page_is_below_5_megabytes_whatever_the_fleet(self):
        some = planted(12_000)
        for node in range(100, 3000, 10):
            some.slow(node, 0.1)
        html = page_of(some)
        self.assertLess(len(html.encode()), MOST)
        with self.opened(html) as page:
            self.assertEqual(page.locator("#map tbody tr").count(), 50)
            self.assertIn("10,000 of 12,000 nodes", page.locator("#node").inner_text())
            page.locator("#odd a").last.evaluate("link => link.click()")
            expect(page.locator("#node output")).to_contain_text("slow")

    def test_nothing_is_wider_than_the_page_in_light_and_dark(self):
        html = page_of(planted(60, 250))
        for width in (1400, 400):
            for scheme in ("light", "dark"):
                with self.opened(html, width, scheme) as page:
                    self.assertTrue(page.evaluate(WIDE), (width, scheme))
                    page.emulate_media(media="print")
                    self.assertTrue(page.locator("#odd").is_visible())

    def test_a_fleet_without_odd_nodes_and_one_without_nodes_have_a_page(self):
        for nodes in (0, 1, 5):
            with self.opened(page_of(fleet(nodes, 30, strata=STRATA[:1], missing=0))) as page:
                self.assertIn("none is odd", page.locator("#odd").inner_text())
                self.assertEqual(page.locator("#map tbody tr").count(), nodes)

    def test_each_text_stands_out_from_its_paper(self):
        html = page_of(planted(30))
        for scheme in ("light", "dark"):
            with self.opened(html, scheme=scheme) as page:
                for look in ("depth-0", "depth-1", "depth-2", "depth-3"):
                    ratio = page.evaluate(CONTRAST, look)
                    self.assertGreaterEqual(ratio, 4.5, (scheme, look))


# The contrast of the ink on a slow field of the map, as WCAG 2 defines it.
CONTRAST = """look => {
    const field = document.querySelector("#map td");
    field.className = `slow ${look}`;
    const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const luminance = colour => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map(one => one / 255)
            .map(one => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
        return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
    };
    const style = getComputedStyle(field);
    const [a, b] = [luminance(style.color), luminance(style.backgroundColor)];
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
}"""
