# SPDX-License-Identifier: BSD-3-Clause
"""Cells for a worker's --batch: a line of words NAME=VALUE for each (text/named_words.h)."""

from collections.abc import Iterable
from typing import Any


def batch_line(cell: dict[str, Any]) -> str:
    """Without what no word can hold, which no worker reads: lists, truth, texts with blanks."""
    words = [f"{name}={value}" for name, value in cell.items()
             if isinstance(value, str | int | float) and not isinstance(value, bool)]
    return " ".join(word for word in words if len(word.split()) == 1)


def batch_text(cells: Iterable[dict[str, Any]]) -> str:
    return "".join(f"{batch_line(cell)}\n" for cell in cells)
