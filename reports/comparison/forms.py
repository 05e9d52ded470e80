# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as text for a terminal, in Markdown for a pull request, and as one JSON object
(comops/cli/answers/comparison.py)."""

import math
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from comops.reports.comparison.words import (cells_text, cause_text, doubt_texts, drift_factors,
                                             drift_rows, explained_texts, has_drifted, machine_text,
                                             node_text, outcome_text, power_text, rest_texts,
                                             setting_of, setting_text, smallest_text, total_text,
                                             variation_text)
from comops.reports.words.escape import json_text, markdown, markdown_table, plain
from comops.reports.words.formats import aligned, number_text, size_text
from comops.reports.words.phrases import capitalized
from comops.results.keys import CellKey
from comops.statistics.comparing.comparison import (UNTESTED, VERDICTS, Change, Comparison,
                                                    exponential)
from comops.statistics.comparing.hierarchy import LEVELS, Node
from comops.statistics.comparing.machine import Drift
from comops.statistics.comparing.rules import RuleOutcome

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

Outcomes = Sequence[RuleOutcome]


# ---- text -----------------------------------------------------------------------------------


def interval_text(change: Change) -> str:
    return "no interval" if change.ci95 is None else f"[{change.ci95[0]:.3f}, {change.ci95[1]:.3f}]"


def fields(change: Change) -> list[str]:
    ratio = change.new_us / change.base_us if change.ratio is None else change.ratio
    return [str(change.key.bytes), f"{change.key.path}/{change.key.protocol}",
            number_text(change.base_us), number_text(change.new_us), f"{ratio:.3f}",
            interval_text(change), change.verdict]


def node_rows(comparison: Comparison) -> list[list[str]]:
    return [[node_text(whole.level, whole.key), f"{whole.cells:,}", f"{whole.ratio:.3f}",
             interval_text(whole), whole.verdict] for whole in comparison.wholes]


def left_of(heads: Sequence[str]) -> list[int]:
    """The columns that are flush left."""
    return [at for at, head in enumerate(heads) if head in LEFT]


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A title, a header, aligned rows; none without rows."""
    if not rows:
        return []
    every = [heads, *([plain(text) for text in row] for row in rows)]
    return [plain(title), *(f"  {line}" for line in aligned(every, left_of(heads))), ""]


def settings(changes: Sequence[Change]) -> list[list[Change]]:
    """Cells grouped by setting, then by size."""
    ordered = sorted(changes, key=lambda change: (
        setting_of(change), change.key.bytes, change.key.path, change.key.protocol))
    return [list(group) for _, group in groupby(ordered, setting_of)]


def shown(comparison: Comparison) -> list[Change]:
    """The cells of the tables: those that changed, or all of two machines."""
    return comparison.changes if comparison.machines else comparison.changed


def power_texts(comparison: Comparison, outcomes: Outcomes) -> str:
    powers = {outcome.rule.twice - 1 for outcome in outcomes}
    return power_text(comparison, sorted(powers or {POWER_OF}))


def notes(comparison: Comparison, escape: Callable[[str], str]) -> list[str]:
    explained = [f"{capitalized(text)}."
                 for text in explained_texts(comparison, comparison.explained)]
    texts = [*explained, variation_text(comparison), *rest_texts(comparison),
             smallest_text(comparison)]
    return [escape(text) for text in [*texts, total_text(comparison)] if text]


def comparison_text(comparison: Comparison, outcomes: Outcomes) -> str:
    """For a terminal: the machine, the power, what changed, and last what became of the rules."""
    lines = [*map(plain, doubt_texts(comparison)), plain(machine_text(comparison))]
    lines += table("", DRIFT_HEADS, drift_rows(comparison))[1:] or [""]
    lines += [plain(power_texts(comparison, outcomes)), ""]
    lines += table("Changed as a whole", NODE_HEADS, node_rows(comparison))
    for changes in settings(shown(comparison)):
        title = setting_text(changes[0].key)
        lines += table(title, (*HEADS, ""), [fields(change) for change in changes])
    lines += [*notes(comparison, plain),
              *(plain(outcome_text(outcome, comparison)) for outcome in outcomes)]
    return "\n".join(lines) + "\n"


