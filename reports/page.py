# SPDX-License-Identifier: BSD-3-Clause
"""The page: what the campaigns say, set into the template, one part a template file."""

import base64
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

import charts
import formats
from answer import HEADLINE_PATH, TIE, UNKNOWN, Phrase, Row, Setting, rows_of, sentence
from formats import Number
from results import Campaign, Cell, CellKey
from series import COLOURS, Series, paths_of, series_of

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Panel:
    """One operation under one setting: its sentence, charts and tables."""

    name: str
    setting: Setting
    label: str
    caption: str
    rows: list[Row]
    answer: list[Phrase]
    legend: list[Series]
    charts: dict[str, dict[str, Any]]
    points: list[dict[str, Any]]
    columns: dict[str, list[Number | None]]
    rate_formula: str

    @property
    def cells(self) -> list[Cell]:
        """All cells, by size."""
        return [cell for row in self.rows for cell in row.cells]

    @property
    def oversubscribed(self) -> bool:
        """Whether any cell had more ranks than cores."""
        return any(row.oversubscribed for row in self.rows)

    @property
    def others(self) -> str:
        """The name of the headline path's only opponent; "other" where there are several."""
        paths = {cell.key.path for cell in self.cells} - {HEADLINE_PATH}
        return formats.path_text(paths.pop()) if len(paths) == 1 else "other"

    @property
    def modes(self) -> list[str]:
        """The ways its samples were taken, `isolated` or `loop`."""
        return sorted({row.mode for row in self.rows})


@dataclass(frozen=True, slots=True)
class Operation:
    """One pattern and its panels."""

    name: str
    pattern: str
    panels: list[Panel]


def campaign_labels(campaigns: Sequence[Campaign]) -> list[str]:
    """A name for each file that tells it from the others: run.jsonl on node17."""
    hosts = [one.facts["host"] or "unknown host" for one in campaigns]
    files = [one.file.name for one in campaigns]
    if len(set(files)) < len(files):
        files = [str(one.file) for one in campaigns]
    return [f"{file} on {host}" for file, host in zip(files, hosts, strict=True)]


def setting_of(key: CellKey, campaign: str) -> Setting:
    """The setting a cell belongs to."""
    return Setting(campaign, key.placement, key.ranks, key.buffers, key.method)


def setting_texts(setting: Setting) -> dict[str, str]:
    """Each part of a setting in words."""
    ranks = "1 rank" if setting.ranks == 1 else f"{setting.ranks} ranks"
    return {
        "placement": setting.placement,
        "ranks": ranks,
        "buffers": f"{setting.buffers} buffers",
        "method": f"{setting.method} method",
        "campaign": setting.campaign,
    }


def varying(settings: Iterable[Setting]) -> set[str]:
    """The parts of a setting that a label must name: placement, and what differs."""
    every = list(settings)
    differ = {name for name in Setting._fields if len({getattr(one, name) for one in every}) > 1}
    return differ | {"placement"}


def label_of(setting: Setting, named: set[str]) -> str:
    """A setting in few words, as far as it must be told from others."""
    return ", ".join(words for name, words in setting_texts(setting).items() if name in named)


def columns_of(rows: Sequence[Row]) -> dict[str, list[Number | None]]:
    """The table's aligned columns: times of both sides, ratio, interval, factor."""
    intervals = [row.ci95 or (None, None) for row in rows]
    return {
        "ours": formats.column([row.ours and row.ours.median_us for row in rows]),
        "other": formats.column([row.other and row.other.median_us for row in rows]),
        "ratio": formats.column([row.ratio for row in rows]),
        "low": formats.column([low for low, _ in intervals]),
        "high": formats.column([high for _, high in intervals]),
        "factor": formats.column([row.factor for row in rows]),
    }


def charts_of(points: list[dict[str, Any]], series: Sequence[Series]) -> dict[str, Any]:
    """The charts that the points allow, by name."""
    specs = {
        "time": charts.line_chart("time", "time, µs", points, series),
        "rate": charts.line_chart("rate", "rate, MB/s", points, series),
    }
    return {name: spec for name, spec in specs.items() if spec}


