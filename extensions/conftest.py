# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures that the tests of extensions share with those of comops."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from source_tree import results_file  # noqa: E402, F401
