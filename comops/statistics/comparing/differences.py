# SPDX-License-Identifier: BSD-3-Clause
"""Facts in which the campaigns of a comparison differ."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from comops.results.read import Campaign

# Facts of a campaign and their names. Where these differ, it is another machine.
MACHINES = {"host": "host", "cpu": "processor", "machine": "machine"}
# Where these differ, times mean something else.
REFUSED = {
    "flags": "compiler flags",
    "simulated": "simulated",
    "method": "method",
    "consume": "consumption of the data",
    "vectors": "vectors of the code that reads and reduces data",
}
ENVIRONMENT = "environment"  # begins the names of variables that differ
# Differences in these are reported: they may be the object of the comparison.
NOTED = {
    "version": "comops version",
    "compiler": "compiler",
    "runtimes": "libraries",
    "loaded": "content of library",
    "launchers": "launchers",
    "environment": ENVIRONMENT,
    "kernel": "kernel",
    "governor": "governor",
    "transparent_hugepages": "transparent huge pages",
    "numa_balancing": "NUMA balancing",
}
UNSET = "not set"
DIGITS = 12  # of a hash: as many as tell two files apart
# Where libraries are searched; those that were loaded are compared instead.
SEARCHED = "LD_LIBRARY_PATH"


class Difference(NamedTuple):
    """A fact that differs, and its values on each side.

    `needs` is the option without which such campaigns are not compared; empty for none.
    """

    name: str
    base: list[str]
    new: list[str]
    needs: str


def texts_of(value: Any, at: str = "") -> dict[str, str]:
    """A fact as texts without any JSON: several, by name, of an object."""
    if isinstance(value, dict):
        parts = (texts_of(member, f"{at} {name}".strip()) for name, member in value.items())
        return {name: text for part in parts for name, text in part.items()}
    if isinstance(value, list):
        value = " ".join(map(str, value))
    return {} if value is None or value == "" else {at: str(value)}


def variables_of(environment: dict[str, str]) -> dict[str, str]:
    """The variables of a campaign that are compared."""
    return {name: value for name, value in environment.items() if name != SEARCHED}


def fact_texts(campaign: Campaign, name: str) -> dict[str, str]:
    """A fact of the campaign, or what its cells have in common; empty if the file lacks it."""
    if name in ("method", "consume"):
        values = {getattr(key, name) for key in campaign.cells}
        return {"": ", ".join(sorted(values))}
    value = getattr(campaign.record, name)
    if name == "simulated":
        return {"": "yes" if value else "no"}
    if name == "environment":
        return variables_of(value or {})
    texts = texts_of(value)
    return {at: text[:DIGITS] for at, text in texts.items()} if name == "loaded" else texts


def values_of(side: Sequence[Campaign], name: str, part: str) -> list[str]:
    """The distinct values of a part of a fact; files that lack it are ignored."""
    texts = {fact_texts(campaign, name).get(
        part, UNSET if name == "environment" and campaign.record.environment is not None else "")
        for campaign in side}
    return sorted(texts - {""})


def parts_of(campaigns: Sequence[Campaign], name: str) -> list[str]:
    return sorted({part for campaign in campaigns for part in fact_texts(campaign, name)})


def differences_of(base: Sequence[Campaign], new: Sequence[Campaign]) -> list[Difference]:
    """All facts that differ, first those for which a comparison is refused."""
    differences = []
    for name, called in (MACHINES | REFUSED | NOTED).items():
        needs = "--machines" if name in MACHINES else "--anyway" if name in REFUSED else ""
        for part in parts_of([*base, *new], name):
            values = values_of(base, name, part), values_of(new, name, part)
            if len({*values[0], *values[1]}) > 1:
                title = f"{called} ({part})" if part else called
                differences.append(Difference(title, *values, needs))
    return differences
