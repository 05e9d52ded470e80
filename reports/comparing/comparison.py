# SPDX-License-Identifier: BSD-3-Clause
"""Two sides of campaigns, cell by cell: how much slower or faster, and how sure that is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from comparing.effects import LEVEL, Effects, aligned, effects_of
from comparing.launches import Launches
from comparing.likeness import Difference, differences_of
from read.results import CellKey

SLOWER, FASTER, UNCHANGED, UNTESTED = "slower", "faster", "unchanged", "untested"
SMALLEST = 0.02  # the least change worth a word


@dataclass(frozen=True, slots=True)
class Change:
    """One cell: geometric means of its units in microseconds; `ratio` is new / base.

    Where the machine's shift is taken out, `ratio` is without it. Of an untested cell the values
    from `ratio` on are None.
    """

    key: CellKey
    base_us: float
    new_us: float
    verdict: str
    ratio: float | None
    ci95: tuple[float, float] | None
    p: float | None
    q: float | None


@dataclass(frozen=True)
class Comparison:
    """What `comops compare` says. `keys` are the cells that are valid on both sides."""

    base: Sequence[Launches]
    new: Sequence[Launches]
    differences: list[Difference]
    keys: list[CellKey]
    effects: Effects
    smallest: float
    only_base: int
    only_new: int
    lost: list[CellKey]

    @property
    def single(self) -> int:
        """How many cells have blocks for units, because a side measured them in one launch."""
        sampled = set().union(*(campaign.sampled for campaign in (*self.base, *self.new)))
        return len(sampled.intersection(self.keys))

    @property
    def machine(self) -> tuple[float, float, float]:
        """New / base over all cells, and its interval; NaN where none could be tested."""
        shift = self.effects.shift, *self.effects.shift_interval
        return tuple(np.exp(shift).tolist())

    @cached_property
    def verdicts(self) -> list[str]:
        """Of each cell."""
        effects = self.effects
        far = np.abs(effects.effect) > np.log1p(self.smallest)
        changed = effects.tested & far & (effects.q <= LEVEL)
        names = np.where(effects.effect > 0, SLOWER, FASTER)
        names = np.where(changed, names, np.where(effects.tested, UNCHANGED, UNTESTED))
        return names.tolist()

    @cached_property
    def counts(self) -> Counter:
        """How many cells have each verdict."""
        return Counter(self.verdicts)

    @property
    def changes(self) -> Iterator[Change]:
        """All cells, in the order of the keys."""
        effects = self.effects
        parts = (effects.effect, effects.low, effects.high)
        ratios = [np.exp(part).tolist() for part in (effects.base, effects.new, *parts)]
        chances = effects.p.tolist(), effects.q.tolist()
        rows = zip(self.keys, self.verdicts, *ratios, *chances, strict=True)
        for key, verdict, base, new, ratio, low, high, p, q in rows:
            if verdict == UNTESTED:
                yield Change(key, base, new, verdict, None, None, None, None)
            else:
                yield Change(key, base, new, verdict, ratio, (low, high), p, q)

    @cached_property
    def changed(self) -> list[Change]:
        """The cells that became slower or faster."""
        return [change for change in self.changes if change.verdict in (SLOWER, FASTER)]


def files_of(argument: str) -> list[Path]:
    """The files of one side: one, or several joined by commas."""
    return [Path(argument)] if Path(argument).exists() else list(map(Path, argument.split(",")))


def compare(base: Sequence[Launches], new: Sequence[Launches], absolute: bool) -> Comparison:
    """Compare the campaigns of two sides. `absolute`: what the machine changed stays in."""
    sides = [
        {key for campaign in side for key in campaign.cells.keys() - campaign.invalid}
        for side in (base, new)
    ]
    keys = sorted(sides[0] & sides[1])
    every = [set().union(*(campaign.cells for campaign in side)) for side in (base, new)]
    moments = [aligned([campaign.moments(keys) for campaign in side]) for side in (base, new)]
    return Comparison(
        base=base,
        new=new,
        differences=differences_of(base, new),
        keys=keys,
        effects=effects_of(*moments, absolute),
        smallest=max(SMALLEST, *(campaign.facts.get("precision", 0) for campaign in (*base, *new))),
        only_base=len(every[0] - every[1]),
        only_new=len(every[1] - every[0]),
        lost=sorted(sides[0] & every[1] - sides[1]),
    )
