# SPDX-License-Identifier: BSD-3-Clause
"""The JSON that commands print, as JSON Schema."""

import re

from comops.cli.answers import node
from comops.cli.answers.comparison import COMPARISON, PARTS as COMPARISON_PARTS
from comops.extension import added
from comops.results.types import Json, reference

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def answers_schema(title: str, answers: dict[str, Json], parts: dict[str, Json]) -> Json:
    """One schema of the answers of several commands, by what prints them."""
    named = {re.sub(r"\W+", "_", command): answer | {"title": command}
             for command, answer in answers.items()}
    return {"$schema": DIALECT, "title": title,
            "oneOf": list(map(reference, named)), "$defs": parts | named}


def schemas() -> dict[str, Json]:
    """Name of a file -> its schema."""
    known = {
        "commands.schema.json": answers_schema("What the commands of comops print as JSON",
                                               node.ANSWERS, node.PARTS),
        "compare.schema.json": {
            "$schema": DIALECT, "title": "Output of `comops compare --format json`",
            "description": "Times are microseconds, sizes bytes; a ratio is new / base.",
            **COMPARISON, "$defs": COMPARISON_PARTS},
    }
    for schemas_of in added("schemas"):
        known |= schemas_of()
    return known
