# SPDX-License-Identifier: BSD-3-Clause
"""Two sides of campaigns, cell by cell: by how much slower or faster, and with what certainty."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from comparing.effects import LEVEL, Effect, Effects, aligned, effects_of
from comparing.launches import Launches, Moments
from comparing.likeness import Difference, differences_of
from read.fields import CellKey

SLOWER, FASTER, UNCHANGED, UNTESTED = "slower", "faster", "unchanged", "untested"
LOGARITHM_MOST = 700.0
SMALLEST = 0.02  # the smallest change that counts


@dataclass(frozen=True, slots=True)
class Change:
    """One cell: geometric means of its units in microseconds; `ratio` is new / base.

    Where the machine's shift is removed, `ratio` is without it. In an untested cell the values
    from `ratio` on are None.
    """

    key: CellKey
    base_us: float
    new_us: float
    verdict: str
    ratio: float | None = None
    ci95: tuple[float, float] | None = None
    p: float | None = None
    q: float | None = None


@dataclass(frozen=True)
class Comparison:
    """The result of `comops compare`. `changes` are the cells that are valid on both sides."""

    base: Sequence[Launches]
    new: Sequence[Launches]
    differences: list[Difference]
    changes: list[Change]
    effects: Effects
    smallest: float
    only_base: int
    only_new: int
    lost: list[CellKey]

    @property
    def single(self) -> int:
        """How many cells have blocks as units, because one side measured them in one launch."""
        sampled = set().union(*(campaign.sampled for campaign in (*self.base, *self.new)))
        return len(sampled.intersection(change.key for change in self.changes))

    @property
    def machine(self) -> tuple[float, float, float]:
        """New / base over all cells, and its interval; 1 where none was tested."""
        effects = self.effects
        shift, low, high = map(exponential, (effects.shift, *effects.shift_interval))
        return shift, low, high

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(change.verdict for change in self.changes)

    @cached_property
    def changed(self) -> list[Change]:
        return [change for change in self.changes if change.verdict in (SLOWER, FASTER)]


def exponential(logarithm: float) -> float:
    """A ratio or time from its logarithm, finite and not 0 also for the end of a wide interval."""
    return math.exp(max(-LOGARITHM_MOST, min(logarithm, LOGARITHM_MOST)))


def verdict_of(effect: Effect, smallest: float) -> str:
    if abs(effect.effect) <= math.log1p(smallest) or effect.q > LEVEL:
        return UNCHANGED
    return SLOWER if effect.effect > 0 else FASTER


def change_of(
    key: CellKey, base: Moments, new: Moments, effect: Effect | None, smallest: float
) -> Change:
    means = exponential(base.mean), exponential(new.mean)
    if effect is None:
        return Change(key, *means, UNTESTED)
    ratio, low, high = map(exponential, effect[:3])
    verdict = verdict_of(effect, smallest)
    return Change(key, *means, verdict, ratio, (low, high), effect.p, effect.q)


def precision_of(facts: dict[str, Any]) -> float:
    """The precision that a campaign aimed at; 0 where the file does not say."""
    precision = facts.get("precision")
    return precision if isinstance(precision, float) else 0.0


def compare(base: Sequence[Launches], new: Sequence[Launches], absolute: bool) -> Comparison:
    """Compare the campaigns of two sides; `absolute`: without removing the machine's shift."""
    valid = [
        {key for campaign in side for key in campaign.cells.keys() - campaign.invalid}
        for side in (base, new)
    ]
    keys = sorted(valid[0] & valid[1])
    every = [set().union(*(campaign.cells for campaign in side)) for side in (base, new)]
    moments = [aligned([campaign.moments(keys) for campaign in side]) for side in (base, new)]
    effects = effects_of(*moments, absolute)
    smallest = max(SMALLEST, *(precision_of(campaign.facts) for campaign in (*base, *new)))
    rows = zip(keys, *moments, effects.cells, strict=True)
    return Comparison(
        base=base,
        new=new,
        differences=differences_of(base, new),
        changes=[change_of(*row, smallest) for row in rows],
        effects=effects,
        smallest=smallest,
        only_base=len(every[0] - every[1]),
        only_new=len(every[1] - every[0]),
        lost=sorted(valid[0] & every[1] - valid[1]),
    )
