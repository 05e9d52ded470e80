# SPDX-License-Identifier: BSD-3-Clause
"""The page: what the campaigns say, set into the template, one part a template file."""

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

import charts
import formats
from answer import TIE, UNKNOWN, paths_in_order
from dots import then_part
from examined import examined
from maps import maps_of, total_of
from panels import Operation, campaign_labels, operations_of, setting_of, title_of
from placements import placement_parts
from results import Campaign
from series import COLOURS, Series, series_of
from why import why_of

HERE = Path(__file__).parent
STYLES = ("colours.css", "page.css", "picture.css", "claims.css")
SCRIPTS = ("page.js", "chart.js", "ranking.js")


def drawn_data(operations: Sequence[Operation], series: Sequence[Series]) -> dict[str, Any]:
    """What the scripts draw, in the terms of charts.py."""
    words = charts.Words()
    panels = {
        panel.name: {
            "place": panel.caption,
            "cells": charts.cells_by_series(panel.points, series, words),
        }
        for operation in operations
        for panel in operation.panels
        if panel.points
    }
    return {
        "series": charts.looks(series),
        "words": words.all,
        "panels": panels,
        "specification": charts.specification(),
    }


def script_hash(script: str) -> str:
    """The source expression by which the page's policy allows this inline script alone."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def packed(data: Any) -> Markup:
    """JSON in as few characters as it takes, such that no text in it can end the script."""
    text = json.dumps(data, separators=(",", ":"))
    for character in "<>&'":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


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
        number=formats.number_text,
        path=formats.path_text,
        size=formats.size_text,
        title=lambda key: title_of(key.pattern, setting_of(key, "")),
    )
    return jinja


def page(campaigns: Sequence[Campaign]) -> str:
    """The report of one or more campaigns as one self-contained HTML page."""
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    labels = campaign_labels(campaigns)
    series = series_of(cells)
    paths = paths_in_order(cell.key.path for cell in cells)
    operations = operations_of(campaigns, series)
    paper = [operation for operation in operations if operation.paper]
    further = [operation for operation in operations if not operation.paper]
    scripts = [charts.library(), *((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS)]
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            campaigns=list(zip(campaigns, labels, strict=True)),
            operations=operations,
            paper=paper,
            further=further,
            maps={"paper": maps_of(paper), "further": maps_of(further)},
            sums=total_of(operations),
            paths=paths,
            others=formats.list_text([formats.path_text(path) for path in paths[1:]]),
            hues={path: hue % COLOURS for hue, path in enumerate(paths)},
            series={(one.path, one.protocol): one for one in series},
            indices={one: index for index, one in enumerate(series)},
            data=packed(drawn_data(operations, series)),
            oversubscribed=sum(cell.oversubscribed for cell in cells),
            total=len(cells),
            invalid=[
                (cell, label)
                for campaign, label in zip(campaigns, labels, strict=True)
                for cell in sorted(campaign.cells.values(), key=lambda one: one.key)
                if not cell.valid
            ],
            seated=placement_parts(campaigns, labels),
            why=why_of(campaigns, operations),
            then=then_part(campaigns, labels, series),
            claims=examined(campaigns, labels, operations),
            style=Markup("".join((HERE / name).read_text(encoding="utf-8") for name in STYLES)),
            scripts=[Markup(script) for script in scripts],
            policy=" ".join(script_hash(script) for script in scripts),
            tie=TIE,
            unknown=UNKNOWN,
        )
    )
