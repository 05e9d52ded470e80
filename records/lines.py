# SPDX-License-Identifier: BSD-3-Clause
"""The lines of a results file, each an object."""

from json import JSONDecodeError
from typing import Any

from records import json_text

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


def record_of(line: bytes) -> Record:
    """The object on a line; ValueError if there is none."""
    record = json_text.loads(line)
    if not isinstance(record, dict):
        raise ValueError("not an object")
    if line.count(b"[") + line.count(b"{") > DEEPEST and is_deep(record):
        raise ValueError("nested too deeply")
    return record


def is_deep(value: Any) -> bool:
    """Whether it has more than DEEPEST levels of lists and objects."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for some in inner for one in some if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def reason_of(error: ValueError) -> str:
    """Why a line is no record."""
    return "not JSON" if isinstance(error, JSONDecodeError) else str(error)
