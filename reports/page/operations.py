# SPDX-License-Identifier: BSD-3-Clause
"""The operations: charts and tables of every setting, and the controls that filter them."""

from collections.abc import Mapping
from typing import Any

from analysis.verdicts import KINDS
from records.cell_parts import SHARES
from records.findings import MODELS
from reports.answers.across import messages_of
from reports.answers.answer import said_once, total_sentence
from reports.answers.panels import Panel
from reports.answers.verdicts import total_counts
from reports.draw.distribution import distribution, reference_of, scale_of
from reports.page.report import Report
from reports.words.formats import name_order, path_text

FILTERS = {
    "placement": "Placement",
    "ranks": "Ranks",
    "buffers": "Buffers",
    "consume": "Consume",
    "memory": "Pages",
    "pages": "Page size",
    "skew": "Skew",
    "method": "Method",
    "campaign": "File",
}


def distributions_of(panel: Panel, colours: Mapping[tuple[str, str], str]) -> list[dict[str, Any]]:
    """The fastest protocols of each row that have stamps; their curves, relative to `reference`."""
    found = [(row, cells) for row in panel.rows if (cells := [
        cell for cell in row.best.values() if cell.stamps and cell.percentiles])]
    scale = scale_of(cells for _, cells in found)
    return [{"row": row, "cells": cells, "reference": reference_of(cells),
             "picture": distribution(cells, colours, scale)} for row, cells in found]


def operations(report: Report) -> dict[str, Any] | None:
    """Every operation that was measured, with what the verdicts say of all its settings. A filter
    with one value is not offered."""
    if not report.measured:
        return None
    panels = [panel for operation in report.measured for panel in operation.panels]
    names = {panel.name for panel in panels}
    filters = [("pattern", "Operation", [one.pattern for one in report.measured])] + [
        (name, label, sorted({getattr(panel.setting, name) for panel in panels}))
        for name, label in FILTERS.items()]
    protocols = sorted({one.protocol for one in report.series}, key=name_order)
    models = {fit.model for panel in panels for fit in panel.fits}
    colours = {one.implementation: one.colour for one in report.series}
    return {
        "distributions": {panel.name: distributions_of(panel, colours) for panel in panels},
        "shares": SHARES,
        "operations": report.measured,
        "scalings": {
            name: [one for one in some if one.panels[0].name in names]
            for name, some in report.scalings.items()
        },
        "overlays": report.overlays,
        "totals": {one.name: said_once(
            (kind.title, total_sentence(some)) for name, kind in KINDS.items()
            if (some := total_counts([one], name))) for one in report.measured},
        "placed_of": report.placed,
        "messages_of": {one.name: messages_of(one) for one in report.measured},
        "filters": [(name, label, [(one, one) for one in values])
                    for name, label, values in filters if len(values) > 1],
        "path_names": [(path_text(path), path_text(path)) for path in report.paths],
        "protocol_names": [("all of them", "all"),
                           *((f"protocol {name}", name) for name in protocols)],
        "models": [(name, MODELS.get(name, name)) for name in sorted(models)],
    }
