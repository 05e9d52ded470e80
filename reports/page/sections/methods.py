# SPDX-License-Identifier: BSD-3-Clause
"""Methods and data: what a reviewer asks for."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from reports.answers.panels import Operation, Panel
from reports.page.report import Report
from reports.words.formats import bracketed, path_text, size_text
from reports.words.warnings import warning_counts, warning_of


class Warned(NamedTuple):
    """A warning, how many cells carry it, and in which rows of which panels."""

    warning: dict[str, str]
    count: int
    panels: list[tuple[Panel, str]]


def rows_text(panel: Panel, name: str) -> str:
    """The rows that carry a warning: MPI (library) 8 B, 4 KiB; threads (direct) all sizes."""
    sizes: dict[tuple[str, str], list[str]] = defaultdict(list)
    measured: Counter[tuple[str, str]] = Counter(c.key.implementation for c in panel.cells)
    for cell in panel.warned:
        if name in cell.warnings:
            size = size_text(cell.key.bytes) if cell.key.bytes else ""
            sizes[cell.key.implementation].append(size)
    return "; ".join(
        f"{path_text(path)} {bracketed(protocol)} "
        + ("all sizes" if 1 < len(some) == measured[path, protocol] else ", ".join(some))
        for (path, protocol), some in sorted(sizes.items())
    )


def warned(operations: Sequence[Operation]) -> list[Warned]:
    panels = [panel for operation in operations for panel in operation.panels]
    each = [(panel, warning_counts(panel.warned)) for panel in panels]
    return [
        Warned(
            warning_of(name),
            count,
            [(panel, rows_text(panel, name)) for panel, counts in each if name in counts],
        )
        for name, count in warning_counts(c for panel in panels for c in panel.warned).items()
    ]


def build(report: Report) -> dict[str, Any]:
    return {
        "campaigns": report.labelled,
        "invalid": [
            (cell, label)
            for campaign, label in report.labelled
            for cell in sorted(campaign.cells.values(), key=lambda one: one.key)
            if not cell.valid
        ],
        "warned": warned(report.shown),
        "launches": any(cell.launches for cell in report.cells),
        "fits": any(p.findings.fits for one in report.operations for p in one.panels),
        "measured": bool(report.measured),
        "simulated": bool(report.simulated),
    }
