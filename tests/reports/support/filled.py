# SPDX-License-Identifier: BSD-3-Clause
"""Records with every member that the schema wants: dull values for what a test leaves out."""

from dataclasses import replace
from typing import Any

from comops.common.catalogue import PATTERNS
from comops.results.campaign import CampaignRecord
from comops.results.check import missing
from comops.results.schema import json_schema, schemas
from comops.statistics.decisions import decision_of

RECORDS = schemas()
DEFINED = json_schema()["$defs"]


def dull(what: dict[str, Any]) -> Any:
    """A value of a type of the schema."""
    if "$ref" in what:
        what = DEFINED[what["$ref"].rpartition("/")[2]]
    if "oneOf" in what or isinstance(what.get("type"), list):
        return None
    if "const" in what or "enum" in what:
        return what["const"] if "const" in what else what["enum"][0]
    plain = {"string": "text", "boolean": False, "integer": max(what.get("minimum", 0), 0),
             "number": 1.0, "array": [], "object": {}}[what["type"]]
    if what["type"] == "array" and what.get("minItems"):
        return [dull(what["items"])] * what["minItems"]
    return whole(what, plain) if what["type"] == "object" else plain


def whole(what: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """An object with all that it needs."""
    known = what.get("properties", {})
    inner = {name: whole(known[name], part) for name, part in value.items()
             if isinstance(part, dict) and "properties" in known.get(name, {})}
    return value | inner | {name: dull(known[name]) for name in missing(what, value)}


def first_record(**members: Any) -> CampaignRecord:
    """The first record of a file, with these attributes."""
    return replace(CampaignRecord.from_json(whole(CampaignRecord.SCHEMA, {})), **members)


def key(value: dict[str, Any]) -> dict[str, Any]:
    """A whole key: a reduction names what it combines."""
    reduces = PATTERNS.get(str(value.get("pattern")), {}).get("reduces")
    return {"op": "max", "datatype": "double"} | value if reduces else value


def filled(record: Any) -> Any:
    """A record of a known kind; others are unchanged. Without a time it is the median, without a
    decision what its interval says."""
    what = RECORDS.get(record.get("record")) if isinstance(record, dict) else None
    if not what:
        return record
    record = {name: whole(DEFINED[known["$ref"].rpartition("/")[2]], key(value))
              if "$ref" in known and isinstance(value, dict) else value
              for name, value in record.items()
              for known in [what["properties"].get(name, {})]}
    if record["record"] == "cell" and record.get("valid") and "median_us" in record:
        record = {"time_us": record["median_us"], "consume": "no", "ci95_us": None} | record
    if "ratio" in record and "ci90" not in record:
        record |= {"ci90": record["ci95"]}
    if "ratio" in record and "decision" not in record:
        record |= {"decision": decision_of(record["ci95"], record["ci95"])}
    return whole(what, key(record))
