# SPDX-License-Identifier: BSD-3-Clause
"""What comops peers prints."""

from comops.cli.answers import answers_schema
from comops.results.types import (ANY, INTEGER, NUMBER, OBJECT, TEXT, Json, answer, list_of, map_of,
                                  object_of, objects, one_of, or_null)

ANSWERS: dict[str, Json] = {
    "comops peers -o -": answer("comops-peers/1", {
        "head": object_of({
            "trust machine kernel python date command placement": TEXT,
            "ranks": INTEGER,
            "hardware_threads": ANY,
            "runtimes": map_of(TEXT),
            "settings": map_of(map_of(TEXT)),
            "tuning": list_of(OBJECT),
        }),
        "sections": objects({
            "title": TEXT,
            "columns notes": list_of(TEXT),
            "rows": list_of(map_of(or_null(one_of(
                TEXT, NUMBER, object_of({"value": NUMBER, "ci95": or_null(list_of(NUMBER, 2))}))))),
        }),
        "notes": list_of(TEXT),
    }),
}


def schemas() -> dict[str, Json]:
    return {"peers.schema.json": answers_schema("What comops peers prints as JSON", ANSWERS, {})}
