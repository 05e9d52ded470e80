# SPDX-License-Identifier: BSD-3-Clause
"""Tests import the packages as the source tree has them, and what several tests use; these know
what was built of it. What is made up (tests/reports/support/example.py) becomes results files."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), *map(str, ROOT.glob("extensions/*/")), str(ROOT / "tests"),
                str(ROOT / "tests/reports/support")]
os.environ.setdefault("COMOPS_BUILD", str(ROOT / "build/build.json"))


@pytest.fixture
def results_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes records as a results file and returns its path."""
    import example

    def write(records: Sequence[dict[str, Any]], name: str = "run.jsonl") -> Path:
        path = tmp_path / name
        path.write_text(example.lines(records), encoding="utf-8")
        return path

    return write
