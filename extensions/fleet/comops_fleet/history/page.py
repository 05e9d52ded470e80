# SPDX-License-Identifier: BSD-3-Clause
"""The page of a store: alerts, timelines of families and of nodes, facts that changed.

A timeline is a small chart of one series over time, with the dates of alerts and of facts that
changed.
"""

import math
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from comops.reports.draw.specs import FAINT, Spec, chart, named, quantity
from comops.reports.page.inline import Charts
from comops.reports.words.formats import path_text, plural
from comops.results.keys import CellKey
from comops_fleet.check.page import page_render, short
from comops_fleet.history.alerts import Alert, Findings, Known
from comops_fleet.history.series import FactChange, StoreSeries, means_of
from comops_fleet.history.words import fact_text, facts_text, nodes_text, what_text

HEIGHT = 90  # of a chart, pixels
LEAST = 3  # percent of the time: the smallest range of a chart, up and down
TICKS = 4
LISTED = 200  # alerts, facts: the most rows of a table
OPEN = 12  # charts that are not folded
FAMILIES, NODES = 240, 48  # charts, at most
PARTS = 8  # of an alert
SHARE = 0.05  # of a stratum's nodes, which a fact must have changed on to be in its charts


class Mark(NamedTuple):
    """Something that happened at a sweep (a position); `kind` is alert or fact."""

    sweep: int
    kind: str
    words: str


def timeline(title: str, logs: np.ndarray, marks: Sequence[Mark],
             when: Sequence[datetime]) -> Spec | None:
    """The chart of logarithms of times relative to their median, with gaps for missing values; None
    without values."""
    if np.isnan(logs).all():
        return None
    values = 100 * np.expm1(logs - np.nanmedian(logs))
    at = [round(1000 * moment.timestamp()) for moment in when]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    x = {"field": "at", "type": "temporal", "scale": {"type": "utc"}, "axis": {
        "title": None, "values": {"expr": "domain('x')"}, "format": "%Y-%m-%d", "labelFlush": True,
        "labelFontSize": 10, "ticks": False}}
    y = quantity("value", {"domain": [min(-LEAST, low), max(LEAST, high)], "nice": False}, {
        "title": None, "tickCount": TICKS, "labelFontSize": 10,
        "labelExpr": "(datum.value > 0 ? '+' : '') + datum.label + ' %'"})

    def rules(kind: str, colour: str, **mark: Any) -> list[Spec]:
        rows = [{"at": at[mark.sweep], "details": f"{when[mark.sweep]:%Y-%m-%d}: {mark.words}"}
                for mark in marks if mark.kind == kind]
        return [{"data": {"values": rows}, "mark": {"type": "rule", "color": colour} | mark,
                 "encoding": {"x": x, "tooltip": named("details")}}] if rows else []

    curve = {"mark": {"type": "line", "color": "var(--path-0)", "strokeWidth": 1.75,
                      "invalid": "break-paths-show-domains", "point": {"size": 4}},
             "encoding": {"x": x, "y": y}}
    said = "; ".join(f"{when[mark.sweep]:%Y-%m-%d} {mark.words}" for mark in marks)
    rows = [{"at": moment, "value": None if math.isnan(value) else round(value, 2)}
            for moment, value in zip(at, values.tolist(), strict=True)]
    return chart(f"{title}: from {low:.1f} % to {high:.1f} %; {said}",
                 [*rules("alert", "var(--alarm)", strokeWidth=2),
                  *rules("fact", FAINT, strokeDash=[3, 3]), curve], HEIGHT, data={"values": rows})


def families_of(cells: Sequence[CellKey]) -> dict[str, list[int]]:
    """All cells, then those of each pattern over a path, by title."""
    def family(at: int) -> tuple[str, str]:
        return cells[at].path, cells[at].pattern

    order = sorted(range(len(cells)), key=family)
    groups = groupby(order, key=family)
    return {"all cells": order} | {
        f"{pattern} over {path_text(path)}": list(members) for (path, pattern), members in groups
    }


def marks_of(findings: Findings, alerts: Sequence[Alert], nodes: set[int],
             share: float) -> list[Mark]:
    """Alerts, and facts that changed on at least this share of some nodes."""
    marks = [Mark(alert.sweep, "alert", f"alert {alert.id}") for alert in alerts]
    least = max(1, share * len(nodes))
    return marks + [Mark(change.sweep, "fact", fact_text(change)) for change in findings.changes
                    if len(nodes.intersection(change.nodes)) >= least]


