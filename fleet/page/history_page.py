# SPDX-License-Identifier: BSD-3-Clause
"""The page of a store: alerts, timelines of families and of nodes, facts that changed."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from fleet.change.alerts import Alert, Findings
from fleet.change.candidates import means_of
from fleet.change.words import fact_text, facts_text, nodes_text, what_text
from fleet.page.look import page_render
from fleet.page.timeline import Mark, Timeline, timeline
from fleet.store.series import FactChange, Series
from records.keys import CellKey
from reports.words.formats import path_text, plural

LISTED = 200  # alerts, facts: the most rows of a table
OPEN = 12  # charts that are not folded
FAMILIES, NODES = 240, 48  # charts, at most
PARTS = 8  # of an alert
SHARE = 0.05  # of a stratum's nodes, which a fact must have changed on to be in its charts
LONGEST = 2000

Known = Sequence[tuple[Alert, str]]


def family_of(key: CellKey) -> tuple[str, str]:
    return key.path, key.pattern


def families_of(cells: Sequence[CellKey]) -> dict[str, list[int]]:
    """All cells, then those of each pattern over a path, by title."""
    order = sorted(range(len(cells)), key=lambda at: family_of(cells[at]))
    groups = groupby(order, key=lambda at: family_of(cells[at]))
    return {"all cells": order} | {
        f"{pattern} over {path_text(path)}": list(members) for (path, pattern), members in groups
    }


def position(series: Series, alert: Alert) -> int:
    return next(at for at, one in enumerate(series.sweeps) if one.started == alert.since)


def marks_of(
    findings: Findings, alerts: Sequence[Alert], nodes: set[int], share: float
) -> list[Mark]:
    """Alerts, and facts that changed, on at least this share of some nodes."""
    series, least = findings.series, max(1, share * len(nodes))
    number = {name: at for at, name in enumerate(series.nodes)}
    marks = []
    for alert in alerts:
        if len(nodes.intersection(map(number.__getitem__, alert.nodes))) >= least:
            marks.append(Mark(position(series, alert), "alert", f"alert {alert.id}"))
    for one in findings.changes:
        if len(nodes.intersection(one.nodes)) >= least:
            marks.append(Mark(one.sweep, "fact", fact_text(one)))
    return marks


def family_charts(findings: Findings, when: Sequence[datetime]) -> list[dict[str, Any]]:
    """For each stratum, all cells and each family."""
    series, charts = findings.series, []
    families = families_of(series.cells)
    for at, stratum in enumerate(series.strata):
        nodes = set(np.flatnonzero((series.stratum == at).any(axis=0)).tolist())
        marks = marks_of(findings, findings.alerts, nodes, SHARE)
        for title, cells in families.items():
            logs = series.logs[at][:, cells]
            logs = logs[:, ~np.isnan(logs).all(axis=0)]
            if logs.size:
                drawn = timeline(Timeline(f"{title}, {stratum}", means_of(logs), marks), when)
                charts.append({"title": title, "note": stratum, "picture": drawn})
    return charts[:FAMILIES]


def node_charts(findings: Findings, when: Sequence[datetime]) -> list[dict[str, Any]]:
    """Nodes of alerts against their strata, those of the largest alert first."""
    series = findings.series
    number = {name: at for at, name in enumerate(series.nodes)}
    few = [one for one in findings.alerts if 2 * len(one.nodes) < one.of]
    names = list(dict.fromkeys(name for one in few for name in one.nodes))[:NODES]
    charts = []
    for name in names:
        marks = marks_of(findings, few, {number[name]}, 1.0)
        drawn = timeline(Timeline(name, series.shifts[:, number[name]], marks), when)
        if drawn:
            charts.append({"title": name, "note": "against its stratum", "picture": drawn})
    return charts


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def alert_row(alert: Alert, why: str) -> dict[str, Any]:
    more = len(alert.whats) - PARTS
    parts = [what_text(one) for one in alert.whats[:PARTS]]
    return {
        "id": alert.id, "since": alert.since[:10], "verdict": alert.verdict,
        "nodes": nodes_text(alert), "every": short(", ".join(alert.nodes)),
        "parts": parts + ([plural(more, "more part")] if more > 0 else []),
        "facts": short(facts_text(alert.facts)), "seen": short(why),
    }


def fact_row(series: Series, one: FactChange) -> dict[str, Any]:
    names = [series.nodes[node] for node in one.nodes]
    return {"since": series.sweeps[one.sweep].started[:10], "name": one.name,
            "old": short(one.old), "new": short(one.new), "changes": one.values,
            "count": f"{len(names):,}", "nodes": "all" if len(names) == len(series.nodes)
            else short(", ".join(names[:LISTED]))}


def history_page(store: Path, findings: Findings, new: Sequence[Alert], known: Known) -> str:
    """The store as one self-contained HTML page."""
    series = findings.series
    when = [datetime.fromisoformat(one.started) for one in series.sweeps]
    facts = sorted(findings.changes, key=lambda one: (-one.sweep, -len(one.nodes)))
    charts = family_charts(findings, when) if when else []
    nodes = node_charts(findings, when) if when else []
    return page_render(
        "history.html.j2", [], {},
        store=str(store),
        first=series.sweeps[0].started[:10] if when else "",
        last=series.sweeps[-1].started[:10] if when else "",
        sweeps=plural(len(when), "sweep"),
        nodes_total=plural(len(series.nodes), "node"),
        alerts=[alert_row(one, "") for one in new][:LISTED]
        + [alert_row(*one) for one in known][:LISTED],
        fresh=len(new),
        more_alerts=max(0, len(new) - LISTED),
        charts=charts, nodes=nodes, open=OPEN,
        facts=[fact_row(series, one) for one in facts[:LISTED]],
        more_facts=max(0, len(facts) - LISTED),
    )
