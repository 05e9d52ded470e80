# SPDX-License-Identifier: BSD-3-Clause
"""The tests of comops_fleet/ find each other's fixtures; without what they need, none runs."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SKIPPED = 77
NEEDS = ("ClusterShell", "duckdb", "jsonschema", "playwright", "scipy")

sys.path.insert(0, str(Path(__file__).parent))
if missing := [name for name in NEEDS if not find_spec(name)]:
    pytest.exit(f"skipped: {', '.join(missing)} missing", SKIPPED)
