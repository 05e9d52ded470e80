# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine` finds, in words that measuring and reporting have in common."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from comops.results.keys import Interval
from comops.results.topology import Placement


@dataclass(frozen=True)
class Finding:
    """`name`: cores, steal, frequency, smt, clock, faults, huge_pages or others."""

    name: str
    good: bool | None
    values: dict[str, Any]

    @property
    def record(self) -> dict[str, Any]:
        return {"name": self.name, "good": self.good, **self.values}


class Quantity(NamedTuple):
    """Median and quartiles over places in memory; the unit ends the quantity's name."""

    median: float
    low: float
    high: float


Quantities = dict[str, tuple[str, Quantity | None]]  # by name: its meaning; None: not measured


@dataclass(frozen=True)
class Calibrated:
    """`pus`: OS indices of hardware threads; `level`, `distance`: what they have in common;
    `alone`: quantities of the first one's core, `both`: those of the pair."""

    pus: tuple[int, int]
    level: int
    distance: str
    alone: Quantities
    both: Quantities


@dataclass(frozen=True)
class Limits:
    """`us`: by way and size, with the interval; of the `used` ones of all `rounds`, in which the
    hand-over took `handover_ns`."""

    placement: Placement
    rounds: int
    used: int
    handover_ns: float
    us: dict[str, dict[int, tuple[float, Interval]]]

    @property
    def record(self) -> dict[str, Any]:
        return {"placement": self.placement.name, "pus": list(self.placement.pus),
                "rounds": self.rounds, "used": self.used, "handover_ns": self.handover_ns,
                "times": [{"way": way, "bytes": size, "us": us, "ci95_us": list(ci95)}
                          for way, times in self.us.items() for size, (us, ci95) in times.items()]}
