# SPDX-License-Identifier: BSD-3-Clause
"""Facts in which the campaigns of a comparison differ."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from read.results import Campaign

# Facts of a campaign and their names. Where these differ, times cannot be compared.
REFUSED = {
    "host": "host",
    "cpu": "processor",
    "machine": "machine",
    "flags": "compiler flags",
    "simulated": "simulated",
    "method": "method",
}
# Differences in these are reported: they may be the object of the comparison.
NOTED = {
    "version": "comops version",
    "compiler": "compiler",
    "runtimes": "libraries",
    "launchers": "launchers",
    "kernel": "kernel",
    "governor": "governor",
    "transparent_hugepages": "transparent huge pages",
    "numa_balancing": "NUMA balancing",
}


class Difference(NamedTuple):
    """A fact that differs, and its values on each side."""

    name: str
    base: list[str]
    new: list[str]
    refused: bool


def fact_text(campaign: Campaign, name: str) -> str:
    """A fact as text; empty where the file lacks it."""
    if name == "method":
        return ", ".join(sorted({key.method for key in campaign.cells}))
    value: Any = campaign.facts.get(name)
    if name == "simulated":
        return "yes" if value is True else "no"
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def values_of(side: Sequence[Campaign], name: str) -> list[str]:
    """The distinct values of a fact; files that lack it are ignored."""
    return sorted({fact_text(campaign, name) for campaign in side} - {""})


def differences_of(base: Sequence[Campaign], new: Sequence[Campaign]) -> list[Difference]:
    """All facts that differ, first those for which a comparison is refused."""
    found = []
    for name, called in (REFUSED | NOTED).items():
        values = values_of(base, name), values_of(new, name)
        if len({*values[0], *values[1]}) > 1:
            found.append(Difference(called, *values, name in REFUSED))
    return found
