# SPDX-License-Identifier: BSD-3-Clause
"""Worley's patterns: what is written where."""

import re
import unittest
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1]
ROOT = EXTENSION.parents[1]
ALGORITHMS = [file for file in (EXTENSION / "worley").glob("*.c") if file.name != "absent.c"]


class Rules(unittest.TestCase):
    def test_every_path_with_an_exchange_says_which_protocols_it_is(self):
        for folder in (EXTENSION / "exchange").iterdir():
            variants = next(folder.glob("*_variants.h")).read_text()
            self.assertIn(f"#define EXCHANGE_PATH {folder.name.removeprefix('shm_')}\n", variants)
            sources = re.search(r'EXCHANGE_SOURCES\s*\\?\s*"(.+)"', variants).group(1).split(",")
            self.assertIn(f"extensions/pstswm/exchange/{folder.name}/exchange.c", sources)
            for name in sources:
                self.assertTrue((ROOT / name).exists(), name)

    def test_an_algorithm_of_worley_is_named_by_its_file(self):
        for file in ALGORITHMS:
            match = re.search(r"ALGORITHM\((\w+),", file.read_text())
            self.assertIsNotNone(match, file)
            self.assertEqual(match.group(1), file.stem, file)


unittest.main(verbosity=2)
