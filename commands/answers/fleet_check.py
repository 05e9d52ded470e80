# SPDX-License-Identifier: BSD-3-Clause
"""What comops fleet check prints."""

from records.types import (
    COUNT, NUMBER, TEXT, Json, exactly, list_of, map_of, number, object_of, or_null, reference,
    words,
)

KINDS = ("broken", "misconfigured", "slow", "slow in a family", "noisy")
PARTS: dict[str, Json] = {
    "value": {"type": ["string", "number"]},
    "cell": {
        "type": "object",
        "required": ["pattern", "path", "protocol", "placement", "ranks", "bytes"],
        "description": "the key of a cell as in a results file",
    },
}
CHECK = object_of({
    "schema": exactly("comops-fleet-check/1"),
    "directory": (TEXT, "the folder of the sweep"),
    "created": (or_null(TEXT), "when the sweep was planned, UTC"),
    "measured": (COUNT, "nodes with a results file"),
    "odd": (
        map_of(list_of(TEXT)) | {"propertyNames": words(*KINDS), "required": list(KINDS)},
        "by verdict the names of the odd nodes",
    ),
    "verdicts": (
        list_of(
            object_of({
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
                "differences": (
                    list_of(
                        object_of({
                            "fact": TEXT,
                            "value usual": reference("value"),
                            "alike": (COUNT, "nodes with the usual value"),
                            "of": (COUNT, "nodes that have the fact"),
                        })
                    ),
                    "all facts of the node that differ; a temperature or a throttle count may "
                    "explain the rest",
                ),
                "command": (TEXT, "measures the node again"),
            })
        ),
        "the worst kind first, then the largest effect; a node may have several",
    ),
    "strata": (
        list_of(
            object_of({
                "name": TEXT,
                "nodes": COUNT,
                "seen": (
                    or_null(NUMBER),
                    "a single node that is slower by this is found in 4 of 5 sweeps; null: no "
                    "node can be judged",
                ),
                "splits": (
                    list_of(
                        object_of({
                            "fact": TEXT,
                            "values": list_of({
                                "type": "array",
                                "prefixItems": [reference("value"), COUNT],
                                "minItems": 2,
                                "maxItems": 2,
                            }),
                        })
                    ),
                    "facts without a usual value, with their most frequent values",
                ),
            })
        ),
        "nodes that were compared with each other, the largest stratum first",
    ),
    "not_compared": (map_of(TEXT), "measured nodes whose speed was not judged"),
    "not_measured": map_of(TEXT),
    "notes": (
        list_of(
            object_of({
                "node": TEXT,
                "cell": reference("cell"),
                "effect": NUMBER,
                "score": (
                    NUMBER,
                    "the same in robust standard deviations of that cell over the nodes",
                ),
            })
        ),
        "single slow cells of nodes that are not odd, the most unusual first",
    ),
})
