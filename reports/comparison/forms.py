# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as text for a terminal, in Markdown for a pull request, and as one JSON object
(commands/answers/comparison.py)."""

import math
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from analysis.comparing.comparison import UNTESTED, VERDICTS, Change, Comparison, exponential
from analysis.comparing.hierarchy import LEVELS, Node
from analysis.comparing.machine import Drift
from analysis.comparing.rules import Outcome
from records.keys import CellKey
from reports.comparison.words import (
    cells_text, drift_factors, drift_rows, has_drifted, machine_text, node_text, outcome_text,
    power_text, rest_texts, setting_of, setting_text, smallest_text, total_text, variation_text,
)
from reports.words.escape import json_text, markdown, markdown_row, plain
from reports.words.formats import aligned, number_text, size_text

ROWS = 50  # of a table in Markdown; JSON has all
POWER_OF = 0.05  # the change whose power is printed without a rule
HEADS = ("bytes", "implementation", "base us", "new us", "new/base", "95 % interval")
DRIFT_HEADS = ("placement", "canary", "new/base", "95 % interval", "")
NODE_HEADS = ("what", "cells", "new/base", "95 % interval", "")
LEFT = ("placement", "canary", "what", "implementation", "95 % interval", "")
SCHEMA = "comops-compare/2"
POWERS = (0.01, 0.02, 0.05, 0.1, 0.2)
# What a key lacks at each level.
LACKS = {
    "campaign": CellKey._fields,
    "path": tuple(name for name in CellKey._fields if name != "path"),
    "pattern": ("protocol", "bytes", "mode"),
    "implementation": ("bytes", "mode"),
    "cell": (),
}

Outcomes = Sequence[Outcome]


# ---- text -----------------------------------------------------------------------------------


def interval_text(change: Change) -> str:
    return "no interval" if change.ci95 is None else f"[{change.ci95[0]:.3f}, {change.ci95[1]:.3f}]"


def fields(change: Change) -> list[str]:
    ratio = change.new_us / change.base_us if change.ratio is None else change.ratio
    return [
        str(change.key.bytes),
        f"{change.key.path}/{change.key.protocol}",
        number_text(change.base_us),
        number_text(change.new_us),
        f"{ratio:.3f}",
        interval_text(change),
        change.verdict,
    ]


def node_rows(comparison: Comparison) -> list[list[str]]:
    return [
        [
            node_text(one.level, one.key),
            f"{one.cells:,}",
            f"{one.ratio:.3f}",
            interval_text(one),
            one.verdict,
        ]
        for one in comparison.wholes
    ]


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A title, a header, aligned rows; none without rows."""
    if not rows:
        return []
    every = [heads, *([plain(one) for one in row] for row in rows)]
    left = [at for at, head in enumerate(heads) if head in LEFT]
    return [plain(title), *(f"  {line}" for line in aligned(every, left)), ""]


def settings(changes: Sequence[Change]) -> list[list[Change]]:
    """Cells grouped by setting, then by size."""

    def place(change: Change) -> tuple:
        return setting_of(change), change.key.bytes, change.key.path, change.key.protocol

    ordered = sorted(changes, key=place)
    return [list(group) for _, group in groupby(ordered, setting_of)]


def shown(comparison: Comparison) -> list[Change]:
    """The cells of the tables: those that changed, or all of two machines."""
    return comparison.changes if comparison.machines else comparison.changed


def power_texts(comparison: Comparison, outcomes: Outcomes) -> str:
    return power_text(comparison, sorted({one.rule.factor - 1 for one in outcomes} or {POWER_OF}))


def notes(comparison: Comparison, escape: Callable[[str], str]) -> list[str]:
    texts = [variation_text(comparison), *rest_texts(comparison), smallest_text(comparison)]
    return [escape(text) for text in [*texts, total_text(comparison)] if text]


def comparison_text(comparison: Comparison, outcomes: Outcomes) -> str:
    """For a terminal: the machine, the power, what changed, and last what became of the rules."""
    lines = [plain(machine_text(comparison))]
    lines += table("", DRIFT_HEADS, drift_rows(comparison))[1:] or [""]
    lines += [plain(power_texts(comparison, outcomes)), ""]
    lines += table("Changed as a whole", NODE_HEADS, node_rows(comparison))
    for changes in settings(shown(comparison)):
        title = setting_text(changes[0].key)
        lines += table(title, (*HEADS, ""), [fields(change) for change in changes])
    lines += notes(comparison, plain)
    return "\n".join(lines + [plain(outcome_text(one, comparison)) for one in outcomes]) + "\n"


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    if not rows:
        return []
    rule = "|".join("---" if head in LEFT else "--:" for head in heads)
    lines = list(map(markdown_row, (heads, *rows)))
    return [lines[0], f"|{rule}|", *lines[1:], ""]


