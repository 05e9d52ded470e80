# SPDX-License-Identifier: BSD-3-Clause
"""A check as text for a terminal, as Markdown, and as a set of nodes."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from common.terminal import plain
from fleet.check.judge import Check
from fleet.check.verdicts import KINDS, Verdict
from fleet.export.phrases import (
    again_text, cell_text, effect_text, folded, odd_names, percent, reasons_text, seen_text,
    total_text, value_text)
from reports.words.escape import markdown
from reports.words.formats import list_text

HEAD = ("node", "verdict", "effect", "facts", "to measure it again")
NOTES = 10  # that are shown


def by_kind(check: Check) -> Iterator[tuple[str, list[Verdict]]]:
    for kind in KINDS:
        some = [one for one in check.verdicts if one.kind == kind]
        if some:
            yield kind, some


def verdict_lines(check: Check, folder: Path, one: Verdict) -> Iterator[str]:
    name = check.sweep.nodes[one.node]
    yield f"  {name}: {effect_text(check, one)}"
    if reasons := reasons_text(one):
        yield f"      {reasons}"
    yield f"      {again_text(check, folder, [name])}"


def stratum_lines(check: Check) -> Iterator[str]:
    for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits, strict=True):
        nodes = f"{len(stratum.nodes):,} node{'s' * (len(stratum.nodes) != 1)}"
        yield f"{stratum.name}: {nodes}; {seen_text(seen)}"
        for split in splits:
            values = [f"{value_text(value)} ({count:,})" for value, count in split.values]
            yield f"no usual value of {split.fact}: {list_text(values)}"


def missing_lines(check: Check) -> Iterator[str]:
    """The nodes without results, by reason."""
    reasons: dict[str, list[str]] = {}
    for name, reason in check.sweep.unmeasured.items():
        reasons.setdefault(reason.replace(name, "NODE"), []).append(name)
    for reason, names in reasons.items():
        yield f"{folded(names)}: {reason}"


def unjudged_lines(check: Check) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for node, reason in check.unjudged.items():
        reasons.setdefault(reason, []).append(check.sweep.nodes[node])
    for reason, names in reasons.items():
        yield f"{folded(names)}: {reason}"


def note_lines(check: Check) -> Iterator[str]:
    for one in check.notes[:NOTES]:
        cell = cell_text(check.sweep.cells[one.cell])
        yield f"{check.sweep.nodes[one.node]}: {cell}: slower by {percent(one.effect)}"
    if len(check.notes) > NOTES:
        yield f"and {len(check.notes) - NOTES:,} more cells"


def parts(check: Check) -> Iterator[tuple[str, list[str]]]:
    """Titles and lines of the parts below the verdicts, without empty ones."""
    for title, lines in (
        ("compared within", stratum_lines(check)),
        ("speed not compared", unjudged_lines(check)),
        ("not measured", missing_lines(check)),
        ("notes: single cells, no verdict", note_lines(check)),
    ):
        if some := list(lines):
            yield title, some


def check_text(check: Check, folder: Path) -> str:
    lines = [total_text(check)]
    for kind, some in by_kind(check):
        lines += ["", f"{kind}: {KINDS[kind]}"]
        for one in some:
            lines += map(plain_indented, verdict_lines(check, folder, one))
    for title, some in parts(check):
        lines += ["", title, *(f"  {plain(line)}" for line in some)]
    return "\n".join(lines) + "\n"


def plain_indented(line: str) -> str:
    """Without control characters, but with its first spaces."""
    text = line.lstrip(" ")
    return " " * (len(line) - len(text)) + plain(text)


def check_markdown(check: Check, folder: Path) -> str:
    lines = [f"**{markdown(total_text(check))}**", ""]
    if check.verdicts:
        lines += [row(HEAD), row(["---"] * len(HEAD))]
        lines += [row(markdown_words(check, folder, one)) for one in check.verdicts]
        lines.append("")
    for title, some in parts(check):
        lines += [f"{markdown(title).capitalize()}:", ""]
        lines += [f"- {markdown(line)}" for line in some] + [""]
    return "\n".join(lines)


def markdown_words(check: Check, folder: Path, one: Verdict) -> list[str]:
    name = check.sweep.nodes[one.node]
    texts = [name, one.kind, effect_text(check, one), reasons_text(one)]
    command = plain(again_text(check, folder, [name])).replace("|", "\\|")
    return [*map(markdown, texts), f"`{command.replace('`', '')}`"]


def row(words: Iterable[str]) -> str:
    return f"| {' | '.join(words)} |"


def check_nodeset(check: Check, folder: Path) -> str:
    """The odd nodes in one line, nothing if there are none."""
    return f"{folded(odd_names(check))}\n" if check.odd else ""
