# SPDX-License-Identifier: BSD-3-Clause
"""What the commands about one node print: list, show, machine, run, report."""

from comops.results.types import (ANY, COUNT, FLAG, INTEGER, NUMBER, OBJECT, TEXT, Json, answer,
                                  list_of, map_of, object_of, objects, or_null, page,
                                  reference, whole)

KEY = "pattern buffers method consume pages? skew? series_of? memory? op? datatype?"  # of a cell
# Parts of answers, by name; answers, by the command that prints them.
PARTS: dict[str, Json] = {
    "pattern": object_of({
        "name summary completion bytes rate_formula source": TEXT,
        "unit min_ranks messages": INTEGER,
        "empty closed isolated synchronises answers passive reduces computes by_default": FLAG,
        "series_of": or_null(TEXT),
    }),
    "implementation": object_of({
        "protocol pattern summary file": TEXT,
        "family copies crossings crossings_used lines waits": or_null(TEXT),
    }),
    "placement": object_of({
        "name meaning": TEXT,
        "ranks": INTEGER,
        "pus": list_of(INTEGER),
        "where refused": or_null(TEXT),
        "oversubscribed": FLAG,
    }),
    "tested": object_of(
        {
            "pattern path protocol verdict": TEXT,
            "cells launches": COUNT,
            "ratio bound p": NUMBER,
            "ci95": list_of(NUMBER),
        },
        additionalProperties=True,
    ),
    "quantity": or_null(object_of({"median low high": NUMBER})),
    "object": object_of(
        {
            "index os_index? bytes? kind?": INTEGER,
            "type?": TEXT,
            "pus usable_pus?": list_of(INTEGER),
            "usable?": FLAG,
            "memory?": list_of(OBJECT),
            "children?": list_of(reference("object")),
        },
        additionalProperties=True,
    ),
}
ANSWERS: dict[str, Json] = {
    "comops list --json": answer("comops-list/1", {
        "arena": TEXT,
        "patterns": list_of(reference("pattern")),
        "paths": objects({
            "name": TEXT,
            "missing program": or_null(TEXT),
            "launcher": list_of(TEXT),
            "implementations": list_of(reference("implementation")),
            "absent": objects({"protocol patterns reason": TEXT}),
        }),
        "placements": objects({"name meaning": TEXT}),
    }),
    "comops run --against PREFIX --json": answer("comops-against/1", {
        "old": TEXT,
        "status": INTEGER,
        "implementations": list_of(reference("tested")),
        "cells": list_of(reference("tested")),
    }),
    "comops show NAME --json": answer("comops-show/1", {
        "pattern": reference("pattern"),
        "implementations": objects({
            "protocol pattern summary file path": TEXT,
            "family copies crossings crossings_used lines waits": or_null(TEXT),
        }),
        "sources": objects({"file": TEXT, "lines": list_of(TEXT)}),
    }),
    "comops machine --json": answer("comops-machine/1", {
        "summary hwloc": TEXT,
        "here": FLAG,
        "usable_cores usable_pus": INTEGER,
        "packages numa_nodes caches cores": list_of(reference("object")),
        "kinds": list_of(OBJECT),
        "latencies": object_of({"nodes": list_of(INTEGER), "values": list_of(ANY)}),
        "memory": objects({
            "node": INTEGER,
            "attribute unit": TEXT,
            "value": NUMBER,
            "from_pus?": list_of(INTEGER),
        }),
        "tree": reference("object"),
        "placements": list_of(reference("placement")),
        "pairs?": object_of({
            "pus": list_of(INTEGER),
            "latency_us rate_MBps": list_of(list_of(or_null(NUMBER))),
            "distance": list_of(list_of(INTEGER)),
            "distances": list_of(TEXT),
            "tuning": OBJECT,
        }),
        "calibration?": object_of({
            "core": map_of(reference("quantity")),
            "pairs": objects({"pus": list_of(INTEGER), "level?": INTEGER, "distance": TEXT},
                             additionalProperties=True),
        }),
        "limits?": objects({
            "placement": TEXT,
            "pus": list_of(INTEGER),
            "rounds used": INTEGER,
            "handover_ns": NUMBER,
            "times": objects({"way": TEXT, "bytes": INTEGER, "us": NUMBER,
                              "ci95_us": list_of(NUMBER, 2)}),
        }),
    }),
    "comops run --dry-run --json: a line": object_of({
        "pattern path protocol placement memory buffers consume op? datatype? pages? skew?": TEXT,
        "ranks bytes series?": INTEGER,
    }),
    "comops report FILE --format json": answer("comops-report/1", {
        "campaigns": objects({
            "file host machine started version": TEXT, "notes": list_of(TEXT),
            "trust": or_null(object_of({"verdict text": TEXT, "reasons": list_of(TEXT)}))}),
        "comparisons": object_of({"undecided all": COUNT}),
        "verdicts": objects({
            "name title": TEXT,
            "sides": list_of(object_of({"what libraries": TEXT}), 2),
            "rows": objects({
                f"placement {KEY}": TEXT,
                "ranks bytes series?": INTEGER,
                "a b": object_of({"path protocol": TEXT, "time_us": NUMBER}),
                "ratio": or_null(NUMBER),
                "ci95": or_null(list_of(NUMBER, 2)),
                "here": or_null(object_of({
                    "campaigns": INTEGER, "ci95": list_of(NUMBER, 2)})),
                "faster": or_null(TEXT),
            }),
        }),
        "placements": objects({
            f"path protocol {KEY}": TEXT,
            "ranks bytes series?": INTEGER,
            "a b": object_of({"placement": TEXT, "time_us": NUMBER}),
            "ratio": (NUMBER, "time of b / time of a"),
            "ci95": or_null(list_of(NUMBER, 2)),
            "faster": (TEXT, "a placement, equivalent or undecided"),
        }),
        "cells": objects({
            f"placement path protocol mode error file {KEY}": TEXT,
            "ranks bytes series?": INTEGER,
            "valid oversubscribed simulated": FLAG,
            "time_us rate_MBps": or_null(NUMBER),
            "ci95_us": or_null(list_of(NUMBER, 2)),
            "percentiles": or_null(
                map_of(object_of({"us": or_null(NUMBER), "ci95": or_null(list_of(NUMBER, 2))}))
            ),
            "warnings": list_of(TEXT),
        }),
        "reproductions?": objects({
            "item title differs": TEXT,
            "tables": objects({
                "title unit note": TEXT,
                "labels": list_of(TEXT),
                "columns": objects({"origin title": TEXT}),
                "rows": objects({
                    "labels": list_of(TEXT),
                    "values": objects({"value": or_null(NUMBER), "text": TEXT,
                                       "oversubscribed": FLAG}),
                }),
            }),
        }),
    }),
    "comops report FILE --json": page("comops-report-page/1", {
        "campaigns cells invalid": COUNT,
        "verdicts": objects({
            "name": TEXT,
            "counts": (
                map_of(whole(least=1)),
                "how often it says which path is faster, `equivalent` or `undecided`; empty: not "
                "measured",
            ),
        }),
    }),
}
