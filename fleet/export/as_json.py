# SPDX-License-Identifier: BSD-3-Clause
"""A check as one JSON object: docs/fleet-check.schema.json."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from fleet.check.judge import Check
from fleet.check.verdicts import KINDS, Note, Verdict
from fleet.export.phrases import again_text
from reports.words.escape import json_text

SCHEMA = "comops-fleet-check/1"
PAGE_SCHEMA = "comops-fleet-page/1"


def verdict_record(check: Check, folder: Path, one: Verdict) -> dict[str, Any]:
    name = check.sweep.nodes[one.node]
    optional = {"effect": one.effect, "ci95": one.ci95, "usual": one.usual, "p": one.p,
                "family": one.family, "also": one.also,
                "cells": [check.sweep.cells[at] for at in one.cells]}
    return {
        "node": name,
        "verdict": one.kind,
        **{key: value for key, value in optional.items() if value not in (None, "", [])},
        "differences": [asdict(difference) for difference in one.differences],
        "command": again_text(check, folder, [name]),
    }


def note_record(check: Check, one: Note) -> dict[str, Any]:
    return {"node": check.sweep.nodes[one.node], "cell": check.sweep.cells[one.cell],
            "effect": one.effect, "score": one.score}


def stratum_records(check: Check) -> list[dict[str, Any]]:
    return [
        {"name": stratum.name, "nodes": len(stratum.nodes), "seen": seen,
         "splits": [{"fact": one.fact, "values": [[value, count] for value, count in one.values]}
                    for one in splits]}
        for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits, strict=True)
    ]


def odd_nodes(check: Check) -> dict[str, list[str]]:
    """By the kind of verdict."""
    nodes = check.sweep.nodes
    return {kind: sorted({nodes[one.node] for one in check.verdicts if one.kind == kind})
            for kind in KINDS}


def page_contents(check: Check) -> dict[str, Any]:
    """What the page of a sweep is about: docs/commands.schema.json."""
    return {
        "schema": PAGE_SCHEMA,
        "created": check.sweep.plan.get("created"),
        "measured": len(check.sweep.nodes),
        "not_measured": len(check.sweep.unmeasured),
        "cells": len(check.sweep.cells),
        "odd": {kind: len(nodes) for kind, nodes in odd_nodes(check).items()},
    }


def check_json(check: Check, folder: Path) -> str:
    sweep = check.sweep
    return json_text({
        "schema": SCHEMA,
        "directory": str(folder),
        "created": sweep.plan.get("created"),
        "measured": len(sweep.nodes),
        "odd": odd_nodes(check),
        "verdicts": [verdict_record(check, folder, one) for one in check.verdicts],
        "strata": stratum_records(check),
        "not_compared": {sweep.nodes[node]: why for node, why in check.unjudged.items()},
        "not_measured": sweep.unmeasured,
        "notes": [note_record(check, one) for one in check.notes],
    })
