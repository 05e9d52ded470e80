# SPDX-License-Identifier: BSD-3-Clause
"""Several files: how each differs from the first, in who is faster and in its times."""

from collections.abc import Iterator, Sequence
from typing import Any

from analysis.comparing.comparison import UNTESTED, Change, compare
from analysis.comparing.differences import differences_of
from analysis.comparing.launches import Launches
from analysis.verdicts import KINDS
from records.findings import FASTER, SLOWER
from records.keys import CellKey
from records.read import Campaign, campaign_read
from reports.answers.answer import said_once
from reports.answers.panels import Operation, selected
from reports.answers.verdicts import Field, field_of
from reports.comparison.words import machine_text, rest_texts, total_text
from reports.page.report import Report
from reports.words.formats import (
    bracketed, interval_text, list_text, number_text, path_text, plural, size_text,
)
from reports.words.phrases import Phrase, text_of
from reports.words.verdicts import NOT_COMPARED, OUTCOMES

MACHINES = "--machines"  # what `comops compare` needs for such campaigns
NAMED = 4  # comparisons whose winner changed

Winners = dict[tuple[Any, ...], str]


Line = tuple[str, str, list[Field | None]]  # an operation, a path of it, its fields by size


def winners_of(operations: Sequence[Operation], label: str, verdict: str) -> Winners:
    """Who is faster in a file, by what is compared."""
    return {(panel.title, panel.setting._replace(campaign=""), row.size): row.winner
            for one in operations for panel in one.panels if panel.setting.campaign == label
            for row in panel.verdicts[verdict] if row.winner != NOT_COMPARED}


def winners_texts(operations: Sequence[Operation], labels: tuple[str, str]) -> list[str]:
    """A sentence for each verdict, one for those that say the same: the same answer in 51 of 60
    comparisons, the other side faster in 3 (reduce 8 B, ...). Nothing without a comparison that
    both files have."""
    said = []
    for verdict, kind in KINDS.items():
        here, there = (winners_of(operations, label, verdict) for label in labels)
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
    details = (f"{path_text(path)} {bracketed(change.key.protocol)}: "
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
                found = {row.size: changes.get(row.best[path].key)
                         for row in panel.rows if path in row.best}
                fields = [found.get(size) and change_field(found[size], path) for size in sizes]
                if any(fields):
                    yield title, path, fields


def difference_of(report: Report, first: tuple[Campaign, str], other: tuple[Campaign, str]
                  ) -> dict[str, Any]:
    """A file beside the first, in the lines by the protocols that are the fastest in the first."""
    sides = [[campaign_read(one.file, Launches)] for one, _ in (first, other)]
    comparison = compare(*sides, any(one.needs == MACHINES for one in differences_of(*sides)))
    texts = [total_text(comparison), machine_text(comparison), *rest_texts(comparison)]
    changes = {one.key: one for one in comparison.changes}
    sizes = sorted({key.bytes for key in changes})
    return {"name": other[1], "winners": winners_texts(report.measured, (first[1], other[1])),
            "texts": texts, "sizes": sizes,
            "lines": list(lines_of(report.measured, first[1], changes, sizes))}


def difference(report: Report) -> dict[str, Any] | None:
    """Each further file that was measured beside the first of them."""
    first, *others = [one for one in report.labelled if not one[0].simulated] or [None]
    if not others:
        return None
    return {"first": first[1], "differences": [difference_of(report, first, one) for one in others]}
