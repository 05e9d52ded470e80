# SPDX-License-Identifier: BSD-3-Clause
"""The published values in reference/."""

import csv
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "reference"
MICROSECONDS = {"us": 1.0, "ms": 1e3, "s": 1e6}

Row = dict[str, str]


def rows(name: str, **wanted: str) -> list[Row]:
    """The rows of reference/NAME.csv whose columns have these values."""
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return [r for r in csv.DictReader(file) if all(r[k] == v for k, v in wanted.items())]


def value(name: str, **wanted: str) -> float:
    """The only such value."""
    (row,) = rows(name, **wanted)
    return float(row["value"])


def microseconds(row: Row) -> float:
    """A printed time."""
    return float(row["value"]) * MICROSECONDS[row["unit"]]


def times(name: str, **wanted: str) -> list[tuple[int, float]]:
    """(bytes, microseconds) of such rows, by size."""
    return sorted((int(row["bytes"]), microseconds(row)) for row in rows(name, **wanted))
