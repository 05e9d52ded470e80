# SPDX-License-Identifier: BSD-3-Clause
"""A matrix of line hand-overs between hardware threads, in nanoseconds, from a file.

One row a line, comma-separated: a lower triangle, with or without its diagonal, or all of it. An
empty field was not measured.
"""

import math
import re
from pathlib import Path

from common.terminal import plain
from simulate.platforms import PlatformError

Matrix = list[list[float | None]]

ROWS_MOST = 2048  # hardware threads
NS_MOST = 1e6
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
TOLERANCE = 0.01  # between the two halves of a full matrix; beyond it they contradict each other


def _number(field: str, where: str) -> float | None:
    text = field.strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise PlatformError(f"{where}: `{plain(text[:40])}` is not a number")
    value = float(text)
    if not 0 <= value <= NS_MOST:
        raise PlatformError(f"{where}: {text[:40]} is not a time from 0 to {NS_MOST:.0f} ns")
    return value


def _lines(file: Path) -> list[str]:
    try:
        if not file.is_file():
            raise PlatformError(f"{file}: {'not a regular' if file.exists() else 'no such'} file")
        if file.stat().st_size > 16 * ROWS_MOST**2:
            raise PlatformError(f"{file}: too long for a matrix of {ROWS_MOST} rows")
        lines = file.read_text(encoding="utf-8-sig").rstrip().split("\n")
    except UnicodeDecodeError:
        raise PlatformError(f"{file}: not a text file") from None
    except OSError as error:
        raise PlatformError(f"{file}: {error.strerror}") from None
    if lines == [""]:
        raise PlatformError(f"{file}: empty; a matrix has from 2 to {ROWS_MOST} rows")
    if not 2 <= len(lines) <= ROWS_MOST:
        raise PlatformError(f"{file}: {len(lines)} row{'s' * (len(lines) > 1)}; a matrix has from "
                            f"2 to {ROWS_MOST}")
    return lines


def _mirror(matrix: Matrix, file: Path) -> None:
    """Both halves hold every value."""
    for i, row in enumerate(matrix):
        row[i] = 0.0
        for j in range(i):
            here, there = row[j], matrix[j][i]
            if here is None or there is None:
                row[j] = matrix[j][i] = there if here is None else here
            elif not math.isclose(here, there, rel_tol=TOLERANCE, abs_tol=0.1):
                raise PlatformError(
                    f"{file}: not symmetric: row {i + 1}, column {j + 1} is {here:g}, row {j + 1}, "
                    f"column {i + 1} is {there:g}; give both the same value, or one triangle")


def matrix_read(file: Path) -> Matrix:
    """All rows of the symmetric matrix, with zeros on the diagonal; None: not measured.

    Raises PlatformError.
    """
    lines = _lines(file)
    count = len(lines)
    matrix: Matrix = []
    for i, line in enumerate(lines):
        fields = line.split(",")
        if len(fields) > i + 1 and len(fields) != count:
            raise PlatformError(f"{file}, row {i + 1}: {len(fields)} fields; a lower triangle has "
                                f"{i} or {i + 1} there, a full matrix {count}")
        row = [_number(field, f"{file}, row {i + 1}, column {j + 1}")
               for j, field in enumerate(fields)]
        matrix.append(row + [None] * (count - len(row)))
    _mirror(matrix, file)
    if all(value is None for i, row in enumerate(matrix) for value in row[:i]):
        raise PlatformError(f"{file}: no value was measured")
    return matrix
