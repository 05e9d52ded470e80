# SPDX-License-Identifier: BSD-3-Clause
"""The pages of a sweep and of a store: as written, for fleets of any size, and in a real Chromium.
"""

import base64
import gzip
import json
import re
import shutil
import tempfile
import unittest
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from playwright.sync_api import expect, sync_playwright

from comops.statistics.comparing.hierarchy import Node
from days import stamp
from comops.results.keys import CellKey
from comops_fleet.check.judge import sweep_check
from comops_fleet.check.page import sweep_page
from comops_fleet.history.alerts import Alert, Findings, What
from comops_fleet.history.page import history_page, marks_of
from comops_fleet.history.series import FactChange, StoreSeries
from comops_fleet.history.sweeps import SweepEntry
from synthetic import STRATA, fleet

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]
STRIKE = "<script>globalThis.struck=1</script><img src=x onerror='globalThis.struck=1'>"
HOSTILE = f"</td></svg></script>{STRIKE}\n\u202e../../{{{{7*7}}}}{300 * 'W'}"
MOST = 5_000_000  # bytes of a page
WIDE = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not CHROMIUM:
            raise unittest.SkipTest("chromium is missing")
        cls.file = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "sweep.html"
        driver = cls.enterClassContext(sync_playwright())
        cls.browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        cls.addClassCleanup(cls.browser.close)
        expect.set_options(timeout=60_000)  # a loaded machine draws late

    @contextmanager
    def opened(self, html: str, width: int = 1280, scheme: str = "light"):
        """The page of this HTML; it may neither complain nor ask for anything."""
        self.file.write_text(html, encoding="utf-8")
        context = self.browser.new_context(viewport={"width": width, "height": 900},
                                           color_scheme=scheme)
        page, complaints, requests = context.new_page(), [], []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(self.file.as_uri())
        yield page
        self.assertEqual(complaints, [])
        self.assertEqual([url for url in requests if not url.startswith((self.file.as_uri(),
                                                                         "data:,"))], [])
        context.close()


def planted(nodes: int, cells: int = 60):
    made = fleet(nodes, cells, strata=STRATA[:1], missing=0)
    made.slow(1, 0.3)
    made.slow(3, 0.2, pattern="gather")
    made.misconfigured(5, bios_version="2.3.9")
    made.sweep.unmeasured = {"x1": "drained: bad fan", "x2": "drained: bad fan"}
    return made


def sweep_html(made) -> str:
    return sweep_page(sweep_check(made.sweep), Path("sweep"))


class SweepPage(Pages):
    def test_the_page_names_odd_nodes_and_shows_one_against_its_stratum_by_keyboard(self):
        made = planted(30)
        made.sweep.facts[5]["bios_version"] = HOSTILE
        made.sweep.unmeasured["x3"] = HOSTILE
        with self.opened(sweep_html(made)) as page:
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


class LargeSweeps(Pages):
    def test_a_page_is_below_5_megabytes_whatever_the_fleet(self):
        made = planted(12_000)
        for node in range(100, 3000, 10):
            made.slow(node, 0.1)
        html = sweep_html(made)
        self.assertLess(len(html.encode()), MOST)
        with self.opened(html) as page:
            self.assertEqual(page.locator("#map tbody tr").count(), 50)
            self.assertIn("10,000 of 12,000 nodes", page.locator("#node").inner_text())
            page.locator("#odd a").last.evaluate("link => link.click()")
            expect(page.locator("#node output")).to_contain_text("slow")

    def test_nothing_is_wider_than_the_page_in_light_and_dark(self):
        made = planted(60, 250)
        for key in made.sweep.cells[:20]:
            key |= {"pattern": HOSTILE, "placement": HOSTILE}
        made.sweep.facts[5]["bios_version"] = made.sweep.unmeasured["x3"] = HOSTILE
        for facts in made.sweep.facts:
            facts["cpu"] = HOSTILE
        html = sweep_html(made)
        for width in (1400, 400):
            for scheme in ("light", "dark"):
                with self.opened(html, width, scheme) as page:
                    self.assertTrue(page.evaluate(WIDE), (width, scheme))
                    self.assertIsNone(page.evaluate("globalThis.struck ?? null"))
                    page.emulate_media(media="print")
                    self.assertTrue(page.locator("#odd").is_visible())

    def test_a_fleet_without_odd_nodes_and_one_without_nodes_have_a_page(self):
        for nodes in (0, 1, 5):
            with self.opened(sweep_html(fleet(nodes, 30, strata=STRATA[:1], missing=0))) as page:
                self.assertIn("none is odd", page.locator("#odd").inner_text())
                self.assertEqual(page.locator("#map tbody tr").count(), nodes)

    def test_each_text_stands_out_from_its_paper(self):
        html = sweep_html(planted(30))
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


PATTERNS = [f"pattern{at}" for at in range(20)]


