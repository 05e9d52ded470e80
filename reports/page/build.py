# SPDX-License-Identifier: BSD-3-Clause
"""The page: what the campaigns say, set into the template, one part a template file."""

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from page import charts
from words import formats
from words.advice import title_of as title_of_warning
from words.advice import warned_cells
from analysis.answer import TIE, UNKNOWN, paths_in_order
from analysis.counters import counted_of
from draw.dot_plot import then_part
from page.chart_data import drawn_data
from history.verdicts import examined
from read.findings import MODELS
from analysis.maps import maps_of, total_of
from analysis.panels import Operation, operations_of
from history.paper import paper_figures
from draw.placements import placement_parts
from read.rawdata import downloads
from read.results import Campaign
from analysis.scaling import scalings_of
from analysis.series import COLOURS, Series, series_of
from words.settings import campaign_labels, title_of
from analysis.why import why_of

ROOM = Path(__file__).parents[1]
STYLES = ("colours.css", "page.css", "picture.css", "claims.css")
SCRIPTS = tuple(f"{name}.js" for name in "page axes fits points chart ranking controls".split())
PAGE_BYTES = 3_000_000  # no page is larger, if it can be helped
SPARE_BYTES = 5_000  # for the words around the downloads
DOWNLOADS = "<!-- downloads -->"  # where they are set in; data cannot hold it, being escaped
FILTERS = {
    "placement": "Placement",
    "ranks": "Ranks",
    "buffers": "Buffers",
    "memory": "Pages",
    "method": "Method",
    "campaign": "File",
}


def choices(values: Iterable[Any]) -> list[tuple[str, str]]:
    """The options of a choice, each with its value and its text; numbers by their value."""
    return [(str(value), str(value)) for value in sorted(set(values))]


def controls(operations: Sequence[Operation], series: Sequence[Series]) -> dict[str, Any]:
    """What the bar above the operations lets a reader choose; of one value there is no choice."""
    panels = [panel for operation in operations for panel in operation.panels]
    patterns = [(operation.pattern, operation.pattern) for operation in operations]
    filters = [("pattern", "Operation", patterns)] + [
        (name, label, choices(getattr(panel.setting, name) for panel in panels))
        for name, label in FILTERS.items()
    ]
    paths = dict.fromkeys(formats.path_text(one.path) for one in series)
    protocols = sorted({one.protocol for one in series}, key=formats.name_order)
    fitted = {fit.model for panel in panels for fit in panel.findings.fits}
    return {
        "filters": [one for one in filters if len(one[2]) > 1],
        "path_names": [(name, name) for name in paths],
        "protocol_names": [("all of them", "all")]
        + [(f"protocol {name}", name) for name in protocols],
        "models": [(name, MODELS.get(name, name)) for name in sorted(fitted)],
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
        loader=jinja2.FileSystemLoader(ROOM / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(
        date=formats.date_text,
        about=formats.about_text,
        bytes=formats.bytes_text,
        inner=lambda name: name.strip("()"),
        number=formats.number_text,
        path=formats.path_text,
        size=formats.size_text,
        warnings=lambda names: formats.list_text(list(map(title_of_warning, names))),
        title=lambda key: title_of(key.pattern, key),
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
    scalings = {operation.name: scalings_of(operation) for operation in operations}
    scripts = [charts.library(),
               *((ROOM / "static" / name).read_text(encoding="utf-8") for name in SCRIPTS)]
    html = (
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
            scalings=scalings,
            figures=paper_figures(operations, scalings),
            data=packed(drawn_data(operations, chain(*scalings.values()), series)),
            launched=any(cell.launches for cell in cells),
            warned=warned_cells(operations),
            **controls(operations, series),
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
            counted=counted_of(campaigns, operations),
            then=then_part(campaigns, labels, series),
            claims=examined(campaigns, labels, operations),
            style=Markup("".join((ROOM / "static" / name).read_text(encoding="utf-8")
                                 for name in STYLES)),
            scripts=[Markup(script) for script in scripts],
            policy=" ".join(script_hash(script) for script in scripts),
            tie=TIE,
            unknown=UNKNOWN,
        )
    )
    room = PAGE_BYTES - len(html.encode("utf-8", errors="replace")) - SPARE_BYTES
    files = environment().get_template("downloads.html.j2")
    return html.replace(DOWNLOADS, files.render(downloads=downloads(campaigns, room)), 1)
