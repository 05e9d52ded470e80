# SPDX-License-Identifier: BSD-3-Clause
"""The Vega-Lite specifications of the charts, with variables for data, axes and series, made of the
parts in static/charts.json.

The variables, strings like "$points", are replaced by chart.js in the page and by publication.py
in figures. Colours are names from colours.css, where light, dark and print differ. A line is
interrupted where the sampling mode changes, for the two are different measurements; below the
points, larger invisible ones are for the tooltip.
"""

import functools
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import vl_convert

from common.files import user_folder, write
from reports.draw.svg import FACTORS, LEAST, STATIC, STEPS

VEGA_LITE = "6.4"
HEIGHT, RATIO_HEIGHT = 260, 320  # pixels

PARTS = json.loads((STATIC / "charts.json").read_text(encoding="utf-8"))
# The fields of a point's tooltip, by the form of the chart; time, rate and what is over ranks have
# the form `value`.
TOOLTIPS: dict[str, list[str]] = PARTS["tooltips"]
CONFIG: dict[str, Any] = PARTS["config"]  # the page adds its font
# What axes.js and publication.py decide by. Margins are factors beyond the outermost values, except
# that of ranks, which is a share of their range; an interval's end is shown up to `farthest` times
# beyond all values; `steps` are those between labels of sizes, `least` the number of ticks.
AXES: dict[str, Any] = PARTS["axes"] | {"factors": FACTORS, "evenSteps": STEPS, "least": LEAST}


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs, 900 KB of JavaScript that defines `vegaEmbed`; bundling takes a
    second or more, so each version is kept in the user's cache."""
    folder = user_folder("XDG_CACHE_HOME", ".cache")
    if not folder:
        return bundled()
    kept = folder / f"vega-lite-{VEGA_LITE}-{vl_convert.__version__}.js"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    script = bundled()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write(kept, script.encode())
    return script


def bundled() -> str:
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """A specification with values in place of its variables."""
    if isinstance(value, dict):
        return {name: filled(one, variables) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, variables) for one in value]
    return variables.get(value, value) if isinstance(value, str) else value


def specification(form: str) -> dict[str, Any]:
    """A chart with its variables."""
    ratio = form == "ratio"
    names = ("halves", "crossovers", "points") if ratio else ("crossovers", "fits", "points")
    tooltip = [{"field": name, "type": "nominal", "title": name} for name in TOOLTIPS[form]]
    layers = [layer for name in names for layer in PARTS["layers"][name]]
    encodings = PARTS["encodings"] | {"$tooltip": tooltip}
    return {
        "data": {"values": "$points"},
        "width": "container",
        "height": RATIO_HEIGHT if ratio else HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": filled(filled(layers, encodings), encodings),  # axes are variables of encodings
        "config": CONFIG,
    }