def cell_rows(changes: Sequence[Change]) -> list[list[str]]:
    """Rows of Markdown; of two machines also cells without an interval."""
    return [[markdown(setting_text(change.key)), size_text(change.key.bytes),
             *map(markdown, fields(change)[1:])] for group in settings(changes) for change in group]


def comparison_markdown(comparison: Comparison, outcomes: Outcomes) -> str:
    """For a pull request: rules and total, then the largest changes."""

    def size_of(change: Change) -> float:
        return 0.0 if change.verdict == UNTESTED else -max(change.ratio, 1 / change.ratio)

    changes = sorted(shown(comparison), key=size_of)
    *remarks, total = notes(comparison, markdown)
    lines = ["### COMOPS: NEW against BASE", ""]
    for text in doubt_texts(comparison):
        lines += [f"**{markdown(text)}**", ""]
    for outcome in outcomes:
        lines += [f"**{markdown(outcome_text(outcome, comparison))}**", ""]
    lines += [f"**{total}**", "", markdown(machine_text(comparison)), ""]
    for heads, rows in ((DRIFT_HEADS, drift_rows(comparison)),
                        (NODE_HEADS, node_rows(comparison))):
        escaped = [map(markdown, row) for row in rows]
        lines += markdown_table(heads, escaped, left_of(heads)) if rows else []
    lines += [markdown(power_texts(comparison, outcomes)), ""]
    if changes:
        heads = ("setting", *HEADS, "")
        lines += markdown_table(heads, cell_rows(changes[:ROWS]), left_of(heads))
    if len(changes) > ROWS:
        lines += [f"The largest {ROWS} of {cells_text(len(changes))}; JSON has all.", ""]
    return "\n".join([*lines, *(f"- {note}" for note in remarks)]) + "\n"


# ---- JSON -----------------------------------------------------------------------------------


def members(holder: Any, names: str) -> dict[str, Any]:
    return {name: getattr(holder, name) for name in names.split()}


def node_key(key: CellKey, level: str) -> dict[str, Any]:
    """What a node of this level has of a key."""
    return {name: value for name, value in key.record.items() if name not in LACKS[level]}


def drift_record(drift: Drift) -> dict[str, Any]:
    ratio, *ci95 = drift_factors(drift)
    return members(drift, "placement ranks canary") | {
        "ratio": ratio, "ci95": ci95, "drifted": has_drifted(drift)}


def place_record(node: Node) -> dict[str, Any]:
    return node_key(node.key, node.level) | {
        "level": node.level, "ratio": exponential(node.effect)}


def explained_record(comparison: Comparison, node: Node) -> dict[str, Any]:
    place = place_record(node)
    return place | {"why": cause_text(comparison, node.cause, place["ratio"])}


def power_record(comparison: Comparison, change: float) -> dict[str, Any]:
    return {"change": change} | {
        level: dict(zip(("seen", "of"), comparison.power(change, level), strict=True))
        for level in reversed(LEVELS)}


def comparison_json(comparison: Comparison, outcomes: Outcomes) -> str:
    return json_text({
        "schema": SCHEMA,
        "base": [str(campaign.file) for campaign in comparison.base],
        "new": [str(campaign.file) for campaign in comparison.new],
        **members(comparison, "machines smallest moved"),
        "canaries": list(map(drift_record, comparison.drifts)),
        "variation": {name: math.sqrt(value) for name, value in members(
            comparison.variation, "cell implementation").items()},
        "power": [power_record(comparison, change) for change in POWERS],
        "summary": {
            "compared": len(comparison.changes),
            **{name: comparison.counts[name] for name in VERDICTS},
            **members(comparison, "only_base only_new"),
            "lost": len(comparison.lost),
        },
        "rules": [{"rule": outcome.rule.text, "outcome": outcome.outcome,
                   "violated_by": list(map(place_record, outcome.nodes)),
                   "undecided": list(map(place_record, outcome.open)),
                   **members(outcome, "together cells missing")} for outcome in outcomes],
        "differences": [members(fact, "name base new") for fact in comparison.differences],
        "nodes": [node_key(node.key, node.level) | members(node, "level cells verdict ratio ci95")
                  for node in comparison.nodes],
        "explained": [explained_record(comparison, node) for node in comparison.explained],
        "cells": [change.key.record | members(change, "base_us new_us verdict ratio ci95 p")
                  for change in comparison.changes],
        "lost": [key.record for key in comparison.lost],
    })
