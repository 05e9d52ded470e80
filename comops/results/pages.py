# SPDX-License-Identifier: BSD-3-Clause
"""The schema as a page with a table for each record: docs/records.md.in, in which {NAME} stands for
the table of this name."""

import re
from itertools import groupby
from textwrap import dedent

from comops.common.files import ROOT
from comops.results.campaign import FACTS, TuningRecord
from comops.results.cell import WHERE, CellRecord, DisturbancesRecord, Stamps
from comops.results.conditions import Reason
from comops.results.declared import Declared
from comops.results.findings import FitRecord, PairRecord, VerdictRecord
from comops.results.keys import KEY, LINE
from comops.results.schema import further_kinds, schemas
from comops.results.types import Json, shown

# The members of an object, without those of another one.
TABLES: dict[str, tuple[Json, Json]] = {
    **{name: (schema, {}) for name, schema in schemas().items()},
    "key": (KEY, {}), "facts": (FACTS, {}), "where": (WHERE, {}),
    "tuning": (TuningRecord.SCHEMA, {}), "stamps": (Stamps.SCHEMA, {}),
    "disturbances": (DisturbancesRecord.SCHEMA, {}), "reason": (Reason.SCHEMA, {}),
    "cell": (CellRecord.SCHEMA, KEY),
    "fit": (FitRecord.SCHEMA, LINE), "verdict": (VerdictRecord.SCHEMA, PairRecord.SCHEMA),
}


def records_page() -> str:
    """In Markdown; the kinds of extensions at the end, with what their classes say."""
    text = (ROOT / "docs/records.md.in").read_text(encoding="utf-8")
    core = re.sub(r"(?m)^{(\w+)}\n", lambda match: table(match[1]), text)
    return core + "".join(map(section, further_kinds().values()))


def section(cls: type[Declared]) -> str:
    title, _, text = (cls.__doc__ or cls.KIND).partition("\n")
    return f"\n## {title}\n{dedent(text).rstrip()}\n\n{table(cls.KIND)}"


def table(name: str) -> str:
    """One row for members that follow each other and are alike; ? marks what may be absent."""
    whole, known = TABLES[name]
    needs = whole["required"]
    without = {"record", *known.get("properties", ())}
    members = [(name, what) for name, what in whole["properties"].items() if name not in without]
    rows = ["| key | type | value |", "|---|---|---|"]
    for (needed, what), group in groupby(members, lambda member: (member[0] in needs, member[1])):
        names = " ".join(f"`{name}`" for name, _ in group)
        kind = shown(what) + ("" if needed else " ?")
        rows.append(f"| {names} | {kind} | {what.get('description', '')} |")
    return "\n".join(rows) + "\n"
