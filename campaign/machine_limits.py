# SPDX-License-Identifier: BSD-3-Clause
"""`comops machine --limits`: how long a message between two ranks takes at least, by size, and when
it is copied by hand (comops/canary/limits.h)."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.handovers import LAUNCHES_LEAST, Handovers, Rounds, distances_of
from analysis.intervals import Interval, median, median_interval
from campaign import library
from campaign.planning.planner import SIZES

if TYPE_CHECKING:
    from campaign.planning.machine import Machine
    from records.topology import Placement

WAYS = ("read", "alone", "both", "alone_past", "both_past")  # as enum limit_way
_COPIED_LEAST = 4096  # what is shorter travels in cache lines, and is not copied by two
_SECONDS = 5.0
_Round = tuple[Handovers, list[dict[int, float]]]  # microseconds by size, of each way


@dataclass(frozen=True)
class Limits:
    """`us`: by way and size, with the interval; of the `used` ones of all `rounds`, in which the
    hand-over took `handover_ns`."""

    placement: "Placement"
    rounds: int
    used: int
    handover_ns: float
    us: dict[str, dict[int, tuple[float, Interval]]]

    @property
    def record(self) -> dict[str, Any]:
        return {"placement": self.placement.name, "pus": list(self.placement.pus),
                "rounds": self.rounds, "used": self.used, "handover_ns": self.handover_ns,
                "times": [{"way": way, "bytes": size, "us": us, "ci95_us": list(ci95)}
                          for way, some in self.us.items() for size, (us, ci95) in some.items()]}


def _asked(values: Any, pus: list[int]) -> Any:
    if values is None:
        raise library.Refusal(f"hardware threads {pus[0]} and {pus[1]} cannot be used")
    return values


def _rounds(pus: list[int], seconds: float) -> Iterator[_Round]:
    """All ways in turn, between two hand-overs."""
    begin, before = time.monotonic(), _asked(library.canary(pus), pus)[0]
    while time.monotonic() - begin < seconds:
        taken = []
        for way in range(len(WAYS)):
            sizes = [size for size in SIZES if way == 0 or size >= _COPIED_LEAST]
            taken.append(dict(zip(sizes, _asked(library.limits(pus, way, sizes), pus),
                                  strict=True)))
        after = _asked(library.canary(pus), pus)[0]
        yield Handovers((before * 1e3,), (after * 1e3,)), taken
        before = after


def limits_of_rounds(placement: "Placement", rounds: list[_Round]) -> Limits:
    """What the rounds of the most frequent distance say. Refusal if they are too few, or if
    anything was read wrong."""
    seen = [one for one, _ in rounds]
    known = Rounds.of(seen, distances_of([ns for one in seen for some in one for ns in some]))
    used = [taken for one, (_, taken) in zip(known.classes, rounds, strict=True)
            if one is not None and one == known.usual]
    if len(used) < LAUNCHES_LEAST:
        raise library.Refusal(f"the cores stayed at one distance in only {len(used)} of "
                              f"{len(rounds)} rounds; repeat it, or see `comops machine --check`")
    if any(math.isnan(us) for taken in used for some in taken for us in some.values()):
        raise library.Refusal("what rank 0 read was not what rank 1 had written")
    found: dict[str, dict[int, tuple[float, Interval]]] = {}
    for at, way in enumerate(WAYS):
        every = {size: [taken[at][size] for taken in used] for size in used[0][at]}
        found[way] = {size: (median(some), median_interval(some) or (0, math.inf))
                      for size, some in every.items()}
    return Limits(placement, len(rounds), len(used), known.ns(known.usual or ())[0], found)


def limits_measure(machine: "Machine", name: str, seconds: float = _SECONDS) -> Limits:
    """Two ranks on a placement. Refusal if they cannot be measured."""
    placement = machine.placement(name, 2)
    if placement.refused:
        raise library.Refusal(f"placement {name} for 2 ranks: {placement.refused}")
    if why := library.canary_open():
        raise library.Refusal(why)
    try:
        return limits_of_rounds(placement, list(_rounds(list(placement.pus), seconds)))
    finally:
        library.canary_close()
