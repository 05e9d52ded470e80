# SPDX-License-Identifier: BSD-3-Clause
"""How much of an exchange or of the computing during it is hidden (docs/method.md, "Overlap")."""

from typing import Any, NamedTuple

from records.fields import Interval, interval, number


class Overlap(NamedTuple):
    """Per cent of the shorter one of exchange and computing."""

    percent: float
    ci95: Interval | None


def overlap_of(record: dict[str, Any]) -> Overlap | None:
    """That of a cell; None in patterns that do not compute."""
    found = record.get("overlap")
    if found is None:
        return None
    if not isinstance(found, dict):
        raise ValueError("overlap is not an object")
    return Overlap(number(found, "percent"), interval(found, "ci95"))
