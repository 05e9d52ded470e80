# SPDX-License-Identifier: BSD-3-Clause
"""The answer: the verdicts as counts and maps, and how far they can be trusted; of several files,
how each differs from the first, in who is faster and in its times."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from comops.reports.answers.answer import said_once, sides_text
from comops.reports.answers.headline import (TITLES, Sentence, drawn_of, headline_of,
                                             undecided_of)
from comops.reports.answers.measured import trust_notes
from comops.reports.answers.panels import Operation, Panel, panels_of, selected
from comops.reports.answers.verdict_maps import (Field, Map, OverallVerdict, field_of, maps_of,
                                                 verdicts_of)
from comops.reports.comparison.words import machine_text, rest_texts, total_text
from comops.reports.page.headline import is_drawn
from comops.reports.page.report import Report
from comops.reports.words.formats import (bracketed, interval_text, list_text, number_text,
                                          path_text, plural, size_text)
from comops.reports.words.phrases import Phrase, text_of
from comops.reports.words.sentences import NOT_COMPARED, OUTCOMES, PAGE
from comops.reports.words.trust import verdict_text, warnings_text
from comops.results.findings import FASTER, SLOWER
from comops.results.keys import CellKey
from comops.results.read import Campaign, campaigns_in
from comops.statistics.comparing.comparison import UNTESTED, Change, compare
from comops.statistics.comparing.differences import differences_of
from comops.statistics.comparing.launches import Launches
from comops.statistics.trust import measured_by_placement
from comops.statistics.verdicts import BEST, KINDS, OURS, SAME_CODE

Group = tuple[str, list[Operation], list[Map]]


def groups_of(verdict: OverallVerdict, report: Report) -> list[Group]:
    """Titles, operations and maps; those of the paper apart where all protocols are compared."""
    if verdict.name != BEST:
        return [("", verdict.compared, maps_of(verdict.compared, verdict.name))]
    paper = [operation for operation in report.measured if operation.paper]
    further = [operation for operation in report.measured if not operation.paper]
    title = "Further operations" if paper else "Operations"
    groups = (("The five operations of the paper", paper), (title, further))
    return [(title, operations, maps_of(operations)) for title, operations in groups if operations]


class Answer(NamedTuple):
    """Verdicts that all say the same, and the maps of what no verdict before them says."""

    verdicts: list[OverallVerdict]
    groups: list[Group]
    differing: bool  # only operations where another verdict says something else

    @property
    def heading(self) -> str:
        first, *others = self.verdicts
        return list_text([first.heading, *(other.kind.title for other in others)])


def answers(report: Report) -> list[Answer]:
    """The verdicts. The same code is usually the fastest of both sides; then it is not told again.
    """
    def told(panel: Panel, verdict: str) -> list[tuple[int, str, float | None]]:
        return [(row.size, row.winner, row.ratio) for row in panel.verdicts[verdict]]

    parts: list[Answer] = []
    for total in verdicts_of(report.measured):
        if total.name != SAME_CODE or not total.counts:
            parts.append(Answer([total], groups_of(total, report), False))
            continue
        others = selected(total.compared, lambda panel: told(panel, SAME_CODE) != told(panel, BEST))
        if not others and total.counts == parts[-1].verdicts[0].counts:
            parts[-1].verdicts.append(total)
        else:
            parts.append(Answer([total], [("", others, maps_of(others, SAME_CODE))], True))
    return parts


class Headline(NamedTuple):
    """What the terminal says of a file, and for how long that holds; `index` of its campaign, and
    its label where there are several."""

    label: str
    sentences: list[Sentence]
    index: int
    drawn: list[str]  # the comparisons in its figure; none without one


def headlines(report: Report, simulated: bool) -> list[Headline]:
    """What is said of the measured files, or of the simulated ones."""
    drawn = [(at, campaign, label, panels_of(campaign))
             for at, (campaign, label) in enumerate(report.labelled)
             if campaign.simulated == simulated]
    return [Headline(label if len(report.campaigns) > 1 else "",
                     headline_of(campaign, panels, PAGE), at,
                     [name for name, _ in drawn_of(panels)] if is_drawn(panels) else [])
            for at, campaign, label, panels in drawn]


def answer(report: Report) -> dict[str, Any] | None:
    """Three verdicts on what was measured, each in one line, as maps, in sentences; and what speaks
    against believing them: cells with warnings, undecided comparisons."""
    if not report.measured:
        return None
    parts = answers(report)
    cells = [cell for operation in report.measured for panel in operation.panels
             for cell in panel.cells]
    undecided, comparisons = undecided_of(report.campaigns)
    shown = headlines(report, simulated=False)
    return {
        "headlines": shown,
        "answers": parts,
        # The comparisons that figures show whole, if each file has one.
        "figures": {name for headline in shown for name in headline.drawn if name != BEST}
        if all(headline.drawn for headline in shown) else set(),
        "ours": (OURS, TITLES[OURS], maps_of(report.measured, OURS)),
        "verdicts": [(label, said) for campaign, label in report.labelled
                     if (said := verdict_text(campaign))],
        "trust": {
            "notes": [(label if len(report.campaigns) > 1 else "", note)
                      for campaign, label in report.labelled
                      for note in trust_notes(campaign, measured_by_placement(campaign))],
            "cells": len(cells),
            "warned": sum(bool(cell.warnings) for cell in cells),
            "warnings": warnings_text(cells),
            "undecided": undecided,
            "comparisons": comparisons,
        },
        "direct": report.direct,
        "paths": report.paths,
        "sides": sides_text(report.paths),
        "placement": any(campaign.record.topology for campaign in report.campaigns),
    }


# ---- the difference ---------------------------------------------------------------------------


MACHINES = "--machines"  # what `comops compare` needs for such campaigns
NAMED = 4  # comparisons whose winner changed

Line = tuple[str, str, list[Field | None]]  # an operation, a path of it, its fields by size


def winners_texts(operations: Sequence[Operation], labels: tuple[str, str]) -> list[str]:
    """A sentence for each verdict, one for those that say the same: the same answer in 51 of 60
    comparisons, the other side faster in 3 (reduce 8 B, ...). Nothing without a comparison that
    both files have."""
    said = []
    for verdict, kind in KINDS.items():
        here, there = ({
            (panel.title, panel.setting._replace(campaign=""), row.size): row.winner
            for operation in operations for panel in operation.panels
            if panel.setting.campaign == label for row in panel.verdicts[verdict]
            if row.winner != NOT_COMPARED} for label in labels)
        common = [place for place in here if place in there]
        same = sum(here[place] == there[place] for place in common)
        turned = [f"{place[0]} {size_text(place[-1]) if place[-1] else ''}".strip()
                  for place in common if here[place] != there[place]
                  and not {here[place], there[place]} & set(OUTCOMES)]
        more = [f"{len(turned) - NAMED} more"] if len(turned) > NAMED else []
        which = f" ({list_text([*turned[:NAMED], *more])})" if turned else ""
        if common:
            said.append((kind.title, [Phrase(
                f"the same answer in {same} of {plural(len(common), 'comparison')}, the other side "
                f"faster in {len(turned)}{which}")]))
    return [f"{titles}: {text_of(sentence)}." for titles, sentence in said_once(said)]


def change_field(change: Change, path: str) -> Field:
    """The factor by which the other file is faster, in the colour of the path."""
    details = (f"{path_text(*change.key.implementation)} {bracketed(change.key.protocol)}: "
               f"{number_text(change.base_us)} and {number_text(change.new_us)} µs")
    if change.ratio:
        details += f", ratio {interval_text(change.ratio, change.ci95)}"
    winner = {FASTER: path, SLOWER: "", UNTESTED: NOT_COMPARED}.get(change.verdict, change.verdict)
    return field_of(winner, 1 / change.ratio if change.ratio else None, details)


def lines_of(operations: Sequence[Operation], label: str, changes: dict[CellKey, Change],
             sizes: Sequence[int]) -> Iterator[Line]:
    for operation in selected(operations, lambda panel: panel.setting.campaign == label):
        for panel in operation.panels:
            place = panel.label.removesuffix(label).rstrip(", ")
            several = len(operation.panels) > 1
            title = ", ".join(filter(None, (panel.title, place if several else "")))
            for path in panel.paths:
                known = {row.size: changes.get(row.best[path].key)
                         for row in panel.rows if path in row.best}
                fields = [known.get(size) and change_field(known[size], path) for size in sizes]
                if any(fields):
                    yield title, path, fields


def difference_of(report: Report, first: tuple[Campaign, str], other: tuple[Campaign, str]
                  ) -> dict[str, Any]:
    """A file beside the first, in the lines by the protocols that are the fastest in the first."""
    sides = [[next(launches for launches in campaigns_in(campaign.file, Launches)
                   if launches.record.identity == campaign.record.identity)]
             for campaign, _ in (first, other)]
    comparison = compare(*sides, any(fact.needs == MACHINES for fact in differences_of(*sides)))
    texts = [total_text(comparison), machine_text(comparison), *rest_texts(comparison)]
    changes = {change.key: change for change in comparison.changes}
    sizes = sorted({key.bytes for key in changes})
    return {"name": other[1], "winners": winners_texts(report.measured, (first[1], other[1])),
            "texts": texts, "sizes": sizes,
            "lines": list(lines_of(report.measured, first[1], changes, sizes))}


def difference(report: Report) -> dict[str, Any] | None:
    """Each further file that was measured beside the first of them."""
    first, *others = [side for side in report.labelled if not side[0].simulated] or [None]
    if not others:
        return None
    return {"first": first[1],
            "differences": [difference_of(report, first, side) for side in others]}
