# SPDX-License-Identifier: BSD-3-Clause
"""The JSON that commands print, as JSON Schema."""

import re

from comops.cli.answers import node
from comops_fleet import schemas as fleet
from comops.cli.answers.comparison import COMPARISON, PARTS as COMPARISON_PARTS
from comops.results.types import Json, reference

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _commands() -> Json:
    answers = {re.sub(r"\W+", "_", title): one | {"title": title}
               for title, one in (node.ANSWERS | fleet.ANSWERS).items()}
    return {"$schema": DIALECT, "title": "What the commands of comops print as JSON",
            "oneOf": list(map(reference, answers)), "$defs": node.PARTS | fleet.PARTS | answers}


def schemas() -> dict[str, Json]:
    """Name of a file -> its schema."""
    return {
        "commands.schema.json": _commands(),
        "compare.schema.json": {
            "$schema": DIALECT, "title": "Output of `comops compare --format json`",
            "description": "Times are microseconds, sizes bytes; a ratio is new / base.",
            **COMPARISON, "$defs": COMPARISON_PARTS},
        "fleet-check.schema.json": {
            "$schema": DIALECT, "title": "Output of `comops fleet check --format json`",
            "description": "Effects are fractions: 0.05 is slower by 5 %.",
            **fleet.CHECK, "$defs": fleet.CHECK_PARTS},
    }