def findings(days: int, nodes: int, strata: int = 1, patterns: int = 2, name: str = "n",
             alerts: int = 2) -> Findings:
    """What a check may find: on the middle day a kernel on all nodes, and slow nodes."""
    chance = np.random.default_rng(1)
    cells = [CellKey(pattern, path, "direct", "bus", 2, size, "rewrite", "isolated", "adaptive")
             for pattern in PATTERNS[:patterns] for path in ("mpi", "threads") for size in (8, 64)]
    names = [f"{name}{at}" for at in range(nodes)]
    entries = [SweepEntry(day, f"id{day}", stamp(day)[:19].replace("T", " "), "", nodes, 0)
               for day in range(days)]
    logs = [0.01 * chance.standard_normal((days, len(cells))) for _ in range(strata)]
    shifts = 0.005 * chance.standard_normal((days, nodes))
    stratum = np.tile(np.arange(nodes) % strata, (days, 1)).astype(np.int32)
    series = StoreSeries(entries, cells, names, [f"Xeon {at}" for at in range(strata)], logs,
                         shifts, stratum)
    change = FactChange(days // 2, f"kernel{name}", "6.1.0-31" + name, "6.1.0-33", 1,
                        list(range(nodes)))
    root = Node("campaign", cells[0], [], [], [])
    what = What("all cells" + name, len(cells), 1.05, 1.04, 1.06)
    alerts_made = [Alert(f"{at:08x}", days // 2, entries[days // 2].started,
                         entries[days // 2 - 1].started, "slower", 1.05, [what],
                         [names[at % nodes]], nodes, [change], root, frozenset(cells))
                   for at in range(alerts)]
    return Findings(series, 0, alerts_made, [change] if days else [])


def history_html(shown: Findings, why: str = "ticket 7") -> str:
    return history_page(Path("store"), shown, shown.alerts[1:],
                        [(alert, why) for alert in shown.alerts[:1]])


def charts_of(page: str) -> dict[str, dict]:
    packed = re.search('id="chart-data">([^<]*)<', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))["specs"]


class HistoryPage(unittest.TestCase):
    def test_it_shows_alerts_timelines_and_facts_and_loads_nothing(self):
        page = history_html(findings(20, 12))
        self.assertEqual(re.findall(r"https?://[^\"]+", page), [])
        self.assertEqual(page.count("<tr><th scope=\"row\">2026-01-11"), 3)
        self.assertIn("all cellsn: slower by 5.0 % [1.040, 1.060]", page)
        self.assertIn("acknowledged: ticket 7", page)
        charts = list(charts_of(page).values())
        self.assertEqual(len(charts), 5 + 2)
        for chart in charts:
            self.assertIn("2026-01-11: kerneln from 6.1.0-31n to 6.1.0-33", json.dumps(chart))

    def test_an_alert_is_marked_where_it_belongs_and_its_parts_have_lines(self):
        shown = findings(20, 12)
        first, other = shown.alerts
        keys = frozenset(key for key in shown.series.cells if key.pattern == "pattern1")
        shown.alerts[1] = replace(first, id="bbbbbbbb", nodes=shown.series.nodes, cells=keys,
                                  whats=other.whats * 2)
        page = history_html(shown)
        charts = charts_of(page)
        figures = {re.search("<strong>(.*?)</strong>", figure)[1]:
                   charts[re.search('id="(chart-[0-9]+)"', figure)[1]]["description"]
                   for figure in page.split("<figure>")[1:]}
        marked = {title for title, figure in figures.items() if "alert bbbbbbbb" in figure}
        self.assertEqual(marked, {"all cells", "pattern1 over processes", "pattern1 over threads"})
        marked = {title for title, figure in figures.items() if "alert 00000000" in figure}
        self.assertEqual(marked, {"n0"})
        self.assertIn("[1.040, 1.060]<br>all cellsn: slower", page)

    def test_an_alert_is_at_its_sweep_also_where_another_started_in_the_same_second(self):
        shown = findings(20, 12)
        sweeps, middle = shown.series.sweeps, shown.alerts[0].sweep
        sweeps[middle - 1] = sweeps[middle - 1]._replace(started=sweeps[middle].started)
        self.assertEqual([mark.sweep for mark in marks_of(shown, shown.alerts, set(), 0)],
                         [middle] * len(shown.alerts))

    def test_foreign_texts_stay_texts(self):
        page = history_html(findings(20, 4, name=HOSTILE), HOSTILE)
        self.assertNotIn("<script>globalThis", page)
        self.assertNotIn("<img", page)

    def test_an_empty_store_has_a_page(self):
        page = history_html(findings(0, 0, alerts=0))
        self.assertIn("The store has no sweeps in this time.", page)

    def test_missing_values_break_the_curve(self):
        shown = findings(20, 12)
        whole = history_html(shown)
        shown.series.logs[0][7:9] = np.nan
        shown.series.shifts[:, 0] = np.nan
        self.assertNotEqual(history_html(shown), whole)
        self.assertNotIn("NaN", json.dumps(charts_of(history_html(shown))))


class LargeHistories(Pages):
    def test_a_fleet_of_any_size_has_a_page_below_5_mb(self):
        shown = findings(365, 10_000, strata=6, patterns=20, alerts=500)
        self.assertLess(len(history_html(shown).encode()), MOST)

    def test_it_fits_every_screen_and_complains_of_nothing(self):
        html = history_html(findings(60, 12, name=HOSTILE, patterns=6), HOSTILE)
        for width, scheme in ((1400, "light"), (768, "dark"), (400, "light")):
            with self.opened(html, width, scheme) as page:
                self.assertIsNone(page.evaluate("globalThis.struck ?? null"))
                self.assertTrue(page.evaluate(WIDE), width)
