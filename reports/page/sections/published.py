# SPDX-License-Identifier: BSD-3-Clause
"""Published values from 1995 to 2004, and the same measures on this machine."""

from typing import Any

from reports.draw.dot_plot import dot_plot, span_of, values_of
from reports.history.published import MODELS, command_of, comparisons
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was measured.

    Measures of one unit are drawn on the same axis.
    """
    here = [(one, label) for one, label in report.labelled if not one.simulated]
    if not here:
        return None
    parts = comparisons(*map(list, zip(*here, strict=True)))
    drawn = [part for part in parts if part.now and not part.measure.unlike]
    spans = {
        unit: span_of([value for part in drawn if part.unit == unit for value in values_of(part)])
        for unit in {part.unit for part in drawn}
    }
    colours = {one.path: one.colour for one in report.series}
    return {
        "parts": parts,
        "drawn": [(part, dot_plot(part, spans[part.unit], colours)) for part in drawn],
        "command": command_of(parts),
        "models": MODELS,
    }
