# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as one JSON object: commands/answers/comparison.py."""

import math
from collections.abc import Sequence
from typing import Any

from analysis.comparing.comparison import VERDICTS, Change, Comparison, exponential
from analysis.comparing.drift import Drift
from analysis.comparing.hierarchy import LEVELS, Node
from analysis.comparing.rules import Outcome
from records.keys import CellKey
from reports.comparison.words import drift_factors, has_drifted
from reports.words.escape import json_text

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


def comparison_json(comparison: Comparison, outcomes: Sequence[Outcome]) -> str:
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
