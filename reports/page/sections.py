# SPDX-License-Identifier: BSD-3-Clause
"""The sections of the page. Each is a function, which returns the variables of the template of its
name in templates/sections, or None to leave the section out."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from reports.answers.counters import ceilings_of, counters_of
from reports.answers.libraries import libraries_of
from reports.answers.panels import Panel
from reports.answers.why import accounts_of, why_of
from reports.claims.evidence import Evidence
from reports.draw.intervals import dot_plot, span_of, strip, values_of
from reports.history import verdicts as claims_verdicts
from reports.history.papers.luo import MACHINES as HIS_MACHINES
from reports.history.prediction import HEAD, NOTE, predictions
from reports.history.published import MODELS, command_of, comparisons
from reports.page.answer import answer
from reports.page.difference import difference
from reports.page.items import items
from reports.page.operations import operations
from reports.page.placement import placement
from reports.page.report import Report
from reports.page.simulated import remedies, simulated, simulated_answer
from reports.words.formats import bracketed, path_text, size_text
from reports.words.trust import warning_counts, warning_of
from reports.words.verdicts import OUTCOMES

Variables = dict[str, Any]


def libraries(report: Report) -> Variables | None:
    """The same implementations over each OpenMP or MPI library."""
    found = libraries_of(report.campaigns, report.measured)
    return {"libraries": found} if found else None


def why(report: Report) -> Variables | None:
    """What the implementations declare, and what hardware counters counted."""
    if not report.measured:
        return None
    found = why_of(report.labelled, report.measured)
    reasons = [reason for _, some in found.operations for reason in some]
    every = [(panel, list(accounts_of(panel, lines))) for panel, lines, _ in reasons]
    accounts = [(panel, decided) for panel, some in every
                if (decided := [one for one in some if one.row.winner not in OUTCOMES])]
    decided = [one for _, some in accounts for one in some]
    shown = {(line.path, line.protocol) for one in decided for line in one.sides}
    return {
        "why": found,
        "accounts": accounts,
        "drawn": [one for one in report.series if one.implementation in shown],
        "left_out": sum(len(some) for _, some in every) - len(decided),
        "ceilings": ceilings_of(report.campaigns, report.measured),
        "counters": counters_of(report.labelled, report.measured),
    }


def rows_text(panel: Panel, name: str) -> str:
    """The rows that carry a warning: MPI (library) 8 B, 4 KiB; threads (direct) all sizes."""
    measured = Counter(cell.key.implementation for cell in panel.cells)
    rows = []
    for (path, protocol), some in panel.warned_of(name).items():
        sizes = ("all sizes" if 1 < len(some) == measured[path, protocol] else ", ".join(
            size_text(cell.key.bytes) if cell.key.bytes else "" for cell in some))
        rows.append(f"{path_text(path)} {bracketed(protocol)} {sizes}")
    return "; ".join(rows)


def methods(report: Report) -> Variables | None:
    """What a reviewer asks for."""
    if not report.campaigns:
        return None
    panels = [panel for operation in report.shown for panel in operation.panels]
    cells = [cell for panel in panels for cell in panel.warned]
    return {
        "campaigns": report.labelled,
        "invalid": [
            (cell, label)
            for campaign, label in report.labelled
            for cell in sorted(campaign.cells.values(), key=lambda one: one.key)
            if not cell.valid
        ],
        "warned": [(warning_of(name), count, [(panel, text) for panel in panels
                                              if (text := rows_text(panel, name))])
                   for name, count in warning_counts(cells).items()],
        "launches": any(cell.launches for cell in report.cells),
        "fits": any(p.fits for one in report.operations for p in one.panels),
        "measured": bool(report.measured),
        "simulated": bool(report.simulated),
    }


# ---- what was published from 1995 to 2004 ------------------------------------------------------


def published(report: Report) -> Variables | None:
    """Published values, and the same measures on this machine; one axis for each unit."""
    here = [(one, label) for one, label in report.labelled if not one.simulated]
    if not here:
        return None
    parts = comparisons(*map(list, zip(*here, strict=True)))
    drawn = [part for part in parts if part.now and not part.measure.unlike]
    spans = {
        unit: span_of([value for part in drawn if part.unit == unit for value in values_of(part)])
        for unit in {part.unit for part in drawn}
    }
    return {
        "parts": parts,
        "drawn": [(part, dot_plot(part, spans[part.unit], report.colours)) for part in drawn],
        "command": command_of(parts),
        "models": MODELS,
    }


def predicted(report: Report) -> Variables | None:
    """Whether the ping-pong predicts the winner of Worley's model."""
    seen = [Evidence(one) for one in report.campaigns if not one.simulated]
    rows = [row for one in seen for row in predictions(one)]
    return {"head": HEAD, "rows": rows, "note": NOTE} if rows else None


def claims(report: Report) -> Variables | None:
    """The papers' claims, each with the verdict of every campaign and the cells behind it."""
    machines = {panel.setting.placement for one in report.simulated for panel in one.panels}
    if not report.measured and not machines & HIS_MACHINES.keys():
        return None
    verdicts = claims_verdicts.verdicts_of(report.campaigns, report.labels, report.shown)
    return {"claims": verdicts, "strip": strip, "campaigns": len(report.campaigns),
            "folded": not (report.measured and verdicts.decided)}


# In their order, with their words in the bar of contents.
SECTIONS: dict[Callable[[Report], Variables | None], str] = {
    difference: "Difference",
    answer: "Answer",
    simulated_answer: "Simulated answer",
    remedies: "Remedies",
    libraries: "Libraries",
    why: "Why",
    simulated: "Simulated machines",
    operations: "Operations",
    placement: "Placement",
    methods: "Methods and data",
}
HISTORY: dict[Callable[[Report], Variables | None], str] = {  # on a tab of its own
    items: "Tables and figures",
    published: "Published values",
    predicted: "Prediction",
    claims: "Claims",
}
