# SPDX-License-Identifier: BSD-3-Clause
"""Every kind of record of a results file. A build makes a page (results/pages.py) and a JSON Schema
of it; `python3 -m comops.results.schema` prints the schema of a line."""

import json
from functools import cache
from pkgutil import resolve_name

from comops.extension import extensions
from comops.results.campaign import SCHEMA, CampaignRecord
from comops.results.cell import CellRecord
from comops.results.conditions import (AccountRecord, CanaryRecord, EndRecord, RoundsRecord,
                                       TrustRecord)
from comops.results.declared import Declared
from comops.results.findings import (CrossoverRecord, FitRecord, HereRecord, PairRecord,
                                     PlacementRatio, PooledRecord, VerdictRecord)
from comops.results.keys import KEY, LINE
from comops.results.topology import PART
from comops.results.types import Json, reference

KINDS: dict[str, type[Declared]] = {cls.KIND: cls for cls in (
    CampaignRecord, CellRecord, PairRecord, VerdictRecord, PooledRecord, HereRecord, PlacementRatio,
    FitRecord, CrossoverRecord, CanaryRecord, AccountRecord, TrustRecord, RoundsRecord, EndRecord)}


@cache
def further_kinds() -> dict[str, type[Declared]]:
    """The kinds that extensions add, looked up when a file has a record that the core lacks."""
    classes = (resolve_name(name) for extension in extensions() for name in extension.records)
    return {cls.KIND: cls for cls in classes}


def kind_of(name: str) -> type[Declared] | None:
    """The class of a record; None of a kind that is not known here."""
    return KINDS.get(name) or further_kinds().get(name)


def schemas() -> dict[str, Json]:
    """The types of all records, by kind."""
    return {name: cls.SCHEMA for name, cls in (KINDS | further_kinds()).items()}


def json_schema() -> Json:
    """JSON Schema of one line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One line of a COMOPS results file (schema {SCHEMA})",
        "description": "JSON Lines: each line is one of these. Times are microseconds per run, "
                       "sizes bytes, rates 10^6 bytes/s. docs/results-file.md explains.",
        "oneOf": [reference(name) for name in schemas()],
        "$defs": {"key": KEY, "line": LINE, "part": PART} | schemas(),
    }


if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=1))
