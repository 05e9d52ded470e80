# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as one JSON object: docs/compare.schema.json."""

import math
from collections.abc import Sequence
from typing import Any

from analysis.comparing.comparison import LEVEL, VERDICTS, Change, Comparison, exponential
from analysis.comparing.drift import Drift
from analysis.comparing.hierarchy import LEVELS, Node
from analysis.comparing.rules import Outcome
from records.keys import CellKey
from reports.comparison.words import has_drifted
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


def key_record(key: CellKey, level: str = "cell") -> dict[str, Any]:
    """A key as in a results file, without empty parts and what a node of this level lacks."""
    optional = ("series_of", "memory", "op", "datatype", "pages", "skew")
    left_out = {name for name in optional if not getattr(key, name)} | set(LACKS[level])
    left_out |= set() if key.series_of else {"series"}
    return {name: value for name, value in key._asdict().items() if name not in left_out}


def cell_record(change: Change) -> dict[str, Any]:
    names = ("base_us", "new_us", "verdict", "ratio", "ci95", "p")
    return key_record(change.key) | {name: getattr(change, name) for name in names}


def node_record(change: Change) -> dict[str, Any]:
    names = ("level", "cells", "verdict", "ratio", "ci95")
    return key_record(change.key, change.level) | {name: getattr(change, name) for name in names}


def drift_record(drift: Drift) -> dict[str, Any]:
    half = drift.estimate.reach(1 - LEVEL / 2)
    effect = drift.estimate.effect
    return {
        "placement": drift.placement,
        "ranks": drift.ranks,
        "canary": drift.canary,
        "ratio": exponential(effect),
        "ci95": (exponential(effect - half), exponential(effect + half)),
        "drifted": has_drifted(drift),
    }


def place_record(node: Node) -> dict[str, Any]:
    ratio = exponential(node.effect)
    return key_record(node.key, node.level) | {"level": node.level, "ratio": ratio}


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
        "lost": [key_record(key) for key in comparison.lost],
    }
    return json_text(record)
