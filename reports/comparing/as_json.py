# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as one JSON object: docs/compare.schema.json."""

from dataclasses import fields
from typing import Any

from comparing.comparison import FASTER, SLOWER, UNCHANGED, UNTESTED, Change, Comparison
from comparing.words import Failed
from read.fields import CellKey
from words.escape import json_text

SCHEMA = "comops-compare/1"


def key_record(key: CellKey) -> dict[str, Any]:
    """A key as in a results file, without empty parts."""
    optional = ("series_of", "series", "memory", "op", "datatype")
    left_out = {name for name in optional if not getattr(key, name)}
    return {name: value for name, value in key._asdict().items() if name not in left_out}


def cell_record(change: Change) -> dict[str, Any]:
    values = {one.name: getattr(change, one.name) for one in fields(change) if one.name != "key"}
    return key_record(change.key) | values


def machine_record(comparison: Comparison) -> dict[str, Any]:
    """The change over all cells; null where no cell was tested."""
    ratio, low, high = comparison.machine
    known = comparison.effects.tested > 0
    return {
        "ratio": ratio if known else None,
        "ci95": (low, high) if known else None,
        "taken_out": comparison.effects.shifted,
        "state": comparison.effects.state,
        "spread": comparison.effects.spread,
    }


def comparison_json(comparison: Comparison, failed: Failed) -> str:
    counts = comparison.counts
    record = {
        "schema": SCHEMA,
        "base": [str(campaign.file) for campaign in comparison.base],
        "new": [str(campaign.file) for campaign in comparison.new],
        "smallest": comparison.smallest,
        "machine": machine_record(comparison),
        "summary": {
            "compared": len(comparison.changes),
            **{name: counts[name] for name in (SLOWER, FASTER, UNCHANGED, UNTESTED)},
            "only_base": comparison.only_base,
            "only_new": comparison.only_new,
            "lost": len(comparison.lost),
            "single_launch": comparison.single,
        },
        "rules": [{"rule": rule, "cells": count} for rule, count in failed],
        "differences": [
            {"name": one.name, "base": one.base, "new": one.new} for one in comparison.differences
        ],
        "cells": [cell_record(change) for change in comparison.changes],
        "lost": [key_record(key) for key in comparison.lost],
    }
    return json_text(record)
