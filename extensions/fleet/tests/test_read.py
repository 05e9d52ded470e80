# SPDX-License-Identifier: BSD-3-Clause
"""Results files of nodes, and folders of sweeps, as tables."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from comops_fleet.check.sweep import (INVALID, LOST, VALID, ResultsError, file_read, shortened,
                                      sweep_read)
from filled import filled
from folders import KEY, STARTED, campaign, cell, line, node_text, sweep_write
from comops.results.read import NOT_WHOLE

NAN = float("nan")


class Reading(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, text: str | bytes, name: str = "run.jsonl") -> Path:
        file = self.folder / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def read(self, text: str | bytes):
        return file_read(self.write(text))

    def damaged(self, sweep) -> list[str]:
        """What is said of a file, but that it lacks its last record."""
        return [note for note in sweep.notes if NOT_WHOLE not in note]

    def test_a_results_file_is_a_sweep_of_one_node(self):
        sweep = self.read(node_text("n1", {8: 0.5, 64: None}))
        self.assertEqual(sweep.nodes, ["n1"])
        self.assertEqual([key["bytes"] for key in sweep.cells], [8, 64])
        self.assertEqual(sweep.cells[0], KEY)
        np.testing.assert_array_equal(sweep.times, [[0.5, NAN]])
        self.assertEqual(sweep.valid.tolist(), [[VALID, INVALID]])
        self.assertEqual(sweep.started, [STARTED])
        self.assertEqual(sweep.facts[0]["kernel"], "6.1.0-31")
        self.assertEqual(sweep.facts[0]["cpu"], "Xeon")
        self.assertEqual(sweep.facts[0]["runtime threads"], "libgomp GOMP_5.1")

    def test_how_near_fast_and_free_its_cores_were_is_read_for_the_check(self):
        handovers = [[60.0], [219.0]] * 10
        records = [filled({"record": "rounds", "before_ns": handovers, "after_ns": handovers,
                           "classes": [0, 1] * 10} | KEY)]
        records += [filled({"record": "canary", "placement": "bus", "ranks": 2, "launch": launch,
                            "arithmetic_us": us}) for launch, us in ((1, 20.0), (2, 24.0))]
        busy = cell(0.5)
        ends = {name: busy.pop(name) for name in ("valid", "time_us", "median_us", "ci95_us")}
        busy |= {"disturbances": {"watched_us": 50.0, "waited_us": [[0, 1, 10.0]], "stolen_us": [],
                                  "involuntary_switches": [], "migrations": [],
                                  "page_faults": []}} | ends
        sweep = self.read(node_text("n1", {}) + "".join(map(line, [*records, busy])))
        self.assertEqual(sweep.states, [
            {"distances": [[60.0, 0.5], [219.0, 0.5]], "arithmetic_us": 22.0, "lost": 0.1}])
        self.assertEqual((sweep.times.tolist(), self.damaged(sweep)), ([[0.5]], []))
        self.assertEqual(self.read(node_text("n1", {8: 0.5})).states, [{}])

    def test_cells_are_in_order_the_later_of_two_counts_and_other_records_are_left_out(self):
        sizes = [4096, 8, 64]
        pair = {"record": "pair", "a": KEY, "b": KEY, "valid": True, "time_us": 1.0}
        sweep = self.read(node_text("n1", {size: float(size) for size in sizes})
                          + line(cell(0.7)) + line(pair))
        self.assertEqual([key["bytes"] for key in sweep.cells], sorted(sizes))
        self.assertEqual((sweep.times.tolist(), self.damaged(sweep)), ([[0.7, 64.0, 4096.0]], []))

    def test_what_is_skipped_of_a_line_changes_nothing(self):
        whole = line(cell(0.5)).encode()
        short = shortened(whole)
        self.assertNotIn(b"samples_us", short)
        self.assertIn(b'"time_us":0.5', short)
        self.assertEqual(shortened(b'{"valid":true,"repeats":1}'), b'{"valid":true,"repeats":1}')

    def test_a_line_in_another_order_is_read_whole(self):
        record = cell(0.5)
        turned = {"valid": record.pop("valid"), **dict(reversed(record.items()))}
        sweep = self.read(line(campaign("n1")) + line(turned))
        self.assertEqual(sweep.times.tolist(), [[0.5]])

    def test_a_file_cut_anywhere_gives_what_was_complete(self):
        text = node_text("n1", {8: 0.5, 64: 0.75}).encode()
        second = len(text) - len(text.splitlines(keepends=True)[-1])
        for cut in range(second + 1, len(text) - 1):
            sweep = self.read(text[:cut])
            self.assertEqual(sweep.times.tolist(), [[0.5]], text[:cut][-60:])
            self.assertIn("cut short", sweep.notes[0])

    def test_a_damaged_line_and_a_time_that_no_run_takes_are_named_and_left_out(self):
        damaged = '{"record":"cell","pattern":7}\n'
        for more, why in ((damaged, "line 3"), *(
                (line(cell(time, bytes=64)), "out of range") for time in (0, 1e-60, 1e60))):
            sweep = self.read(node_text("n1", {8: 0.5}) + more)
            self.assertEqual(sweep.times.tolist(), [[0.5]])
            self.assertIn(why, sweep.notes[0])

    def test_a_foreign_file_is_refused_with_its_name(self):
        for text in ("", "hello\n", "[]\n", '{"record":"campaign","schema":"other/1"}\n',
                     node_text("n1", {}), b"\xff\xfe\n"):
            with self.assertRaisesRegex(ResultsError, "run.jsonl"):
                self.read(text)

    def test_a_sweep_is_a_table_of_its_nodes(self):
        folder = sweep_write(self.folder / "sweep", {
            "n1": node_text("other", {8: 0.5, 64: 0.75}),
            "n2": node_text("other", {64: None, 4096: 9.0}),
            "n3": None, "n4": "damaged\n"})
        sweep = sweep_read(folder)
        self.assertEqual(sweep.nodes, ["n1", "n2"])
        np.testing.assert_array_equal(sweep.times, [[0.5, 0.75, NAN], [NAN, NAN, 9.0]])
        self.assertEqual(sweep.valid.tolist(),
                         [[VALID, VALID, LOST], [LOST, INVALID, VALID]])
        self.assertEqual(sorted(sweep.unmeasured), ["n3", "n4"])
        self.assertIn("not a comops results file", sweep.unmeasured["n4"])
        self.assertEqual(sweep.facts[0]["partition"], "batch")

    def test_several_processes_read_the_same_as_one(self):
        texts = {f"n{at}": node_text(f"n{at}", {8: 1.0 + at, 64 * (1 + at % 3): 2.0})
                 for at in range(40)}
        sweep = sweep_read(sweep_write(self.folder / "sweep", texts))
        self.assertEqual(sweep.nodes, list(texts))
        self.assertEqual(sweep.times[:, 0].tolist(), [1.0 + at for at in range(40)])
        self.assertEqual([(row == LOST).sum() for row in sweep.valid], [2] * 40)

    def test_a_folder_that_is_no_sweep_is_refused(self):
        with self.assertRaisesRegex(ResultsError, "fleet.json"):
            sweep_read(self.folder)
        folder = sweep_write(self.folder / "sweep", {"n1": None})
        plan = json.loads((folder / "fleet.json").read_text())
        for wrong in ({"nodes": ["../n1"]}, {"nodes": "n1"}, {"nodes": [1, None, {}]},
                      {"seed": "1"}, {"engine": ["local"]}, {"options": "--quick"},
                      {"partition": 1}, {"program": None}, {"window": 0}, {"wait": "1"},
                      {"schema": []}, {"more": 1}):
            with self.subTest(wrong):
                (folder / "fleet.json").write_text(json.dumps(plan | wrong))
                with self.assertRaisesRegex(ResultsError, "fleet.json: not the plan"):
                    sweep_read(folder)
        for text in ("[]", "{"):
            (folder / "fleet.json").write_text(text)
            with self.assertRaisesRegex(ResultsError, "fleet.json"):
                sweep_read(folder)
