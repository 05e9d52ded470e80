# SPDX-License-Identifier: BSD-3-Clause
"""Tests that compare two sides at the same places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, log2
from typing import ClassVar

from comops_papers.claims.evidence import (EVERY, Evidence, Side, Sizes, condition_text,
                                           missing_text, preference, quotient)
from comops_papers.claims.finding import (FAILS, HOLDS, UNDECIDED, Observation, Observed, Test,
                                          bounds_text, span_text, supports, tally_text,
                                          where_text)

Law = Callable[[int], float]  # of a number of ranks, in any unit
SAME = 1.25  # factors up to this are "about equal"
WITHIN = 2  # of a printed factor
NEAR = 1.1  # factors to the fastest up to this are "near optimal"


def constant(_: int) -> float:
    return 1.0


def others(ranks: int) -> float:
    return float(ranks - 1)


def levels(ranks: int) -> float:
    return float(ceil(log2(ranks)))


LAWS = {constant: "", others: " the number of other ranks", levels: " log2 of the ranks"}


@dataclass(frozen=True, slots=True)
class TwoSides(Test):
    """A test of two sides in some patterns, at some sizes."""

    a: Side
    b: Side
    patterns: tuple[str, ...]
    sizes: Sizes = EVERY

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b


@dataclass(frozen=True, slots=True)
class ComparedSides(TwoSides):
    """Side a against side b in some patterns, at some sizes, with `ranks` to `most` ranks.

    Everywhere time of b / time of a, divided by the law, is between the bounds.
    """

    ranks: int = 2
    low: float = 1
    high: float = inf
    most: int = 1 << 30
    law: Law = constant
    where: ClassVar[str] = ""  # the bounds hold
    either: ClassVar[bool] = False  # side may be faster, at different places

    @property
    def bounds(self) -> str:
        law = LAWS[self.law]
        return (f"time of {self.b.name} over that of {self.a.name}, {self.sizes.words}"
                f"{f', divided by{law}' if law else ''}: {bounds_text(self.low, self.high)}"
                f"{self.where}")

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """The observations of one pattern under the preferred condition."""
        ours, theirs = (evidence.conditions(pattern, side) for side in self.sides)
        shared = {their: places for their in ours.keys() & theirs
                  if self.ranks <= their.ranks <= self.most
                  and (places := sorted(place for place in ours[their].keys() & theirs[their]
                                        if place in self.sizes))}
        if not shared:
            return "", []
        best, seen = min(shared, key=preference), []
        for place in shared[best]:
            cells = ours[best][place], theirs[best][place]
            if cells[0] is cells[1] and evidence.alone(pattern, self.a, best):
                continue
            value, ci95 = evidence.ratio(*cells)
            if (expected := self.law(best.ranks)) != 1:
                value, ci95 = value / expected, ci95 and (ci95[0] / expected, ci95[1] / expected)
            seen.append(Observation(cells, value, ci95, supports(ci95, self.low, self.high)))
        return condition_text(best), seen

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        law = LAWS[self.law]
        subject = f"Divided by{law}, {self.b.name}" if law else self.b.capital
        return (f"{subject} takes {span_text(observations)} as long as {self.a.name}"
                f"{where_text(observations)} ({circumstances})"
                f"{tally_text(observations, self.a.name * self.either)}.")

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        absent = [side for side in self.sides if not evidence.matching(pattern, side)]
        if absent:
            return [missing_text(pattern, absent)]
        ranks = f" and {self.ranks} ranks or more" if self.ranks > 2 else ""
        return [f"both sides of {pattern} with {self.sizes.words}{ranks}"]


class Crossing(ComparedSides):
    """Side a is faster at some size, side b at some larger one."""

    either, where = True, " at some size, less at a larger one"

    def verdict(self, seen: Observed) -> str:
        """Refuted if in some pattern one side is faster at both ends and the other nowhere."""
        crossed = [True in s and False in s[s.index(True) :] for s in seen.by_pattern]
        never = [s[0] is not None and s[0] == s[-1] and (not s[0]) not in s
                 for s in seen.by_pattern]
        return FAILS if any(never) else HOLDS if crossed and all(crossed) else UNDECIDED


class Narrowing(ComparedSides):
    """The lead of a over b shrinks from the smallest size to the largest."""

    @property
    def bounds(self) -> str:
        return "the ratio at the largest size over that at the smallest: less than 1"

    def observe(self, evidence: Evidence) -> Observed:
        """Both ends, whose intervals are compared."""
        seen = super().observe(evidence)
        if len(seen.observations) < 2:
            return seen
        first, last = seen.observations[0], seen.observations[-1]
        said = supports(quotient(last.ci95, first.ci95), 1, inf)
        words = (f"{self.b.capital} takes {first.figures} times as long as {self.a.name}"
                 f"{where_text([first])} and {last.figures} times{where_text([last])}.")
        ends = [Observation(end.cells, end.value, end.ci95, said) for end in (first, last)]
        return Observed(ends, seen.missing, words)

    def verdict(self, seen: Observed) -> str:
        return super().verdict(seen) if len(seen.observations) > 1 else UNDECIDED


@dataclass(frozen=True, slots=True)
class AllButFew(ComparedSides):
    """All patterns but `few` at most are between the bounds."""

    few: int = 0

    @property
    def where(self) -> str:
        return f", in all operations but {self.few}" if self.few else ""

    def verdict(self, seen: Observed) -> str:
        against = sum(False in said for said in seen.by_pattern)
        unsure = sum(None in said and False not in said for said in seen.by_pattern)
        if against > self.few:
            return FAILS
        return HOLDS if seen.observations and against + unsure <= self.few else UNDECIDED


class Mostly(ComparedSides):
    """Side a is faster in more than half of the cases, but not in all."""

    either, where = True, ", in more than half of the cases but not in all"

    def verdict(self, seen: Observed) -> str:
        """Undecided cases may count for either side."""
        said = [observation.supports for observation in seen.observations]
        wins, losses, unsure = (said.count(answer) for answer in (True, False, None))
        if wins > len(said) / 2 and losses:
            return HOLDS
        refuted = wins + unsure <= len(said) / 2 or not losses + unsure
        return FAILS if refuted and not seen.missing else UNDECIDED


class Ever(ComparedSides):
    """Side a is more than `low` times as fast somewhere."""

    partial, where = True, ", somewhere"

    def verdict(self, seen: Observed) -> str:
        """One place suffices; refuted if there is none."""
        said = {observation.supports for observation in seen.observations}
        if True in said:
            return HOLDS
        return FAILS if said == {False} and not seen.missing else UNDECIDED


def faster(a: Side, b: Side, *patterns: str, sizes: Sizes = EVERY, by: float = 1, ranks: int = 2,
           law: Law = constant) -> ComparedSides:
    """Side a is more than `by` times the law as fast as side b."""
    return ComparedSides(a, b, patterns, sizes, ranks, by, law=law)


def about(factor: float, a: Side, b: Side, pattern: str, sizes: Sizes = EVERY) -> ComparedSides:
    """Side a is faster by a printed factor, or by half or twice as much."""
    return ComparedSides(a, b, (pattern,), sizes, low=factor / WITHIN, high=factor * WITHIN)


def equal(a: Side, b: Side, *patterns: str, sizes: Sizes = EVERY, ranks: int = 2,
          law: Law = constant) -> ComparedSides:
    """Side b takes as long as side a, times the law."""
    return ComparedSides(a, b, patterns, sizes, ranks, 1 / SAME, SAME, law=law)


def near_optimal(own: Side, *patterns: str, among: Side | None = None, ranks: int = 2,
                 few: int = 0) -> AllButFew:
    """A side is near the fastest of its path, or of `among`, in all patterns but `few`."""
    return AllButFew(among or Side(own.path), own, patterns, EVERY, ranks, 0, NEAR, few=few)
