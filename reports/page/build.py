# SPDX-License-Identifier: BSD-3-Clause
"""The page: sections rendered in order, then the data and the scripts of the charts."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from comops.common.sizes import bytes_text
from comops.reports.answers.across import MEASURED
from comops.reports.answers.answer import MARGIN_TEXT
from comops.reports.answers.limits import WORDS as LIMIT_WORDS, left_out_text, limits_of, losses_of
from comops.reports.answers.measures import MEASURES, by_size, first_of, kinds_of, ratio_lines
from comops.reports.answers.series import colours_of
from comops.reports.page import inline
from comops.reports.page.charts import PanelCharts, campaign_look, ratio_look
from comops.reports.page.headline import headlines_add
from comops.reports.page.inline import downloads, static
from comops.reports.page.report import Report, report_of
from comops.reports.page.rows import fit_texts
from comops.reports.page.sections import HISTORY, SECTIONS, Variables
from comops.reports.words import formats, phrases, trust
from comops.reports.words.sentences import (EQUIVALENT, NOT_COMPARED, SYMBOLS, UNDECIDED, UNSTEADY,
                                            modes_text)
from comops.reports.words.settings import title_of
from comops.results.read import Campaign

ROOT = Path(__file__).parents[1]
STYLES = tuple(f"{name}.css" for name in ("colours", "page", "picture", "sections"))
SCRIPTS = ("page.js", "panels.js", "controls.js")
PAGE_BYTES = 2_000_000  # the size to which a page is kept; of a large campaign twice as many
ROOM = 400_000  # the least that a page leaves for the results files
SPARE_BYTES = 5_000  # for the text around the downloads
DOWNLOADS = "<!-- downloads -->"  # replaced last; data is escaped and cannot contain it


def environment(report: Report, charts: PanelCharts) -> jinja2.Environment:
    """The report's templates, with filters, and what all of them use as globals."""
    jinja = inline.environment(ROOT / "templates")
    jinja.filters.update(
        about=formats.about_text,
        bytes=bytes_text,
        bracketed=formats.bracketed,
        capitalized=phrases.capitalized,
        ratio_look=ratio_look,
        path=formats.path_text,
        states=trust.states_text,
        counted=trust.warnings_text,
        warnings=lambda names: formats.list_text(list(map(trust.title_of, names))),
        title=lambda key: title_of(key.pattern, key),
    )
    jinja.globals.update(
        colours=colours_of(report.paths),
        series={one.implementation: one for one in report.series},
        modes_text=modes_text,
        outcomes=SYMBOLS,
        equal=EQUIVALENT,
        undecided=UNDECIDED,
        unknown=NOT_COMPARED,
        unsteady=UNSTEADY,
        margin=MARGIN_TEXT,
        measures=MEASURES,
        drawn_over=MEASURED,
        kinds_of=kinds_of,
        by_size=by_size,
        is_split=trust.is_split,
        first_of=first_of,
        limits_of=limits_of,
        losses_of=losses_of,
        left_out_text=left_out_text,
        limit_words=LIMIT_WORDS,
        draw=charts.drawn,
        fit_texts=fit_texts,
        ratio_looks=lambda panel: list(map(ratio_look, ratio_lines(panel))),
        campaign_look=campaign_look,
    )
    jinja.globals["symbols"] = jinja.get_template("symbols.html.j2").module
    return jinja


def sections(jinja: jinja2.Environment, report: Report,
             some: Mapping[Callable[[Report], Variables | None], str]) -> list[dict[str, str]]:
    """Every one of these sections but those that have no variables: rendered, with the name of its
    element and its word in the bar of contents."""
    rendered = []
    for build, word in some.items():
        values = build(report)
        if values is not None:
            template = jinja.get_template(f"sections/{build.__name__}.html.j2")
            html = Markup(template.render(values))
            name = re.search(r'id="([\w-]+)"', html)[1]
            rendered.append({"html": html, "name": name, "word": word})
    return rendered


def page(campaigns: Sequence[Campaign]) -> str:
    """The report of one or more campaigns as one self-contained HTML page."""
    report = report_of(campaigns)
    charts = PanelCharts(report)
    headlines_add(charts, report.campaigns)
    jinja = environment(report, charts)
    rendered, past = sections(jinja, report, SECTIONS), sections(jinja, report, HISTORY)
    if not report.campaigns:  # all reproduce the papers
        rendered, past = past, []
    html = jinja.get_template("page.html.j2").render(
        campaigns=report.labelled or [(min(report.reproduced, key=lambda one: one.simulated), "")],
        report=report,
        sections=rendered,
        history=past,
        style=Markup("").join(map(static, STYLES)),
        **charts.scripts(map(static, SCRIPTS if report.measured else SCRIPTS[:-1])),
    )
    used = len(html.encode("utf-8", errors="replace")) + SPARE_BYTES
    left = (PAGE_BYTES if used + ROOM < PAGE_BYTES else 2 * PAGE_BYTES) - used
    files = jinja.globals["symbols"].downloads(downloads(campaigns, left))
    return html.replace(DOWNLOADS, files, 1)
