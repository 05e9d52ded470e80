# SPDX-License-Identifier: BSD-3-Clause
"""The page of a store: as written, for a fleet of any size, and in a real Chromium."""

import re
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np

from analysis.comparing.hierarchy import Node
from days import stamp
from fleet.history.alerts import Alert, Findings, What
from fleet.history.page import history_page
from fleet.history.series import FactChange, Series
from fleet.history.sweeps import Entry
from pages import MOST, STRIKE, WIDE, Pages
from records.keys import CellKey

HOSTILE = "</td></svg>" + STRIKE
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
                   [names[at % nodes]], nodes, [change], root, frozenset(cells))
             for at in range(alerts)]
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

    def test_an_alert_is_marked_where_it_belongs_and_its_parts_have_lines(self):
        found = findings(20, 12)
        one, other = found.alerts
        some = frozenset(key for key in found.series.cells if key.pattern == "pattern1")
        found.alerts[1] = replace(one, id="bbbbbbbb", nodes=found.series.nodes, cells=some,
                                  whats=other.whats * 2)
        page = page_of(found)
        figures = {re.search("<strong>(.*?)</strong>", one)[1]: one
                   for one in page.split("<figure>")[1:]}
        marked = {title for title, one in figures.items() if "alert bbbbbbbb" in one}
        self.assertEqual(marked, {"all cells", "pattern1 over MPI", "pattern1 over threads"})
        marked = {title for title, one in figures.items() if "alert 00000000" in one}
        self.assertEqual(marked, {"n0"})
        self.assertIn("[1.040, 1.060]<br>all cellsn: slower", page)

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


class Large(Pages):
    def test_a_fleet_of_any_size_has_a_page_below_5_mb(self):
        found = findings(365, 10_000, strata=6, patterns=20, alerts=500)
        self.assertLess(len(page_of(found).encode()), MOST)

    def test_it_fits_every_screen_and_complains_of_nothing(self):
        html = page_of(findings(60, 12, name=HOSTILE, patterns=6), HOSTILE)
        for width, scheme in ((1280, "light"), (768, "dark"), (380, "light")):
            with self.opened(html, width, scheme) as page:
                self.assertIsNone(page.evaluate("globalThis.struck ?? null"))
                self.assertTrue(page.evaluate(WIDE), width)