def panel_of(
    name: str, setting: Setting, rows: list[Row], named: set[str], series: Sequence[Series]
) -> Panel:
    """One setting of one operation, ready for the template."""
    cells = [cell for row in rows for cell in row.cells]
    labels = {(one.path, one.protocol): one.label for one in series}
    points = charts.points_of(cells, setting, labels)
    shown = {(cell.key.path, cell.key.protocol) for cell in cells}
    return Panel(
        name=name,
        setting=setting,
        label=label_of(setting, named),
        caption=label_of(setting, named | {"placement", "ranks", "buffers", "method"}),
        rows=rows,
        answer=sentence(rows),
        legend=[one for one in series if (one.path, one.protocol) in shown],
        charts=charts_of(points, series),
        points=points,
        columns=columns_of(rows),
        rate_formula=formats.list_text(sorted({c.rate_formula for c in cells if c.rate_formula})),
    )


def operations_of(campaigns: Sequence[Campaign], series: Sequence[Series]) -> list[Operation]:
    """All operations by name, their panels by setting."""
    groups: dict[str, dict[Setting, tuple[Campaign, list[Cell]]]] = defaultdict(dict)
    for campaign, label in zip(campaigns, campaign_labels(campaigns), strict=True):
        for cell in campaign.cells.values():
            setting = setting_of(cell.key, label)
            group = groups[cell.key.pattern].setdefault(setting, (campaign, []))
            group[1].append(cell)
    named = varying(setting for settings in groups.values() for setting in settings)
    operations = []
    for pattern in sorted(groups):
        panels = [
            panel_of(f"panel-{len(operations)}-{index}", setting, rows_of(*group), named, series)
            for index, (setting, group) in enumerate(sorted(groups[pattern].items()))
        ]
        operations.append(Operation(f"operation-{len(operations)}", pattern, panels))
    return operations


def chart_data(operations: Sequence[Operation]) -> dict[str, Any]:
    """What page.js draws: {"data": {panel: points}, "charts": [element, data, spec]}."""
    panels = [panel for operation in operations for panel in operation.panels if panel.charts]
    drawn = [
        {"element": f"{panel.name}-{kind}", "data": panel.name, "spec": spec}
        for panel in panels
        for kind, spec in panel.charts.items()
    ]
    return {"data": {panel.name: panel.points for panel in panels}, "charts": drawn}


def script_hash(script: str) -> str:
    """The source expression by which the page's policy allows this inline script alone."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def environment() -> jinja2.Environment:
    """Templates, everything escaped, a misspelt name an error."""
    jinja = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(
        date=formats.date_text,
        path=formats.path_text,
        processors=charts.processors_text,
        size=formats.size_text,
        number=formats.number_text,
    )
    return jinja


def page(campaigns: Sequence[Campaign]) -> str:
    """The report of one or more campaigns as one self-contained HTML page."""
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    series = series_of(cells)
    operations = operations_of(campaigns, series)
    scripts = [charts.library(), (HERE / "page.js").read_text(encoding="utf-8")]
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            campaigns=list(zip(campaigns, campaign_labels(campaigns), strict=True)),
            operations=operations,
            hues={path: hue % COLOURS for hue, path in enumerate(paths_of(cells))},
            series={(one.path, one.protocol): one for one in series},
            data=chart_data(operations),
            oversubscribed=sum(cell.oversubscribed for cell in cells),
            total=len(cells),
            invalid=[
                (cell, label)
                for campaign, label in zip(campaigns, campaign_labels(campaigns), strict=True)
                for cell in sorted(campaign.cells.values(), key=lambda one: one.key)
                if not cell.valid
            ],
            style=Markup((HERE / "page.css").read_text(encoding="utf-8")),
            scripts=[Markup(script) for script in scripts],
            policy=" ".join(script_hash(script) for script in scripts),
            tie=TIE,
            unknown=UNKNOWN,
        )
    )
