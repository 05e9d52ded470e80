# SPDX-License-Identifier: BSD-3-Clause
"""The cost of memory accesses between cores, a few pairs of each distance (comops/calibration)."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign import library

if TYPE_CHECKING:
    from campaign.planning.machine import Machine

_PAIRS_EACH = 3  # of a distance


class Quantity(NamedTuple):
    """Median and quartiles over places in memory; the unit ends the quantity's name."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Calibrated:
    """`pus`: OS indices of hardware threads; `level`, `distance`: what they have in common;
    `values`: of each of library.probes()."""

    pus: tuple[int, int]
    level: int
    distance: str
    values: list[tuple[float, ...]]

    def quantities(self, pair: bool) -> dict[str, tuple[str, Quantity | None]]:
        """For each quantity of a pair, or of its first core alone, by its name: its meaning and its
        value, None if it was not measured."""
        return {probe["name"]: (probe["meaning"],
                                None if math.isnan(values[0]) else Quantity(*values))
                for probe, values in zip(library.probes(), self.values, strict=True)
                if probe["pair"] == pair}


def _pairs(machine: "Machine") -> list[tuple[tuple[int, int], int, str]]:
    """A hardware thread of each core; the first pairs of each distance."""
    cores = machine.placement("core", machine.cores)
    if cores.refused:
        raise library.Refusal(cores.refused)
    found = machine.localities(list(cores.pus))
    pairs, counts = [], Counter()
    for i, one in enumerate(cores.pus):
        for j, other in list(enumerate(cores.pus))[i + 1 :]:
            level = found.levels[i][j]
            if counts[level] < _PAIRS_EACH:
                counts[level] += 1
                pairs.append(((one, other), level, found.texts[level - 1]))
    if not pairs:
        raise library.Refusal("--calibrate needs two cores")
    return pairs


def calibrate(machine: "Machine") -> list[Calibrated]:
    """Refusal if there are no pairs or one cannot be measured."""
    found = []
    for pus, level, distance in _pairs(machine):
        values = library.calibrate(pus, machine.first_cache, machine.core_cache)
        if values is None:
            raise library.Refusal(f"hardware threads {pus[0]} and {pus[1]} could not be measured")
        found.append(Calibrated(pus, level, distance, values))
    return found


def calibration_record(pairs: list[Calibrated]) -> dict[str, Any]:
    """{core, pairs}: `core` has the quantities of one core alone, an entry of `pairs` those of a
    pair with its pus, level and distance."""

    def records(one: Calibrated, pair: bool) -> dict[str, Any]:
        return {name: value and value._asdict()
                for name, (_, value) in one.quantities(pair=pair).items()}

    return {"core": records(pairs[0], pair=False),
            "pairs": [{"pus": list(one.pus), "level": one.level, "distance": one.distance}
                      | records(one, pair=True) for one in pairs]}
