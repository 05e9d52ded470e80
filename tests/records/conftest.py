# SPDX-License-Identifier: BSD-3-Clause
"""Results files of made-up records (tests/reports/support/example.py)."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/reports/support")]

import example


@pytest.fixture
def results_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes records as a results file and returns its path."""

    def write(records: Sequence[example.Record], name: str = "run.jsonl") -> Path:
        path = tmp_path / name
        path.write_text(example.lines(records), encoding="utf-8")
        return path

    return write