def cell_rows(changes: Sequence[Change]) -> list[list[str]]:
    """Rows of Markdown; of two machines also cells without an interval."""
    return [
        [markdown(setting_text(one.key)), size_text(one.key.bytes), *map(markdown, fields(one)[1:])]
        for group in settings(changes)
        for one in group
    ]


def comparison_markdown(comparison: Comparison, outcomes: Outcomes) -> str:
    """For a pull request: rules and total, then the largest changes."""

    def size_of(change: Change) -> float:
        return 0.0 if change.verdict == UNTESTED else -max(change.ratio, 1 / change.ratio)

    changes = sorted(shown(comparison), key=size_of)
    *remarks, total = notes(comparison, markdown)
    lines = ["### COMOPS: NEW against BASE", ""]
    for one in outcomes:
        lines += [f"**{markdown(outcome_text(one, comparison))}**", ""]
    lines += [f"**{total}**", "", markdown(machine_text(comparison)), ""]
    for heads, rows in (
        (DRIFT_HEADS, drift_rows(comparison)),
        (NODE_HEADS, node_rows(comparison)),
    ):
        lines += markdown_table(heads, [[markdown(one) for one in row] for row in rows])
    lines += [markdown(power_texts(comparison, outcomes)), ""]
    lines += markdown_table(("setting", *HEADS, ""), cell_rows(changes[:ROWS]))
    if len(changes) > ROWS:
        lines += [f"The largest {ROWS} of {cells_text(len(changes))}; JSON has all.", ""]
    return "\n".join([*lines, *(f"- {note}" for note in remarks)]) + "\n"


# ---- JSON -----------------------------------------------------------------------------------


def node_key(key: CellKey, level: str) -> dict[str, Any]:
    """What a node of this level has of a key."""
    return {name: value for name, value in key.record.items() if name not in LACKS[level]}


def cell_record(change: Change) -> dict[str, Any]:
    names = ("base_us", "new_us", "verdict", "ratio", "ci95", "p")
    return change.key.record | {name: getattr(change, name) for name in names}


def node_record(change: Change) -> dict[str, Any]:
    names = ("level", "cells", "verdict", "ratio", "ci95")
    return node_key(change.key, change.level) | {name: getattr(change, name) for name in names}


def drift_record(drift: Drift) -> dict[str, Any]:
    ratio, *ci95 = drift_factors(drift)
    return {
        "placement": drift.placement,
        "ranks": drift.ranks,
        "canary": drift.canary,
        "ratio": ratio,
        "ci95": ci95,
        "drifted": has_drifted(drift),
    }


def place_record(node: Node) -> dict[str, Any]:
    ratio = exponential(node.effect)
    return node_key(node.key, node.level) | {"level": node.level, "ratio": ratio}


def rule_record(outcome: Outcome) -> dict[str, Any]:
    return {
        "rule": outcome.rule.text,
        "outcome": outcome.outcome,
        "violated_by": [place_record(node) for node in outcome.nodes],
        "undecided": outcome.open,
        "not_tested": outcome.missing,
    }


def power_record(comparison: Comparison, change: float) -> dict[str, Any]:
    seen = {level: comparison.power(change, level) for level in reversed(LEVELS)}
    return {"change": change} | {
        level: {"seen": some, "of": every} for level, (some, every) in seen.items()
    }


def comparison_json(comparison: Comparison, outcomes: Outcomes) -> str:
    counts = comparison.counts
    record = {
        "schema": SCHEMA,
        "base": [str(campaign.file) for campaign in comparison.base],
        "new": [str(campaign.file) for campaign in comparison.new],
        "machines": comparison.machines,
        "smallest": comparison.smallest,
        "moved": comparison.moved,
        "canaries": [drift_record(drift) for drift in comparison.drifts],
        "variation": {
            "cell": math.sqrt(comparison.variation.cell),
            "implementation": math.sqrt(comparison.variation.implementation),
        },
        "power": [power_record(comparison, change) for change in POWERS],
        "summary": {
            "compared": len(comparison.changes),
            **{name: counts[name] for name in VERDICTS},
            "without_canaries": comparison.without_canaries,
            "only_base": comparison.only_base,
            "only_new": comparison.only_new,
            "lost": len(comparison.lost),
        },
        "rules": [rule_record(outcome) for outcome in outcomes],
        "differences": [
            {"name": one.name, "base": one.base, "new": one.new} for one in comparison.differences
        ],
        "nodes": [node_record(change) for change in comparison.nodes],
        "cells": [cell_record(change) for change in comparison.changes],
        "lost": [key.record for key in comparison.lost],
    }
    return json_text(record)
