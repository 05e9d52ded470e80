# SPDX-License-Identifier: BSD-3-Clause
"""What comops fleet and comops history print."""

from records.types import (
    COUNT, FLAG, INTEGER, NUMBER, TEXT, Json, exactly, list_of, map_of, object_of, one_of,
    or_null, reference, whole, words,
)

PARTS: dict[str, Json] = {
    "alert": object_of({
        "id since before verdict": TEXT,
        "ratio": NUMBER,
        "nodes": list_of(TEXT),
        "of": INTEGER,
        "changes": list_of(object_of({"what": TEXT, "cells": INTEGER, "ratio low high": NUMBER})),
        "facts": list_of(object_of({"name old new": TEXT, "values nodes": INTEGER})),
    })
}
ANSWERS: dict[str, Json] = {
    "comops fleet status DIR --format json, comops fleet run DIR --format json": object_of({
        "schema": exactly("comops-fleet-status/1"),
        "engine created": TEXT,
        "at_work": FLAG,
        "measured running": list_of(TEXT),
        "waiting not_measured": map_of(TEXT),
    }),
    "comops fleet report DIR --json": object_of({
        "schema": exactly("comops-fleet-page/1"),
        "file": (TEXT, "the page"),
        "bytes": whole(least=1),
        "created": or_null(TEXT),
        "measured not_measured cells": COUNT,
        "odd": (map_of(COUNT), "how many nodes, by kind of verdict"),
    }),
    "comops history add STORE DIR --format json": object_of({
        "schema": exactly("comops-history-add/1"),
        "store": TEXT,
        "sweeps": list_of(object_of({"path done": TEXT, "nodes cells": INTEGER})),
    }),
    "comops history check STORE --format json": object_of({
        "schema": exactly("comops-history-check/1"),
        "sweeps": INTEGER,
        "examined": list_of(TEXT),
        "alerts": list_of(reference("alert")),
        "acknowledged": list_of(object_of({"id since why": TEXT})),
        "rules": list_of(
            object_of({
                "rule": TEXT,
                "outcome": words("holds", "violated", "undecided"),
                "alerts": list_of(TEXT),
            })
        ),
    }),
    "comops history check STORE --alert COMMAND: what COMMAND gets": object_of({
        "schema": exactly("comops-history-alerts/1"),
        "store": TEXT,
        "alerts": list_of(reference("alert")),
    }),
    "comops history ack STORE ID WHY --format json": object_of({
        "schema": exactly("comops-history-ack/1"),
        "id since verdict why when": TEXT,
        "nodes": list_of(TEXT),
    }),
    "comops history compact STORE --format json": object_of({
        "schema": exactly("comops-history-compact/1"),
        "store": TEXT,
        "months": INTEGER,
    }),
    'comops history sql STORE "SELECT 1" --format json': object_of({
        "schema": exactly("comops-history-sql/1"),
        "columns": list_of(TEXT),
        "rows": list_of(list_of(or_null(one_of(TEXT, NUMBER, FLAG)))),
    }),
    "comops history report STORE --json": object_of({
        "schema": exactly("comops-history-page/1"),
        "file": (TEXT, "the page"),
        "bytes": whole(least=1),
        "sweeps nodes alerts acknowledged": COUNT,
    }),
}
