# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of all tests in Python."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from source_tree import results_file  # noqa: E402, F401
