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

from markupsafe import Markup
import numpy as np

from comops.reports.draw.svg import element, image, number, plain, text
from comops.reports.words.formats import path_text, plural
from comops.results.keys import CellKey
from comops_fleet.check.page import page_render, short
from comops_fleet.history.alerts import Alert, Findings, Known
from comops_fleet.history.series import FactChange, Series, means_of
from comops_fleet.history.words import fact_text, facts_text, nodes_text, what_text

WIDTH, HEIGHT = 320.0, 116.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 8.0, 12.0, 22.0
LEAST = 0.03  # of the time: the smallest range of a chart, up and down
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # of the ticks
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


class Frame:
    """The coordinates of a chart: sweeps by their time, values as relative changes."""

    def __init__(self, when: Sequence[datetime], values: np.ndarray) -> None:
        start, span = when[0], max((when[-1] - when[0]).total_seconds(), 1.0)
        self.across = [LEFT + (one - start).total_seconds() / span * (WIDTH - LEFT - RIGHT)
                       for one in when]
        self.low = min(-LEAST, float(np.nanmin(values)))
        self.high = max(LEAST, float(np.nanmax(values)))

    def y(self, value: float) -> float:
        at = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM)

    def ticks(self) -> list[float]:
        """Relative changes at even steps, 0 among them."""
        step = next((one for one in STEPS if (self.high - self.low) / one <= TICKS), 1.0)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [at * step for at in range(first, last + 1)][:2 * TICKS]

    def grid(self) -> str:
        lines = "".join(f"M{number(LEFT)} {number(self.y(one))}H{number(WIDTH - RIGHT)}"
                        for one in self.ticks())
        names = [text(LEFT - 5, self.y(one) + 3.5, f"{100 * one:+.0f} %".replace("+0 ", "0 "),
                      "tick end") for one in self.ticks()]
        return element("path", d=lines, class_="gridline") + "".join(names)

    def dates(self, when: Sequence[datetime]) -> str:
        ends = [text(LEFT, HEIGHT - 6, f"{when[0]:%Y-%m-%d}", "tick first")]
        if len(when) > 1:
            ends.append(text(WIDTH - RIGHT, HEIGHT - 6, f"{when[-1]:%Y-%m-%d}", "tick end"))
        return "".join(ends)

    def line(self, values: np.ndarray) -> str:
        """A curve with gaps for missing values; a value between two gaps is a dot."""
        parts, before = [], False
        for x, value in zip(self.across, values.tolist(), strict=True):
            known = not math.isnan(value)
            if known:
                parts.append(f"{'L' if before else 'M'}{number(x)} {number(self.y(value))}")
                parts += [] if before else ["h0"]
            before = known
        return element("path", d="".join(parts), class_="curve series")

    def mark(self, one: Mark, when: Sequence[datetime]) -> str:
        x = self.across[one.sweep]
        said = element("title", plain(f"{when[one.sweep]:%Y-%m-%d}: {one.words}"))
        d = f"M{number(x)} {number(TOP - 6)}V{number(HEIGHT - BOTTOM)}"
        return element("path", said, d=d, class_=f"mark {one.kind}")


def timeline(title: str, logs: np.ndarray, marks: Sequence[Mark],
             when: Sequence[datetime]) -> Markup | None:
    """The chart of logarithms of times relative to their median; None without values."""
    if np.isnan(logs).all():
        return None
    values = np.expm1(logs - np.nanmedian(logs))
    frame = Frame(when, values)
    said = "; ".join(f"{when[mark.sweep]:%Y-%m-%d} {mark.words}" for mark in marks)
    described = f"from {100 * np.nanmin(values):.1f} % to {100 * np.nanmax(values):.1f} %; {said}"
    return Markup(image(WIDTH, HEIGHT, title, described, frame.grid(), frame.dates(when),
                        *(frame.mark(mark, when) for mark in marks), frame.line(values)))


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
    marks = [Mark(one.sweep, "alert", f"alert {one.id}") for one in alerts]
    least = max(1, share * len(nodes))
    return marks + [Mark(one.sweep, "fact", fact_text(one)) for one in findings.changes
                    if len(nodes.intersection(one.nodes)) >= least]


def concerned(findings: Findings, nodes: set[int], cells: Sequence[int]) -> list[Alert]:
    """The alerts that moved some cells of at least half of these nodes, whose medians are drawn."""
    series = findings.series
    names, keys = {series.nodes[node] for node in nodes}, {series.cells[at] for at in cells}
    return [one for one in findings.alerts
            if one.cells & keys and 2 * len(names.intersection(one.nodes)) >= len(names)]


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
        marks = marks_of(findings, [one for one in few if name in one.nodes], {number[name]}, 1.0)
        drawn = timeline(name, series.shifts[:, number[name]], marks, when)
        if drawn:
            charts.append({"title": name, "note": "against its stratum", "picture": drawn})
    return charts


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


def history_page(store: Path, findings: Findings, new: Sequence[Alert],
                 known: Sequence[Known]) -> str:
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
