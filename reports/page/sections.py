# SPDX-License-Identifier: BSD-3-Clause
"""The sections of the page. Each is a function, which returns the variables of the template of its
name in templates/sections, or None to leave the section out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from comops.reports.answers.across import messages_of
from comops.reports.answers.answer import said_once, total_sentence
from comops.reports.answers.counters import counters_of
from comops.reports.answers.panels import Panel
from comops.reports.answers.verdict_maps import libraries_of, total_rows
from comops.reports.answers.why import accounts_of, why_of
from comops.reports.draw.boxes import private_caches
from comops.reports.draw.distribution import distribution, ends_of, reference_of
from comops.reports.draw.machine_tables import canary_rows, latency_rows, memory_rows
from comops.reports.draw.picture import Picture, Pictures, legend
from comops.reports.page.answer import answer, difference
from comops.reports.page.report import Report
from comops.reports.words.formats import bracketed, name_order, path_text, plural, size_text
from comops.reports.words.sentences import OUTCOMES
from comops.reports.words.trust import warning_counts, warning_of
from comops.results.cell_parts import SHARES
from comops.results.findings import MODELS as FIT_MODELS
from comops.results.read import Campaign
from comops.results.topology import MachineTopology, Placement, machine_of
from comops.statistics.verdicts import KINDS

Variables = dict[str, Any]

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
    drawn = [(row, cells) for row in panel.rows if (cells := [
        cell for cell in row.best.values() if cell.stamps and cell.percentiles])]
    ends = ends_of(cells for _, cells in drawn)
    return [{"row": row, "cells": cells, "reference": reference_of(cells),
             "chart": distribution(cells, colours, ends)} for row, cells in drawn]


def operations(report: Report) -> Variables | None:
    """Every operation that was measured, with what the verdicts say of all its settings. A filter
    with one value is not offered."""
    if not report.measured:
        return None
    panels = [panel for operation in report.measured for panel in operation.panels]
    names = {panel.name for panel in panels}
    filters = [("pattern", "Operation", [operation.pattern for operation in report.measured])] + [
        (name, label, sorted({getattr(panel.setting, name) for panel in panels}))
        for name, label in FILTERS.items()]
    protocols = sorted({line.protocol for line in report.series}, key=name_order)
    models = {fit.model for panel in panels for fit in panel.fits}
    colours = {line.implementation: line.colour for line in report.series}
    return {
        "distributions": {panel.name: distributions_of(panel, colours) for panel in panels},
        "shares": SHARES,
        "operations": report.measured,
        "scalings": {
            name: [scaling for scaling in scalings if scaling.panels[0].name in names]
            for name, scalings in report.scalings.items()
        },
        "overlays": report.overlays,
        "totals": {operation.name: said_once(
            (kind.title, total_sentence(totals)) for name, kind in KINDS.items()
            if (totals := total_rows([operation], name))) for operation in report.measured},
        "placed_of": report.placed,
        "messages_of": {operation.name: messages_of(operation) for operation in report.measured},
        "filters": [(name, label, [(value, value) for value in values])
                    for name, label, values in filters if len(values) > 1],
        "path_names": [(path_text(path), path_text(path)) for path in report.paths],
        "protocol_names": [("all of them", "all"),
                           *((f"protocol {name}", name) for name in protocols)],
        "models": [(name, FIT_MODELS.get(name, name)) for name in sorted(models)],
    }


OPEN_MOST = 3  # with more rank counts than this, all of them begin closed


def groups_of(machine: MachineTopology, placements: Sequence[Placement]
              ) -> list[tuple[str, list[tuple[Placement, Picture]]]]:
    """The placements of each number of ranks with their pictures, which leave out the same parts.
    """
    by_ranks: dict[int, list[Placement]] = defaultdict(list)
    for offered in placements:
        if not offered.refused:
            by_ranks[offered.ranks].append(offered)
    every = [(plural(ranks, "rank"), alike, Pictures(machine, alike))
             for ranks, alike in sorted(by_ranks.items())]
    return [(title, [(offered, pictures.picture(offered)) for offered in alike])
            for title, alike, pictures in every]


def part_of(campaign: Campaign, label: str) -> dict[str, Any]:
    """The pictures and tables of one campaign; `lacking` says why there are none."""
    try:
        machine = machine_of(campaign.record.topology, campaign.record.placements)
        groups = groups_of(machine, campaign.record.placements)
    except ValueError as error:
        return {"label": label, "lacking": f"The machine in this file cannot be drawn: {error}."}
    return {
        "label": label,
        "lacking": "",
        "groups": groups,
        "open": len(groups) <= OPEN_MOST,
        "legend": [(Markup(fragment), words) for fragment, words in legend(machine)],
        "meanings": {offered.name: offered.meaning for _, alike in groups for offered, _ in alike
                     if offered.meaning},
        "caches": private_caches(machine),
        "latencies": latency_rows(machine),
        "memories": memory_rows(machine),
        "canaries": canary_rows(campaign.canaries),
    }


def placement(report: Report) -> Variables | None:
    """The machine of each file; None if no file has one: simulations have none."""
    parts = [part_of(campaign, label) for campaign, label in report.labelled
             if campaign.record.topology]
    return {"parts": parts} if parts else None


def libraries(report: Report) -> Variables | None:
    """The same implementations over each OpenMP or MPI library."""
    libraries_used = libraries_of(report.campaigns, report.measured)
    return {"libraries": libraries_used} if libraries_used else None


def why(report: Report) -> Variables | None:
    """What the implementations declare, and what hardware counters counted."""
    if not report.measured:
        return None
    reasoned = why_of(report.labelled, report.measured)
    reasons = [reason for _, listed in reasoned.operations for reason in listed]
    every = [(panel, list(accounts_of(panel, lines))) for panel, lines, _ in reasons]
    accounts = [(panel, decided) for panel, listed in every
                if (decided := [account for account in listed
                                if account.row.winner not in OUTCOMES])]
    decided = [account for _, listed in accounts for account in listed]
    shown = {(line.path, line.protocol) for account in decided for line in account.sides}
    return {
        "why": reasoned,
        "accounts": accounts,
        "drawn": [line for line in report.series if line.implementation in shown],
        "left_out": sum(len(listed) for _, listed in every) - len(decided),
        "counters": counters_of(report.labelled, report.measured),
    }


def rows_text(panel: Panel, name: str) -> str:
    """The rows that carry a warning: MPI (library) 8 B, 4 KiB; threads (direct) all sizes."""
    measured = Counter(cell.key.implementation for cell in panel.cells)
    rows = []
    for (path, protocol), cells in panel.warned_of(name).items():
        sizes = ("all sizes" if 1 < len(cells) == measured[path, protocol] else ", ".join(
            size_text(cell.key.bytes) if cell.key.bytes else "" for cell in cells))
        rows.append(f"{path_text(path, protocol)} {bracketed(protocol)} {sizes}")
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
            for cell in sorted(campaign.cells.values(), key=lambda cell: cell.key)
            if not cell.valid
        ],
        "warned": [(warning_of(name), count, [(panel, text) for panel in panels
                                              if (text := rows_text(panel, name))])
                   for name, count in warning_counts(cells).items()],
        "launches": any(cell.launches for cell in report.cells),
        "fits": any(p.fits for operation in report.operations for p in operation.panels),
        "measured": bool(report.measured),
        "simulated": bool(report.simulated),
    }


# In their order, with their words in the bar of contents.
SECTIONS: dict[Callable[[Report], Variables | None], str] = {
    difference: "Difference",
    answer: "Answer",
    libraries: "Libraries",
    why: "Why",
    operations: "Operations",
    placement: "Placement",
    methods: "Methods and data",
}
