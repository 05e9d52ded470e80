# SPDX-License-Identifier: BSD-3-Clause
"""The page of a store: as written, for a fleet of any size, and in a real Chromium.

Usage: test_history_page.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))
sys.path[:1] = [str(ROOT), str(ROOT / "tests/fleet")]

try:
    import numpy as np

    from analysis.comparing.hierarchy import Node
    from days import stamp
    from fleet.change.alerts import Alert, Findings, What
    from fleet.page.history_page import history_page
    from fleet.store.series import FactChange, Series
    from fleet.store.sweeps import Entry
    from records.keys import CellKey
except ModuleNotFoundError as error:
    print(f"skipped: {error.name} is missing")
    sys.exit(77)

MOST = 5_000_000
HOSTILE = "</td></svg><script>globalThis.struck=1</script><img src=x onerror='globalThis.struck=1'>"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]
PATTERNS = [f"pattern{at}" for at in range(20)]


def findings(days: int, nodes: int, strata: int = 1, patterns: int = 2, name: str = "n",
             alerts: int = 2) -> Findings:
    """What a check may find: on the middle day a kernel on all nodes, and slow nodes."""
    chance = np.random.default_rng(1)
    cells = [CellKey(pattern, path, "direct", "bus", 2, size, "rewrite", "isolated", "adaptive")
             for pattern in PATTERNS[:patterns] for path in ("mpi", "threads") for size in (8, 64)]
    names = [f"{name}{at}" for at in range(nodes)]
    entries = [Entry(day, f"id{day}", stamp(day)[:19].replace("T", " "), "", nodes, 0)
               for day in range(days)]
    logs = [0.01 * chance.standard_normal((days, len(cells))) for _ in range(strata)]
    shifts = 0.005 * chance.standard_normal((days, nodes))
    stratum = np.tile(np.arange(nodes) % strata, (days, 1)).astype(np.int32)
    series = Series(entries, cells, names, [f"Xeon {at}" for at in range(strata)], logs, shifts,
                    stratum, np.ones((days, nodes), dtype=np.int64))
    change = FactChange(days // 2, f"kernel{name}", "6.1.0-31" + name, "6.1.0-33", 1,
                        list(range(nodes)))
    root = Node("campaign", cells[0], [], [], [])
    found = [Alert(f"{at:08x}", entries[days // 2].started, entries[days // 2 - 1].started,
                   "slower", 1.05, [What("all cells" + name, len(cells), 1.05, 1.04, 1.06)],
                   [names[at % nodes]], nodes, [change], root) for at in range(alerts)]
    return Findings(series, 0, found, [change] if days else [])


def page_of(found: Findings, why: str = "ticket 7") -> str:
    return history_page(Path("store"), found, found.alerts[1:],
                        [(alert, why) for alert in found.alerts[:1]])


class Written(unittest.TestCase):
    def test_it_shows_alerts_timelines_and_facts(self):
        page = page_of(findings(20, 12))
        self.assertEqual(page.count("<tr><th scope=\"row\">2026-01-11"), 3)
        self.assertIn("all cellsn: slower by 5.0 % [1.040, 1.060]", page)
        self.assertIn("acknowledged: ticket 7", page)
        self.assertEqual(len(re.findall(r'class="mark fact"', page)), 5 + 2)
        self.assertEqual(len(re.findall(r'class="curve series"', page)), 5 + 2)
        self.assertIn("2026-01-11: kerneln from 6.1.0-31n to 6.1.0-33", page)

    def test_nothing_is_loaded_and_nothing_runs(self):
        page = page_of(findings(20, 12))
        self.assertEqual(re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"]+", page), [])
        self.assertEqual(re.findall(r"<script(?! type=\"application/json\")", page), [])

    def test_foreign_texts_stay_texts(self):
        page = page_of(findings(20, 4, name=HOSTILE), HOSTILE)
        self.assertNotIn("<script>globalThis", page)
        self.assertNotIn("<img", page)

    def test_an_empty_store_has_a_page(self):
        page = page_of(findings(0, 0, alerts=0))
        self.assertIn("The store has no sweeps in this time.", page)

    def test_missing_values_break_the_curve(self):
        found = findings(20, 12)
        whole = page_of(found)
        found.series.logs[0][7:9] = np.nan
        found.series.shifts[:, 0] = np.nan
        self.assertNotEqual(page_of(found), whole)
        self.assertNotIn("nan", page_of(found).lower().replace("nano", ""))


class Large(unittest.TestCase):
    def test_a_fleet_of_any_size_has_a_page_below_5_mb(self):
        found = findings(365, 10_000, strata=6, patterns=20, alerts=500)
        self.assertLess(len(page_of(found).encode()), MOST)

    def test_it_fits_every_screen_and_complains_of_nothing(self):
        from playwright.sync_api import sync_playwright

        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
        if not program:
            self.skipTest("chromium is missing")
        file = Path(self.enterContext(tempfile.TemporaryDirectory())) / "history.html"
        file.write_text(page_of(findings(60, 12, name=HOSTILE, patterns=6), HOSTILE))
        driver = self.enterContext(sync_playwright())
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        for width, scheme in ((1280, "light"), (768, "dark"), (380, "light")):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            complaints, requests = [], []
            page.on("console", lambda message, told=complaints: told.append(message.text))
            page.on("request", lambda request, asked=requests: asked.append(request.url))
            page.goto(file.as_uri())
            self.assertEqual(complaints, [])
            self.assertEqual([url for url in requests if url not in (file.as_uri(), "data:,")], [])
            self.assertIsNone(page.evaluate("globalThis.struck ?? null"))
            self.assertTrue(page.evaluate("document.documentElement.scrollWidth <= "
                                          "document.documentElement.clientWidth"), width)
            page.close()
        browser.close()


unittest.main(verbosity=2)
