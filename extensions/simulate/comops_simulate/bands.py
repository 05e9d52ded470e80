# SPDX-License-Identifier: BSD-3-Clause
"""How far a simulated time may be off: what was measured, divided by what was simulated, where the
simulation had not seen it, by the kind of model and machine. The commands that docs/accuracy.md
names print the rows of bands.csv."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from comops.results.campaign import PlatformRecord
from comops_simulate.descriptions.description import Parameter
from comops_simulate.platforms import Platform

NAME = "simulated times of {}: band, {}"
VERDICTS = "verdicts between threads and MPI"
LOW, HIGH = "from", "to"
PATHS = "threads", "mpi"


@dataclass(frozen=True)
class Band:
    """Nine tenths of the cells are within."""

    low: float
    high: float


@cache
def known() -> dict[str, tuple[Band, str]]:
    """By kind, with what it was found from."""
    with Path(__file__).with_name("bands.csv").open(encoding="utf-8", newline="") as rows:
        return {row["kind"]: (Band(float(row["low"]), float(row["high"])),
                              f"{row['cells']} cells: {row['source']}")
                for row in csv.DictReader(rows)}


def parameters_of(platform: Platform, path: str) -> list[Parameter]:
    """What the campaign records of a machine's band for a path, if it is known."""
    kind = f"{path}, {platform.kind}"
    if kind not in known():
        return []
    band, source = known()[kind]
    return [Parameter(NAME.format(path, end), value, "times", f"held out: {source}")
            for end, value in ((LOW, band.low), (HIGH, band.high))]


def bands_of(platform: PlatformRecord) -> dict[str, Band]:
    """By path, as recorded."""
    values = {parameter["name"]: parameter["value"] for parameter in platform.parameters}
    return {path: Band(values[low], values[high]) for path in PATHS
            if (low := NAME.format(path, LOW)) in values
            and (high := NAME.format(path, HIGH)) in values}


def judged(platform: PlatformRecord) -> str | None:
    """How verdicts between threads and MPI are meant; None if there are none."""
    return next((parameter["source"] for parameter in platform.parameters
                 if parameter["name"] == VERDICTS), None)
