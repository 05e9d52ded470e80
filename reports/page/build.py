# SPDX-License-Identifier: BSD-3-Clause
"""The page: sections rendered in order, then the data and the scripts of the charts."""

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

import jinja2
from markupsafe import Markup

from comops import extension
from comops.common.sizes import bytes_text
from comops.reports.answers.across import MEASURED
from comops.reports.answers.answer import MARGIN_TEXT
from comops.reports.answers.limits import WORDS as LIMIT_WORDS, left_out_text, limits_of, losses_of
from comops.reports.answers.measures import MEASURES, by_size, first_of, kinds_of, ratio_lines
from comops.reports.answers.series import colours_of
from comops.reports.page import inline
from comops.reports.page.charts import PanelCharts, numbered_look, ratio_look
from comops.reports.page.headline import headlines_add
from comops.reports.page.inline import downloads, static
from comops.reports.page.report import Report, report_of
from comops.reports.page.rows import fit_texts
from comops.reports.page.sections import SECTIONS
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
        series={line.implementation: line for line in report.series},
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
        campaign_look=numbered_look,
    )
    jinja.globals["symbols"] = jinja.get_template("symbols.html.j2").module
    return jinja


class Rendered(NamedTuple):
    """A section: the name of its element, and its word in the bar of contents."""

    html: Markup
    name: str
    word: str


def sections(jinja: jinja2.Environment, report: Report) -> dict[str, list[Rendered]]:
    """The sections that have something to say, by the title of their tab; "" are on none."""
    tabs: dict[str, list[Rendered]] = defaultdict(list)

    def add(html: str | None, word: str, tab: str = "") -> None:
        if html is not None:
            name = re.search(r'id="([\w-]+)"', html)[1]
            tabs[tab].append(Rendered(Markup(html), name, word))

    def add_further(before: str) -> None:
        for section in extension.sections():
            if before == ("" if section.tab else section.before):
                html = resolve_name(section.build)(
                    report, lambda text, **names: jinja.from_string(text).render(names))
                add(html, section.word, section.tab)

    for build, word in SECTIONS.items():
        name = build.__name__
        add_further(before=name)
        values = build(report)
        add(None if values is None else
            jinja.get_template(f"sections/{name}.html.j2").render(values), word)
    add_further(before="")
    return tabs


def page(campaigns: Sequence[Campaign]) -> str:
    """The report of one or more campaigns as one self-contained HTML page."""
    report = report_of(campaigns)
    charts = PanelCharts(report)
    headlines_add(charts, report.campaigns)
    jinja = environment(report, charts)
    tabs = sections(jinja, report)
    shown = tabs.pop("", [])
    if not report.campaigns:  # what they are for is on tabs
        shown, tabs = [section for tab in tabs.values() for section in tab], {}
    html = jinja.get_template("page.html.j2").render(
        campaigns=report.labelled or [
            (min(report.reproduced, key=lambda campaign: campaign.simulated), "")],
        report=report,
        sections=shown,
        tabs=[(title, re.sub("[^a-z0-9]+", "-", title.lower()), parts)
              for title, parts in tabs.items()],
        style=Markup("").join(map(static, STYLES)),
        **charts.scripts(map(static, SCRIPTS if report.measured else SCRIPTS[:-1])),
    )
    used = len(html.encode("utf-8", errors="replace")) + SPARE_BYTES
    left = (PAGE_BYTES if used + ROOM < PAGE_BYTES else 2 * PAGE_BYTES) - used
    files = jinja.globals["symbols"].downloads(downloads(campaigns, left))
    return html.replace(DOWNLOADS, files, 1)
