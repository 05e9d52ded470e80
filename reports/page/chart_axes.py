# SPDX-License-Identifier: BSD-3-Clause
"""What fills the holes of charts.py for a publication, as axes.js and points.js do in the page."""

import math
from collections.abc import Sequence
from typing import Any

from page import charts
from read.results import Interval
from analysis.series import Series

FARTHEST = 4  # how many times smaller or larger than all values an interval's end is shown
TITLES = {
    "time": "time (µs)",
    "ranks": "time (µs)",
    "rate": "rate (MB/s)",
    "ratio": "ratio of times",
}


def filled(value: Any, holes: dict[str, Any]) -> Any:
    """A specification with its holes filled."""
    if isinstance(value, dict):
        return {name: filled(one, holes) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, holes) for one in value]
    return holes.get(value, value) if isinstance(value, str) else value


def ends(values: Sequence[float], room: float) -> list[float]:
    """An axis from below the least to above the greatest value."""
    return [min(values) / room, max(values) * room]


def size_holes(sizes: Sequence[int]) -> dict[str, Any]:
    """The horizontal axis over message size, about six powers of two labelled."""
    low, high = ends(sizes, 1.3)
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, round((last - first) / 5))
    return {
        "$across": "message size",
        "$atScale": {"type": "log", "base": 2, "domain": [low, high], "nice": False},
        "$atTicks": [2**power for power in range(first, last + 1, step)],
        "$atLabel": charts.SIZE_LABEL,
    }


def ranks_holes(ranks: Sequence[int]) -> dict[str, Any]:
    """The horizontal axis over ranks."""
    room = (max(ranks) - min(ranks)) / 20
    domain = [min(ranks) - room, max(ranks) + room]
    return {
        "$across": "ranks",
        "$atScale": {"type": "linear", "domain": domain, "nice": False, "zero": False},
        "$atTicks": sorted(set(ranks)),
        "$atLabel": "datum.value",
    }


def ticks(low: float, high: float) -> list[float]:
    """Powers of ten; where fewer than three fit, 2 and 5 times them too."""
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    for steps in ((1,), (1, 2, 5)):
        found = [step * 10.0**power for power in powers for step in steps]
        found = [tick for tick in found if low <= tick <= high]
        if len(found) > 2:
            break
    return found


def value_holes(points: Sequence[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The vertical axis."""
    values = [one["value"] for one in points] + ([1] if kind == "ratio" else [])
    least, most = ends(values, FARTHEST)
    bounds = [one[end] for one in points for end in ("low", "high") if one[end]]
    domain = ends([*values, *(min(most, max(least, bound)) for bound in bounds)], 1.25)
    return {
        "$title": TITLES[kind],
        "$valueScale": {"type": "log", "domain": domain, "nice": False},
        "$valueTicks": ticks(*domain),
    }


def look_holes(looks: Sequence[tuple[str, Series]]) -> dict[str, Any]:
    """How each labelled series looks."""
    return {
        "$labels": [label for label, _ in looks],
        "$colours": [one.colour for _, one in looks],
        "$fills": [one.fill for _, one in looks],
        "$shapes": [one.shape for _, one in looks],
        "$dashes": [list(one.dash) for _, one in looks],
    }


def point(at: int, series: str, mode: str, value: float, ci95: Interval | None) -> dict[str, Any]:
    """A value and its interval."""
    low, high = ci95 or (None, None)
    return {"at": at, "series": series, "mode": mode, "value": value, "low": low, "high": high}
