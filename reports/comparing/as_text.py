# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as text for a terminal, and in Markdown for a pull request."""

from collections.abc import Callable, Sequence
from itertools import groupby

from comparing.comparison import Change, Comparison
from comparing.words import (
    Failed,
    cells_text,
    chance_text,
    failed_texts,
    machine_text,
    rest_texts,
    setting_of,
    setting_text,
    smallest_text,
    total_text,
)
from words.escape import markdown, plain
from words.formats import number_text, size_text

ROWS = 50  # of a table in Markdown; JSON has all
LEAST_Q = 1e-6  # the smallest that is printed
HEADS = ("bytes", "implementation", "base us", "new us", "new/base", "95 % interval", "q")


def q_text(q: float) -> str:
    """A corrected p-value with one digit."""
    return f"<{LEAST_Q:.0e}" if q < LEAST_Q else f"{q:.1g}"


def fields(change: Change) -> list[str]:
    low, high = change.ci95
    return [
        str(change.key.bytes),
        f"{change.key.path}/{change.key.protocol}",
        number_text(change.base_us),
        number_text(change.new_us),
        f"{change.ratio:.3f}",
        f"[{low:.3f}, {high:.3f}]",
        q_text(change.q),
        change.verdict,
    ]


def table(changes: Sequence[Change]) -> list[str]:
    """The changed cells of one setting: a title, a header, aligned rows."""
    rows = [(*HEADS, ""), *([plain(one) for one in fields(change)] for change in changes)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    left = (1, 5)  # implementation and interval; the other columns are numbers
    lines = [plain(setting_text(changes[0].key))]
    for row in rows:
        texts = [
            f"{text:<{width}}" if at in left else f"{text:>{width}}"
            for at, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append("  ".join(["", *texts, row[-1]]).rstrip())
    return [*lines, ""]


def settings(changes: Sequence[Change]) -> list[list[Change]]:
    """The changed cells grouped by setting, then by size."""

    def place(change: Change) -> tuple:
        return setting_of(change), change.key.bytes, change.key.path, change.key.protocol

    ordered = sorted(changes, key=place)
    return [list(group) for _, group in groupby(ordered, setting_of)]


def notes(comparison: Comparison, failed: Failed, escape: Callable[[str], str]) -> list[str]:
    texts = [chance_text(comparison), *rest_texts(comparison), smallest_text(comparison)]
    texts += [*failed_texts(failed), total_text(comparison)]
    return [escape(text) for text in texts if text]


def comparison_text(comparison: Comparison, failed: Failed) -> str:
    """For a terminal: the machine, a table for each setting with changed cells, the total."""
    lines = [plain(machine_text(comparison)), ""]
    for changes in settings(comparison.changed):
        lines += table(changes)
    return "\n".join(lines + notes(comparison, failed, plain)) + "\n"


def comparison_markdown(comparison: Comparison, failed: Failed) -> str:
    """For a pull request: the total, then one table of the largest changes."""
    changed = sorted(comparison.changed, key=lambda one: -max(one.ratio, 1 / one.ratio))
    shown = changed[:ROWS]
    *remarks, total = notes(comparison, failed, markdown)
    lines = ["### COMOPS: NEW against BASE", "", f"**{total}**", ""]
    lines += [markdown(machine_text(comparison)), ""]
    if shown:
        lines.append("| setting | " + " | ".join(HEADS) + " | |")
        lines.append("|---|--:|---|--:|--:|--:|---|--:|---|")
    for change in (one for group in settings(shown) for one in group):
        setting, size = markdown(setting_text(change.key)), size_text(change.key.bytes)
        cells = [setting, size, *map(markdown, fields(change)[1:])]
        lines.append(f"| {' | '.join(cells)} |")
    if len(changed) > ROWS:
        lines += ["", f"The largest {ROWS} of {cells_text(len(changed))}; JSON has all."]
    lines += ["", *(f"- {note}" for note in remarks)]
    return "\n".join(lines) + "\n"
