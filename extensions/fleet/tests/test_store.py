# SPDX-License-Identifier: BSD-3-Clause
"""A store of sweeps: what is added is there once, whatever is interrupted."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import duckdb
import numpy as np

from comops_fleet.check.sweep import ResultsError, file_read, sweep_read
from comops_fleet.history import sweeps
from comops_fleet.history.series import facts_changes, series_read, times_of_nodes
from comops_fleet.history.store import (DICTIONARIES, EMPTY, MARK, StoreError, answer, store_make,
                                        store_open, views_make)
from comops_fleet.history.sweeps import ADDED, KNOWN, REPLACED, entries_of, store_compact, sweep_add
from folders import node_text, sweep_write

DAYS = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]


class Interrupted(Exception):
    pass


class Storing(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.store = store_make(self.folder / "store")

    def sweep(self, day: str, factor: float = 1.0, nodes: int = 3, **facts):
        """A sweep of that day; the folder's name is the day's and the number of nodes."""
        stamp = f"{day}T03:00:00.000Z"
        texts = {f"n{at}": node_text(f"n{at}", {8: factor * (at + 1), 64: factor * 2 * (at + 1)},
                                     stamp, **facts) if at < nodes else None for at in range(3)}
        folder = self.folder / f"{day}-{len(list(self.folder.iterdir()))}"
        return sweep_read(sweep_write(folder, texts, stamp))

    def add(self, *days: str, **how) -> set[str]:
        """What became of them."""
        return {sweep_add(self.store, self.sweep(day, **how)) for day in days}

    def ask(self, query: str):
        store = store_open(self.folder / "store")
        views_make(store)
        return answer(store, query)[1]

    def rows(self):
        return self.ask("SELECT strftime(started, '%Y-%m-%d'), name, bytes, us FROM results "
                        "ORDER BY ALL")

    def expected(self, *days: str, nodes: int = 3):
        return sorted((day, f"n{at}", size, float(factor * (at + 1)))
                      for day in days for at in range(nodes) for size, factor in ((8, 1), (64, 2)))

    def test_what_is_added_is_there_by_its_names(self):
        self.assertEqual(self.add(*DAYS), {ADDED})
        self.assertEqual(self.rows(), self.expected(*DAYS))

    def test_a_sweep_is_a_file_of_its_month_sorted_by_cell_then_node(self):
        self.add(DAYS[0])
        (file,) = (self.folder / "store/cells").rglob("*.parquet")
        self.assertRegex(str(file), r"/cells/month=2026-10/sweep=20261030T030000-\w{8}\.parquet$")
        rows = duckdb.sql(f"SELECT cell, node FROM read_parquet('{file}')").fetchall()
        self.assertEqual(rows, [(cell, node) for cell in range(2) for node in range(3)])

    def test_a_sweep_that_has_more_nodes_now_replaces_what_was_there_and_the_same_one_nothing(self):
        for nodes, done in ((2, ADDED), (2, KNOWN), (3, REPLACED), (3, KNOWN)):
            self.assertEqual(self.add(DAYS[0], nodes=nodes), {done})
            self.assertEqual(self.rows(), self.expected(DAYS[0], nodes=nodes))

    def test_single_files_are_sweeps_of_one_node(self):
        for day in DAYS[:2]:
            file = self.folder / f"{day}.jsonl"
            file.write_text(node_text("n1", {8: 0.5}, f"{day}T03:00:00Z"))
            for _ in range(2):
                sweep_add(self.store, file_read(file))
        self.assertEqual(self.rows(), [(day, "n1", 8, 0.5) for day in DAYS[:2]])

    def test_an_invalid_cell_has_no_time_and_a_lost_one_no_row(self):
        text = node_text("n1", {8: 0.5, 64: None}, f"{DAYS[0]}T03:00:00Z")
        other = node_text("n2", {8: 0.5}, f"{DAYS[0]}T03:00:00Z")
        folder = sweep_write(self.folder / "sweep", {"n1": text, "n2": other})
        sweep_add(self.store, sweep_read(folder))
        rows = self.ask("SELECT name, bytes, us IS NULL FROM results ORDER BY ALL")
        self.assertEqual(rows, [("n1", 8, False), ("n1", 64, True), ("n2", 8, False)])

    def test_a_time_at_which_no_sweep_can_have_started_is_refused(self):
        sweep = self.sweep(DAYS[0])
        for when in ("0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00",
                     "0001-01-01T00:00:00Z", "yesterday"):
            sweep.plan["created"] = when
            with self.assertRaisesRegex(ResultsError, "not the time at which a sweep started"):
                sweep_add(self.store, sweep)
        self.assertEqual(self.rows(), [])

    def test_a_month_becomes_one_file_and_nothing_else_changes(self):
        self.add(*DAYS)
        self.assertEqual(store_compact(self.store), 1)
        self.assertEqual(store_compact(self.store), 0)
        files = sorted(file.name for file in (self.folder / "store/cells").rglob("*.parquet"))
        self.assertEqual([name[:5] for name in files], ["month", "sweep", "sweep"])
        kinds = {file.suffix for file in (self.folder / "store").rglob("*") if file.is_file()}
        self.assertEqual(kinds, {".parquet", ""})  # no file of the database
        self.assertEqual(self.rows(), self.expected(*DAYS))

    def test_a_sweep_in_a_compacted_month_can_be_replaced(self):
        self.add(*DAYS, nodes=2)
        store_compact(self.store)
        self.assertEqual(self.add(DAYS[0]), {REPLACED})
        want = self.expected(DAYS[0]) + self.expected(*DAYS[1:], nodes=2)
        self.assertEqual(self.rows(), sorted(want))
        store_compact(self.store)
        self.assertEqual(self.rows(), sorted(want))

    def test_an_interrupted_addition_is_as_if_it_had_not_been(self):
        self.add(DAYS[0])
        with (mock.patch.object(sweeps, "entries_save", side_effect=Interrupted),
              self.assertRaises(Interrupted)):
            self.add(DAYS[1])
        self.assertEqual(self.rows(), self.expected(DAYS[0]))
        self.add(DAYS[2])
        self.assertEqual(self.rows(), self.expected(DAYS[0], DAYS[2]))

    def test_an_interrupted_compaction_loses_nothing(self):
        self.add(*DAYS)
        rename = Path.rename
        for stop in range(6):
            calls = []

            def renaming(path, target, calls=calls, stop=stop):
                calls.append(path)
                if len(calls) > stop:
                    raise Interrupted
                return rename(path, target)

            with mock.patch.object(Path, "rename", renaming):
                try:
                    store_compact(self.store)
                except Interrupted:
                    pass
            self.add(DAYS[0])
            self.assertEqual(self.rows(), self.expected(*DAYS), stop)
        self.assertFalse(list((self.folder / "store").rglob(".*month*")))

    def test_a_month_that_is_a_link_is_read_and_nothing_is_removed_behind_it(self):
        self.add(*DAYS)
        month, elsewhere = self.folder / "store/cells/month=2026-10", self.folder / "elsewhere"
        month.rename(elsewhere)
        month.symlink_to(elsewhere)
        (elsewhere / ".profile").touch()
        before = sorted(elsewhere.iterdir())
        self.add("2026-11-03")
        for merged in (1, 0):
            self.assertEqual(store_compact(self.store), merged)
            self.assertEqual(self.rows(), self.expected(*DAYS, "2026-11-03"))
        self.assertEqual(sorted(elsewhere.iterdir()), before)
        self.assertEqual(list((self.folder / "store").rglob(".*month*")), [])

    def test_a_part_that_is_out_of_reach_is_named_and_nothing_is_added_or_removed(self):
        self.add(*DAYS)
        store = self.folder / "store"
        kept = sorted(store.rglob("*"))
        (month,) = store.glob("cells/month=2026-10")
        parts = [store / f"dictionaries/{name}.parquet" for name in DICTIONARIES]
        for part in (*parts, month, next(store.glob("medians/month=2026-11/*"))):
            for target in (part.name, "/nonexistent", None):  # a loop, a lost disk, a lost file
                if not target and part not in parts[:-1]:
                    continue
                with self.subTest(part=part.name, target=target):
                    part.rename(self.folder / "aside")
                    if target:
                        part.symlink_to(target)
                    for use in store_open, store_make:
                        with self.assertRaisesRegex(StoreError, str(part)):
                            use(store)
                    part.unlink(missing_ok=True)
                    (self.folder / "aside").rename(part)
        self.assertEqual(sorted(store.rglob("*")), kept)
        self.assertEqual(self.rows(), self.expected(*DAYS))

    def test_another_folder_is_not_taken_for_a_store(self):
        (self.folder / "other").mkdir()
        (self.folder / "other/file").touch()
        for use, hint in (store_open, "`comops history add` makes one"), (store_make, "new folder"):
            with self.assertRaisesRegex(StoreError, f"not a store.*{hint}$"):
                use(self.folder / "other")

    def test_an_empty_store_has_all_tables(self):
        for name in (*EMPTY, "results"):
            self.assertEqual(self.ask(f"SELECT * FROM {name}"), [])

    def test_an_empty_mark_is_that_of_a_store_still_to_be_created(self):
        (self.folder / "full").mkdir()
        (self.folder / "full" / MARK).touch()  # of a disk that was full
        self.assertEqual(sweep_add(store_make(self.folder / "full"), self.sweep(DAYS[0])), ADDED)

    def test_a_store_may_get_its_first_sweep_while_it_is_opened(self):
        sweep, there = self.sweep(DAYS[0]), Path.exists

        def exists(file):
            present = there(file)
            if file.suffix == ".parquet" and not present:
                with mock.patch.object(Path, "exists", there):
                    sweep_add(self.store, sweep)
            return present

        with mock.patch.object(Path, "exists", exists):
            store_open(self.folder / "store")
        self.assertEqual(self.rows(), self.expected(DAYS[0]))

    def test_processes_that_add_to_a_new_store_write_one_after_the_other(self):
        folders = [self.folder / f"s{at}" for at in range(5)]
        for at, folder in enumerate(folders):
            day = f"2026-11-0{at + 1}T03:00:00Z"
            sweep_write(folder, {"n1": node_text("n1", {8: 1.0}, day)}, day)
        jobs = [subprocess.Popen([sys.executable, "-m", "comops", "history", "add",
                                  self.folder / "new", folder], stdout=subprocess.DEVNULL)
                for folder in folders]
        self.assertEqual([job.wait(60) for job in jobs], [0] * 5)
        self.assertEqual(len(entries_of(store_open(self.folder / "new"))), 5)

    def test_series_and_changes_of_facts(self):
        for at, day in enumerate(DAYS):
            sweep_add(self.store, self.sweep(day, 1.0 + at, kernel="new" if at > 1 else "old"))
        views_make(self.store)
        series = series_read(self.store, entries_of(self.store))
        self.assertEqual(series.nodes, ["n0", "n1", "n2"])
        (logs,) = series.logs
        wanted = [[2.0 * factor, 4.0 * factor] for factor in (1, 2, 3, 4)]
        np.testing.assert_allclose(np.exp(logs), wanted, rtol=1e-6)
        (change,) = facts_changes(self.store, series.sweeps)
        self.assertEqual((change.sweep, change.name, change.old, change.new, change.nodes),
                         (2, "kernel", "old", "new", [0, 1, 2]))
        alone = times_of_nodes(self.store, series.sweeps, [2])
        self.assertAlmostEqual(float(alone[3, 1]), 3.1780538, 5)  # ln 24
