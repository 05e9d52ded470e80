# SPDX-License-Identifier: BSD-3-Clause
"""Values for the variables of charts.py in a publication's figures, whose axes are logarithmic.

In the page axes.js and points.js do the same; what both decide by is charts.AXES.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from reports.answers.series import Series
from reports.draw.scales import log_ticks
from reports.page.charts import AXES
from records.keys import Interval


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """A specification with values in place of its variables."""
    if isinstance(value, dict):
        return {name: filled(one, variables) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, variables) for one in value]
    return variables.get(value, value) if isinstance(value, str) else value


def around(values: Sequence[float], margin: float) -> list[float]:
    """An axis from below the least to above the greatest value."""
    return [min(values) / margin, max(values) * margin]


def log_scale(domain: Sequence[float], base: int) -> dict[str, Any]:
    return {"type": "log", "base": base, "domain": list(domain), "nice": False}


def size_axis(sizes: Sequence[int]) -> dict[str, Any]:
    """The horizontal axis over message size, with labels at some powers of two."""
    low, high = around(sizes, AXES["xMargin"]["log"])
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, round((last - first) / AXES["steps"]))
    return {
        "$xTitle": AXES["titles"]["size"],
        "$xScale": log_scale((low, high), 2),
        "$xTicks": [2**power for power in range(first, last + 1, step)],
        "$xLabel": AXES["sizeLabel"],
    }


def count_axis(counts: Sequence[int], over: str) -> dict[str, Any]:
    """The horizontal axis over numbers of ranks or pairs."""
    margin = (max(counts) - min(counts)) * AXES["ranksMargin"]
    domain = [min(counts) - margin, max(counts) + margin]
    return {
        "$xTitle": AXES["titles"][over],
        "$xScale": {"type": "linear", "domain": domain, "nice": False, "zero": False},
        "$xTicks": sorted(set(counts)),
        "$xLabel": "datum.value",
    }


def value_axis(points: Sequence[dict[str, Any]], measure: str) -> dict[str, Any]:
    """The vertical axis. Interval ends far from all values are cut off."""
    title = AXES["titles"][measure]
    if measure == "overlap":
        ticks = list(AXES["percent"])
        scale = {"type": "linear", "domain": [ticks[0], ticks[-1]], "nice": False}
        return {"$yTitle": title, "$yScale": scale, "$yTicks": ticks}
    values = [one["value"] for one in points] + ([1] if measure == "ratio" else [])
    least, most = around(values, AXES["farthest"])
    ends = [one[end] for one in points for end in ("low", "high") if one[end]]
    near = [min(most, max(least, end)) for end in ends]
    domain = around([*values, *near], AXES["yMargin"]["log"])
    return {"$yTitle": title, "$yScale": log_scale(domain, 10), "$yTicks": log_ticks(*domain)}


def series_values(labelled: Sequence[tuple[str, Series]]) -> dict[str, Any]:
    return {
        "$labels": [label for label, _ in labelled],
        "$colours": [one.colour for _, one in labelled],
        "$fills": [one.fill for _, one in labelled],
        "$symbols": [one.symbol for _, one in labelled],
        "$dashes": [list(one.dash) for _, one in labelled],
    }


def point(at: int, series: str, mode: str, value: float, ci95: Interval | None) -> dict[str, Any]:
    low, high = ci95 or (None, None)
    return {"at": at, "series": series, "mode": mode, "value": value, "low": low, "high": high}