def concerned(findings: Findings, nodes: set[int], cells: Sequence[int]) -> list[Alert]:
    """The alerts that moved some cells of at least half of these nodes, whose medians are drawn."""
    series = findings.series
    names, keys = {series.nodes[node] for node in nodes}, {series.cells[at] for at in cells}
    return [alert for alert in findings.alerts
            if alert.cells & keys and 2 * len(names.intersection(alert.nodes)) >= len(names)]


def family_charts(findings: Findings, when: Sequence[datetime]) -> list[dict[str, Any]]:
    """For each stratum, all cells and each family."""
    series, charts = findings.series, []
    families = families_of(series.cells)
    for at, stratum in enumerate(series.strata):
        nodes = set(np.flatnonzero((series.stratum == at).any(axis=0)).tolist())
        for title, cells in families.items():
            logs = series.logs[at][:, cells]
            logs = logs[:, ~np.isnan(logs).all(axis=0)]
            if logs.size:
                marks = marks_of(findings, concerned(findings, nodes, cells), nodes, SHARE)
                drawn = timeline(f"{title}, {stratum}", means_of(logs), marks, when)
                charts.append({"title": title, "note": stratum, "chart": drawn})
    return charts[:FAMILIES]


def node_charts(findings: Findings, when: Sequence[datetime]) -> list[dict[str, Any]]:
    """Nodes of alerts against their strata, those of the largest alert first."""
    series = findings.series
    number = {name: at for at, name in enumerate(series.nodes)}
    few = [alert for alert in findings.alerts if 2 * len(alert.nodes) < alert.of]
    names = list(dict.fromkeys(name for alert in few for name in alert.nodes))[:NODES]
    charts = []
    for name in names:
        alerts = [alert for alert in few if name in alert.nodes]
        marks = marks_of(findings, alerts, {number[name]}, 1.0)
        drawn = timeline(name, series.shifts[:, number[name]], marks, when)
        if drawn:
            charts.append({"title": name, "note": "against its stratum", "chart": drawn})
    return charts


def alert_row(alert: Alert, why: str) -> dict[str, Any]:
    more = len(alert.whats) - PARTS
    parts = [what_text(what) for what in alert.whats[:PARTS]]
    return {
        "id": alert.id, "since": alert.since[:10], "verdict": alert.verdict,
        "nodes": nodes_text(alert), "every": short(", ".join(alert.nodes)),
        "parts": parts + ([plural(more, "more part")] if more > 0 else []),
        "facts": short(facts_text(alert.facts)), "seen": short(why),
    }


def fact_row(series: StoreSeries, change: FactChange) -> dict[str, Any]:
    names = [series.nodes[node] for node in change.nodes]
    return {"since": series.sweeps[change.sweep].started[:10], "name": change.name,
            "old": short(change.old), "new": short(change.new), "changes": change.values,
            "count": f"{len(names):,}", "nodes": "all" if len(names) == len(series.nodes)
            else short(", ".join(names[:LISTED]))}


def history_page(store: Path, findings: Findings, new: Sequence[Alert],
                 known: Sequence[Known]) -> str:
    """The store as one self-contained HTML page."""
    series = findings.series
    when = [datetime.fromisoformat(sweep.started) for sweep in series.sweeps]
    facts = sorted(findings.changes, key=lambda change: (-change.sweep, -len(change.nodes)))
    charts = Charts()
    families, nodes = ([row | {"chart": charts.drawn(row["chart"])} for row in rows]
                       for rows in ((family_charts(findings, when), node_charts(findings, when))
                                    if when else ([], [])))
    return page_render(
        "history.html.j2", [], charts,
        store=str(store),
        first=series.sweeps[0].started[:10] if when else "",
        last=series.sweeps[-1].started[:10] if when else "",
        sweeps=plural(len(when), "sweep"),
        nodes_total=plural(len(series.nodes), "node"),
        alerts=[alert_row(alert, "") for alert in new][:LISTED]
        + [alert_row(*acknowledged) for acknowledged in known][:LISTED],
        fresh=len(new),
        more_alerts=max(0, len(new) - LISTED),
        families=families, nodes=nodes, open=OPEN,
        facts=[fact_row(series, fact) for fact in facts[:LISTED]],
        more_facts=max(0, len(facts) - LISTED),
    )
