# SPDX-License-Identifier: BSD-3-Clause
"""Axes of the charts that are drawn without a browser, by charts.AXES, as axes.js computes them in
the page; all axes are logarithmic."""

import math
from collections.abc import Sequence
from typing import Any

from comops.reports.draw.svg import log_ticks
from comops.reports.page.charts import AXES


def around(values: Sequence[float], margin: float) -> list[float]:
    """An axis from below the least to above the greatest value."""
    return [min(values) / margin, max(values) * margin]


def log_scale(domain: Sequence[float], base: int) -> dict[str, Any]:
    return {"type": "log", "base": base, "domain": list(domain), "nice": False}


def horizontal_axis(places: Sequence[int], over: str, steps: int = AXES["steps"]
                    ) -> dict[str, Any]:
    """Over message size, with labels at some powers of two, or over numbers of ranks or pairs."""
    least, most = min(places), max(places)
    if over != "size":
        margin, ticks = (most - least) * AXES["ranksMargin"], sorted(set(places))
        return {"$xTitle": AXES["titles"][over], "$xTicks": ticks, "$xLabel": "datum.value",
                "$xScale": {"type": "linear", "domain": [least - margin, most + margin],
                            "nice": False, "zero": False}}
    low, high = around(places, AXES["xMargin"]["log"])
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, round((last - first) / steps))
    return {"$xTitle": AXES["titles"]["size"], "$xLabel": AXES["sizeLabel"],
            "$xTicks": [2**power for power in range(first, last + 1, step)],
            "$xScale": log_scale((low, high), 2)}


def vertical_axis(points: Sequence[dict[str, Any]], measure: str) -> dict[str, Any]:
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
