# SPDX-License-Identifier: BSD-3-Clause
"""The page: sections rendered in order, then the data and the scripts of the charts."""

import importlib
from collections.abc import Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from analysis.answer import EQUAL, MARGIN_TEXT, OPEN, OUTCOMES, UNKNOWN
from analysis.panels import Operation, selected
from analysis.scaling import Scaling
from analysis.series import COLOURS
from common.catalogue import VERDICTS
from history.paper import HIS_MACHINES
from page import charts
from page.chart_data import chart_data
from page.downloads import downloads
from page.inline import script_hash, static
from page.report import Report, report_of
from page.sections import SECTIONS
from read.results import Campaign
from words import formats, warnings
from words.escape import script_json, visible
from words.settings import title_of

ROOT = Path(__file__).parents[1]
STYLES = tuple(f"{name}.css" for name in ("colours", "page", "picture", "claims", "where"))
SCRIPTS = tuple(f"{name}.js" for name in "page axes fits points chart ranking controls".split())
PAGE_BYTES = 3_000_000  # the size to which a page is kept
SPARE_BYTES = 5_000  # for the text around the downloads
DOWNLOADS = "<!-- downloads -->"  # replaced last; data is escaped and cannot contain it


def environment(report: Report) -> jinja2.Environment:
    """Templates: everything escaped, an unknown name an error, what all of them use as globals."""
    jinja = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(
        date=formats.date_text,
        about=formats.about_text,
        bytes=formats.bytes_text,
        bracketed=formats.bracketed,
        number=formats.number_text,
        path=formats.path_text,
        size=formats.size_text,
        warnings=lambda names: formats.list_text(list(map(warnings.title_of, names))),
        title=lambda key: title_of(key.pattern, key),
    )
    jinja.globals.update(
        colours={path: at % COLOURS for at, path in enumerate(report.paths)},
        series={one.implementation: one for one in report.series},
        outcomes=OUTCOMES,
        equal=EQUAL,
        undecided=OPEN,
        unknown=UNKNOWN,
        margin=MARGIN_TEXT,
        verdict_titles={name: f"{one['title']}:".capitalize() for name, one in VERDICTS.items()},
    )
    jinja.globals["symbols"] = jinja.get_template("symbols.html.j2").module
    return jinja


def sections(jinja: jinja2.Environment, report: Report) -> list[Markup]:
    """Every section of SECTIONS; one whose module builds None is left out."""
    rendered = []
    for name in SECTIONS:
        values = importlib.import_module(f"page.sections.{name}").build(report)
        if values is not None:
            rendered.append(Markup(jinja.get_template(f"{name}.html.j2").render(values)))
    return rendered


def scripts_of(report: Report) -> tuple[str, ...]:
    """All; without a measurement there are no controls."""
    return SCRIPTS if report.measured else SCRIPTS[:-1]


def charted(report: Report) -> tuple[list[Operation], list[Scaling]]:
    """What charts need: the panels with an article, and all of the paper's own machines."""
    names = {panel.name for operation in report.shown for panel in operation.panels}
    operations = selected(
        report.operations,
        lambda panel: panel.name in names or panel.setting.placement in HIS_MACHINES,
    )
    drawn = {panel.name for operation in operations for panel in operation.panels}
    scalings = [one for some in report.scalings.values() for one in some
                if drawn.issuperset(panel.name for panel in one.panels)]
    return operations, scalings


def page(campaigns: Sequence[Campaign]) -> str:
    """The report of one or more campaigns as one self-contained HTML page."""
    report = report_of(campaigns)
    jinja = environment(report)
    scripts = [Markup(charts.library()), *map(static, scripts_of(report))]
    html = jinja.get_template("page.html.j2").render(
        campaigns=report.labelled,
        sections=sections(jinja, report),
        data=Markup(script_json(chart_data(*charted(report), report.series))),
        style=Markup("").join(map(static, STYLES)),
        scripts=scripts,
        policy=" ".join(map(script_hash, scripts)),
    )
    left = PAGE_BYTES - len(html.encode("utf-8", errors="replace")) - SPARE_BYTES
    files = jinja.get_template("downloads.html.j2").render(downloads=downloads(campaigns, left))
    return html.replace(DOWNLOADS, files, 1)
