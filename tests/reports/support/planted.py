# SPDX-License-Identifier: BSD-3-Clause
"""Records in which every string of the results file's schema is one hostile text."""

from typing import Any

from example import Record
from comops.results.schema import json_schema

KINDS = json_schema()["$defs"]
HOSTILE = (
    "=cmd|' /C calc'!A0;=1+1 </script><script>struck</script><struck onerror=x> {{7*7}} "
    "|`a`| @all [x](http://y)\x1b[2J\x9b2J\u202e\x00\n# heading"
)
NUMBER, COUNT, ITEMS = 1.5, 2, 2
# A thread that the tree of a machine needs.
THREAD = {"type": "hardware thread", "index": 2, "os_index": 2}


def kind_of(node: Record) -> str:
    kind = node.get("type", "string")
    return kind if isinstance(kind, str) else next(name for name in kind if name != "null")


def object_of(node: Record) -> Record:
    made = {name: value_of(part) for name, part in node.get("properties", {}).items()}
    if isinstance(node.get("additionalProperties"), dict):
        made[HOSTILE] = value_of(node["additionalProperties"])
    return made


def value_of(node: Record) -> Any:
    """A value of a schema: each property present, each string and open name HOSTILE."""
    if node.get("$ref") == "#/$defs/part":
        return {"type": HOSTILE, "index": 2, "memory": [{"index": 2}], "children": [THREAD]}
    if "$ref" in node:
        return value_of(KINDS[node["$ref"].rpartition("/")[2]])
    if "const" in node:
        return node["const"]
    if "oneOf" in node:
        return value_of(node["oneOf"][-1])
    if None in node.get("enum", ()):
        return None
    kind = kind_of(node)
    if kind == "array":
        count = node.get("minItems", min(ITEMS, node.get("maxItems", ITEMS)))
        return [value_of(node["items"])] * count
    count = max(COUNT, node.get("minimum", 0))
    made = {"integer": count, "number": NUMBER, "boolean": True, "string": HOSTILE}
    return object_of(node) if kind == "object" else made[kind]


def campaign(time: float = NUMBER) -> list[Record]:
    """Two paths that were compared, their fits and their crossover, a lost cell, and a cell on
    another placement."""
    launches = {"launch_us": [time, time], "launch_numbers": [1, 2]}
    cells = [value_of(KINDS["cell"]) | launches for _ in range(3)]
    ours, theirs, lost = cells
    theirs["path"] = lost["path"] = f"{HOSTILE}@other"
    lost |= {"valid": False, "bytes": 8}
    pair, crossover = (value_of(KINDS[name]) for name in ("pair", "crossover"))
    pair["b"]["path"] = crossover["b"]["path"] = theirs["path"]
    crossover["below"], pair["decision"] = "a", "faster"
    facts = value_of(KINDS["campaign"]) | {"precision": 0.01}
    del facts["reproduces"]  # whose items are all that is shown
    verdict = value_of(KINDS["verdict"]) | pair | {"record": "verdict", "verdict": "best"}
    placed = value_of(KINDS["placement_ratio"])
    elsewhere = cells[0] | {"placement": f"{HOSTILE}@elsewhere"}
    placed["b"]["placement"], placed["decision"] = elsewhere["placement"], "faster"
    canaries = [value_of(KINDS["canary"]) | {"launch": launch} for launch in (1, 2)]
    return [facts, *canaries, *cells, elsewhere, pair, verdict, placed, value_of(KINDS["fit"]),
            crossover]
