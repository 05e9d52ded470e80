# SPDX-License-Identifier: BSD-3-Clause
"""What comops fleet and comops history print; comops fleet check has a schema of its own."""

from comops.cli.answers import DIALECT, answers_schema
from comops.results.types import (COUNT, FLAG, INTEGER, NUMBER, TEXT, Json, answer, list_of, map_of,
                                  number, object_of, objects, one_of, or_null, page, reference,
                                  words)

PARTS: dict[str, Json] = {
    "alert": object_of({
        "id since before verdict": TEXT,
        "ratio": NUMBER,
        "nodes": list_of(TEXT),
        "of": INTEGER,
        "changes": objects({"what": TEXT, "cells": INTEGER, "ratio low high": NUMBER}),
        "facts": objects({"name old new": TEXT, "values nodes": INTEGER}),
    })
}
ANSWERS: dict[str, Json] = {
    "comops fleet status DIR --format json, comops fleet run DIR --format json": answer(
        "comops-fleet-status/1", {
            "engine created": TEXT,
            "at_work": FLAG,
            "measured running": list_of(TEXT),
            "waiting not_measured": map_of(TEXT),
        }),
    "comops fleet report DIR --json": page("comops-fleet-page/1", {
        "created": or_null(TEXT),
        "measured not_measured cells": COUNT,
        "odd": (map_of(COUNT), "how many nodes, by kind of verdict"),
    }),
    "comops history add STORE DIR --format json": answer("comops-history-add/1", {
        "store": TEXT,
        "sweeps": objects({"path done": TEXT, "nodes cells": INTEGER}),
    }),
    "comops history check STORE --format json": answer("comops-history-check/1", {
        "sweeps": INTEGER,
        "examined": list_of(TEXT),
        "alerts": list_of(reference("alert")),
        "acknowledged": objects({"id since why": TEXT}),
        "rules": objects({
            "rule": TEXT,
            "outcome": words("holds", "violated", "undecided"),
            "alerts": list_of(TEXT),
        }),
    }),
    "comops history check STORE --alert COMMAND: what COMMAND gets": answer(
        "comops-history-alerts/1", {"store": TEXT, "alerts": list_of(reference("alert"))}),
    "comops history ack STORE ID WHY --format json": answer("comops-history-ack/1", {
        "id since verdict why when": TEXT,
        "nodes": list_of(TEXT),
    }),
    "comops history compact STORE --format json": answer(
        "comops-history-compact/1", {"store": TEXT, "months": INTEGER}),
    'comops history sql STORE "SELECT 1" --format json': answer("comops-history-sql/1", {
        "columns": list_of(TEXT),
        "rows": list_of(list_of(or_null(one_of(TEXT, NUMBER, FLAG)))),
    }),
    "comops history report STORE --json": page(
        "comops-history-page/1", {"sweeps nodes alerts acknowledged": COUNT}),
}

KINDS = ("broken", "misconfigured", "slow", "slow in a family", "noisy")
CHECK_PARTS: dict[str, Json] = {
    "value": {"type": ["string", "number"]},
    "cell": {
        "type": "object",
        "required": ["pattern", "path", "protocol", "placement", "ranks", "bytes"],
        "description": "the key of a cell as in a results file",
    },
}
CHECK = answer("comops-fleet-check/1", {
    "directory": (TEXT, "the folder of the sweep"),
    "created": (or_null(TEXT), "when the sweep was planned, UTC"),
    "measured": (COUNT, "nodes with a results file"),
    "odd": (map_of(list_of(TEXT)) | {"propertyNames": words(*KINDS), "required": list(KINDS)},
            "by verdict the names of the odd nodes"),
    "verdicts": (objects({
        "node": TEXT,
        "verdict": words(*KINDS),
        "effect?": (NUMBER, "slower by; of a noisy node, the scatter of its cells"),
        "ci95?": list_of(NUMBER, 2),
        "usual?": (NUMBER, "of a noisy node: the scatter of its stratum"),
        "p?": (number("", minimum=0, maximum=1), "that a good node differs by so much"),
        "family?": (TEXT, "the slow cells"),
        "outside?": (NUMBER, "by how much all other cells are slower"),
        "reason?": (TEXT, "of a broken node: what its results file or its log says"),
        "also?": (list_of(TEXT), "other families in which the node is slow"),
        "cells?": (list_of(reference("cell")), "of a broken node: those without a result"),
        "differences": (objects({
            "fact": TEXT,
            "value usual": reference("value"),
            "alike": (COUNT, "nodes with the usual value"),
            "of": (COUNT, "nodes that have the fact"),
        }), "all facts of the node that differ; a temperature or a throttle count may explain the "
            "rest"),
        "command": (TEXT, "measures the node again"),
    }), "the worst kind first, then the largest effect; a node may have several"),
    "strata": (objects({
        "name": TEXT,
        "nodes": COUNT,
        "seen": (or_null(NUMBER), "a single node that is slower by this is found in 4 of 5 sweeps; "
                 "null: no node can be judged"),
        "splits": (objects({
            "fact": TEXT,
            "values": list_of({"type": "array", "prefixItems": [reference("value"), COUNT],
                               "minItems": 2, "maxItems": 2}),
        }), "facts without a usual value, with their most frequent values"),
    }), "nodes that were compared with each other, the largest stratum first"),
    "not_compared": (map_of(TEXT), "measured nodes whose speed was not judged"),
    "not_measured": map_of(TEXT),
    "notes": (objects({
        "node": TEXT,
        "cell": reference("cell"),
        "effect": NUMBER,
        "score": (NUMBER, "the same in robust standard deviations of that cell over the nodes"),
    }), "single slow cells of nodes that are not odd, the most unusual first"),
})


def schemas() -> dict[str, Json]:
    return {
        "fleet.schema.json": answers_schema(
            "What comops fleet and comops history print as JSON", ANSWERS, PARTS),
        "fleet-check.schema.json": {
            "$schema": DIALECT, "title": "Output of `comops fleet check --format json`",
            "description": "Effects are fractions: 0.05 is slower by 5 %.",
            **CHECK, "$defs": CHECK_PARTS},
    }
