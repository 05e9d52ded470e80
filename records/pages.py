# SPDX-License-Identifier: BSD-3-Clause
"""Prints the schema: as JSON Schema, and as the tables of docs/results-file.md."""

import argparse
import json
import re
from itertools import groupby
from pathlib import Path

from records.schema import TABLES, json_schema
from records.types import shown

PAGE = Path(__file__).resolve().parents[1] / "docs/results-file.md"
TABLE = re.compile(r"<!-- members of (\w+) -->\n(?:\|.*\n)*")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m records.schema", description=__doc__)
    forms = parser.add_mutually_exclusive_group(required=True)
    forms.add_argument("--json", action="store_true", help="the JSON Schema of a line")
    forms.add_argument("--markdown", action="store_true", help="docs/results-file.md")
    if parser.parse_args().json:
        print(json.dumps(json_schema(), indent=1))
    else:
        print(page(PAGE.read_text(encoding="utf-8")), end="")


def page(text: str) -> str:
    """The page, each of its tables made anew."""
    return TABLE.sub(lambda found: f"<!-- members of {found[1]} -->\n{table(found[1])}", text)


def table(name: str) -> str:
    """One row for members that follow each other and are alike; ? marks what may be absent."""
    whole, known = TABLES[name]
    needs = whole["required"]
    without = {"record", *(known["properties"] if known else ())}
    members = [(one, what) for one, what in whole["properties"].items() if one not in without]
    rows = ["| key | type | value |", "|---|---|---|"]
    for (needed, what), group in groupby(members, lambda one: (one[0] in needs, one[1])):
        names = " ".join(f"`{one}`" for one, _ in group)
        kind = shown(what) + ("" if needed else " ?")
        rows.append(f"| {names} | {kind} | {what.get('description', '')} |")
    return "\n".join(rows) + "\n"
