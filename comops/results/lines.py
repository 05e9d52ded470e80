# SPDX-License-Identifier: BSD-3-Clause
"""The lines of a results file, each an object in JSON.

They are read and written by orjson, which takes a tenth of the time. Debian 12 has none: there by
Python's own module, with the same text.
"""

import json
import lzma
import math
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

try:
    import orjson
except ModuleNotFoundError:
    orjson = None  # type: ignore[assignment]


def _plain(value: Any) -> Any:
    """What json writes as orjson does: no NaN and no infinity."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return _plain(value.tolist()) if hasattr(value, "tolist") else value  # NumPy's


def _refuse(constant: str) -> None:
    raise json.JSONDecodeError("no such number", constant, 0)


def dumps(value: Any) -> bytes:
    """On one line; a number of NumPy is written as one of Python, NaN and infinity as null."""
    if orjson:
        return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).encode()


def loads(text: bytes) -> Any:
    """json.JSONDecodeError if it is not JSON."""
    if orjson:
        return orjson.loads(text)
    try:
        return json.loads(text.decode(), parse_constant=_refuse)
    except (UnicodeDecodeError, RecursionError) as error:
        raise json.JSONDecodeError(str(error), "", 0) from None


DEEPEST = 100  # levels of lists and objects in a record; the tree of a machine has up to 80

Record = dict[str, Any]


class ResultsError(Exception):
    """A results file cannot be read, written or continued; one line says why.

    `error` is an errno: EEXIST (it has results), EWOULDBLOCK (another campaign writes it), that of
    the call that failed, or 0 if its content is wrong.
    """

    def __init__(self, message: str, error: int = 0) -> None:
        super().__init__(message)
        self.error = error


def lines_of(path: Path) -> IO[bytes]:
    """A results file, opened. One whose name ends in .xz is decompressed."""
    return lzma.open(path) if path.suffix == ".xz" else path.open("rb")


def record_of(line: bytes) -> Record:
    """The object on a line; ValueError if there is none."""
    record = loads(line)
    if not isinstance(record, dict):
        raise ValueError("not an object")
    if line.count(b"[") + line.count(b"{") > DEEPEST and is_deep(record):
        raise ValueError("nested too deeply")
    return record


def is_deep(value: Any) -> bool:
    """Whether it has more than DEEPEST levels of lists and objects."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (node.values() if isinstance(node, dict) else node for node in level)
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def reason_of(error: ValueError) -> str:
    """Why a line is no record."""
    return "not JSON" if isinstance(error, json.JSONDecodeError) else str(error)


def damage_notes(damaged: list[tuple[int, str]], last: int, cut: bool) -> Iterator[str]:
    """Sentences about the lines that were left out; `cut`: the last has no line end."""
    if cut and damaged and damaged[-1][0] == last:
        damaged = damaged[:-1]
        yield (f"The last line ({last}) is cut short and was left out: "
               "the campaign was interrupted, or is still running.")
    if damaged:
        line, reason = damaged[0]
        lines = "1 line is" if len(damaged) == 1 else f"{len(damaged)} lines are"
        yield f"{lines} damaged and left out; the first is line {line}: {reason}."
