# SPDX-License-Identifier: BSD-3-Clause
"""The simulated machines that a campaign records."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Simulated:
    """`parameters`: name, value with its unit, source."""

    name: str
    description: str
    engine: str
    parameters: tuple[tuple[str, str, str], ...]


def parameter_of(record: Any) -> tuple[str, str, str] | None:
    if not isinstance(record, dict):
        return None
    value = record.get("value")
    shown = f"{value:.6g}" if isinstance(value, int | float) else str(value)
    unit = str(record.get("unit") or "")
    return str(record.get("name")), f"{shown} {unit}".strip(), str(record.get("source"))


def machines_of(facts: dict[str, Any]) -> list[Simulated]:
    """None in a measured campaign; what is no machine is left out."""
    if facts.get("simulated") is not True:
        return []
    records = facts.get("platforms", [facts.get("platform")])  # older files have one
    engine = str(facts.get("engine") or "smpi")
    return [
        Simulated(str(one.get("name")), str(one.get("description")), engine,
                  tuple(filter(None, map(parameter_of, parameters))))
        for one in (records if isinstance(records, list) else [])
        if isinstance(one, dict)
        and isinstance(parameters := one.get("parameters"), list)
    ]
