# SPDX-License-Identifier: BSD-3-Clause
"""A table of operations that anybody can write: CSV or TOML, and presets."""

import csv
import math
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from comops.common.catalogue import CATALOGUE
from comops.common.nearest import no_such
from comops.common.sizes import MOST, RANKS_MOST, number_of, size_of
from comops_programs.program import ProgramOperation, Program, ProgramError

PATTERNS = {pattern["name"]: pattern for pattern in CATALOGUE["patterns"]}
# Over MPI where it is not the collective of that name.
PROTOCOLS = {
    "put": "flush", "get": "flush", "halo_strided": "vector", **dict.fromkeys(
        ("pingpong", "shift", "bidirectional", "halo", "halo_open", "master_worker", "distant",
         "bandwidth", "message_rate"), "sendrecv")}
COLUMNS = "pattern", "bytes", "ranks", "calls", "seconds"
PRESETS = Path(__file__).with_name("presets")


def preset_names() -> list[str]:
    return sorted(file.stem for file in PRESETS.glob("*.toml"))


def positive(value: Any, name: str) -> float:
    """ValueError names what is wrong."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{name}: `{value}` is not a number above 0")
    return number


def operation_of(row: Mapping[str, Any], ranks: int) -> ProgramOperation:
    """`ranks`: where the row names none. ValueError names the member that is wrong."""
    if strange := [name for name in row if name not in COLUMNS]:
        raise ValueError(no_such("member ", str(strange[0]), COLUMNS))
    name, _, parameter = str(row.get("pattern", "")).partition("/")
    if name not in PATTERNS:
        raise ValueError(no_such("pattern ", name, PATTERNS))
    pattern, many = PATTERNS[name], row.get("ranks") or ranks
    series = number_of(parameter, 1, MOST) if parameter else 0
    if series is None or (pattern["series_of"] is None) != (series == 0):
        raise ValueError(f"pattern: {name} has no parameter" if not pattern["series_of"] else
                         f"pattern: write {name}/N; N is the parameter `{pattern['series_of']}`")
    size = size_of(str(row.get("bytes") or 0)) if pattern["unit"] else 0
    number = number_of(str(many), 2, RANKS_MOST)
    if size is None or size > MOST:
        raise ValueError(f"bytes: `{row['bytes']}` is not a size")
    if number is None:
        raise ValueError(f"ranks: `{many}` is not a number of ranks from 2 to {RANKS_MOST}")
    seconds = row.get("seconds")
    return ProgramOperation(
        pattern=name, protocol=PROTOCOLS.get(name, "library"), series=series, bytes=size,
        ranks=number, times=positive(row.get("calls"), "calls"), call="", measured=False,
        seconds=None if seconds in (None, "") else positive(seconds, "seconds"))


def rows_of_csv(file: Path, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """And where each is."""
    lines = csv.DictReader((line if line.lstrip()[:1] != "#" else "\n" for line in
                            text.splitlines(keepends=True)), skipinitialspace=True)
    if not lines.fieldnames or "pattern" not in lines.fieldnames:
        raise ProgramError(f"{file}: its first line must have the names {','.join(COLUMNS)}")
    for row in lines:
        yield f"line {lines.line_num} of {file}", {
            name or "further": value for name, value in row.items() if value not in (None, "")}


def read_text(file: Path) -> str:
    """ProgramError if that is not possible."""
    try:
        if file.exists() and not file.is_file():  # a pipe or a device may have no end
            raise ProgramError(f"cannot read {file}: not a file")
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise ProgramError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ProgramError(f"{file}: not UTF-8 text") from None


def toml_of(file: Path, text: str) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
    """What is said of the whole program, and its operations with where each is."""
    try:
        head = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProgramError(f"{file}: {error}") from None
    rows = head.pop("operations", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ProgramError(f"{file}: operations are tables, each below a line [[operations]]")
    known = "name", "ranks", "seconds", "operations"
    if strange := [name for name in head if name not in known]:
        raise ProgramError(f"{file}: {no_such('member ', strange[0], known)}")
    return head, [(f"operation {at} of {file}", row) for at, row in enumerate(rows, 1)]


def mix_read(file: Path, ranks: int) -> Program:
    """`ranks`: where the table names none. ProgramError names what is wrong, and where."""
    text, head = read_text(file), {}
    if file.suffix == ".toml":
        head, rows = toml_of(file, text)
    else:
        rows = list(rows_of_csv(file, text))
    operations, where = [], str(file)
    try:
        seconds = positive(head["seconds"], "seconds") if "seconds" in head else None
        whole = number_of(str(head.get("ranks", ranks)), 2, RANKS_MOST)
        if whole is None:
            raise ValueError(f"ranks: `{head.get('ranks', ranks)}` is not a number of ranks from "
                             f"2 to {RANKS_MOST}")
        for where, row in rows:
            operations.append(operation_of(row, whole))
    except ValueError as error:
        raise ProgramError(f"{where}: {error}") from None
    if not operations:
        raise ProgramError(f"{file}: no operation is in it")
    return Program(name=str(head.get("name", file)), seconds=seconds, operations=operations,
                   ranks=max(operation.ranks for operation in operations), uncounted=[], notes=[])
