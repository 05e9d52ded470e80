# SPDX-License-Identifier: BSD-3-Clause
"""The values that the papers print: the tables in extensions/papers/comops_papers/reference/."""

import csv
import functools
import re
from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().with_name("reference")
MICROSECONDS = {"us": 1.0, "ms": 1e3, "s": 1e6}

Row = dict[str, str]
DOUBTS = {  # keyword of a note: what it says of a value
    "SUSPECT": "suspect", "OUTLIER": "out of line with their neighbours",
    "FIRST": "first calls, with the start-up", "CONTRADICTION": "the text says otherwise elsewhere"}


@functools.cache
def table(name: str) -> list[Row]:
    """The rows of extensions/papers/comops_papers/reference/NAME.csv."""
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows(name: str, **wanted: str) -> list[Row]:
    """The rows of a table whose columns have these values."""
    return [row for row in table(name) if all(row[k] == v for k, v in wanted.items())]


def columns(name: str, column: Callable[[Row], Any], at: Callable[[Row], Any],
            value: Callable[[Row], Any], **wanted: str) -> dict[Any, dict[Any, Any]]:
    """Such rows as columns, in the order of the file: the values of each by the key of a row."""
    by_column: dict[Any, dict[Any, Any]] = {}
    for row in rows(name, **wanted):
        by_column.setdefault(column(row), {})[at(row)] = value(row)
    return by_column


def value(name: str, **wanted: str) -> float:
    (row,) = rows(name, **wanted)
    return float(row["value"])


def number(row: Row) -> float | None:
    """A printed number, a time in µs; None where words or NaN are printed."""
    try:
        figure = float(row["value"]) * MICROSECONDS.get(row["unit"], 1)
    except ValueError:
        return None
    return None if isnan(figure) else figure


def unit_of(row: Row) -> str:
    return row["unit"].replace("us", "µs")


def likely(row: Row) -> str:
    """What is probably meant, by the note."""
    match = re.search(r"likely=(\w+([.]\w+)?)", row["note"])
    return match[1] if match else ""


def text(row: Row) -> str:
    """What is printed, character for character; of an unclear scan what it probably is."""
    if row["note"].startswith("OCR likely"):
        return f"{likely(row)} (unclear)"
    return row.get("words") or row["value"]


def doubt(row: Row) -> str:
    """Why a value is doubtful, if it is."""
    kind = re.search(rf"({'|'.join(DOUBTS)})\b(?![(])", row["note"])
    if not kind:
        return ""
    return f"{row['value']} is probably {likely(row)}" if likely(row) else DOUBTS[kind[1]]


def times(name: str, **wanted: str) -> list[tuple[int, float]]:
    """(bytes, microseconds) of such rows, by size."""
    return sorted((int(row["bytes"]), number(row)) for row in rows(name, **wanted))
