# SPDX-License-Identifier: BSD-3-Clause
"""Tests that compare two sides at the same places."""

from dataclasses import dataclass
from math import inf

from claims.evidence import EVERY, Condition, Evidence, Side, Sizes, missing_text, quotient
from claims.finding import (
    FAILS,
    HOLDS,
    UNDECIDED,
    Finding,
    Needs,
    Observation,
    Observed,
    decided,
    every,
    span_text,
    supports,
    tally_text,
    where_text,
)

SAME = 1.25  # factors up to this are "about equal"
NEAR = 1.1  # factors to the fastest up to this are "near optimal"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Side a against side b in some patterns, at some sizes, with at least so many ranks."""

    a: Side
    b: Side
    patterns: tuple[str, ...]
    sizes: Sizes = EVERY
    ranks: int = 2

    @property
    def needs(self) -> Needs:
        return Needs(self.patterns, (self.a, self.b), self.ranks)

    def in_pattern(
        self, evidence: Evidence, pattern: str, low: float, high: float
    ) -> tuple[Condition | None, list[Observation]]:
        """The observations of one pattern under the preferred condition."""
        ours, theirs = (evidence.conditions(pattern, side) for side in (self.a, self.b))
        shared = {
            one: sorted(place for place in ours[one].keys() & theirs[one] if place in self.sizes)
            for one in ours.keys() & theirs
            if one.ranks >= self.ranks
        }
        usable = [one for one, places in shared.items() if places]
        best = min(usable, key=lambda one: one.preference, default=None)
        found = []
        for place in shared[best] if best else ():
            cells = ours[best][place], theirs[best][place]
            if cells[0] is cells[1] and evidence.alone(pattern, self.a, best):
                continue
            value, ci95 = evidence.ratio(*cells)
            found.append(Observation(cells, value, ci95, supports(ci95, low, high)))
        return best if found else None, found

    def observe(
        self, evidence: Evidence, low: float = 1, high: float = inf, yes: str = "as claimed"
    ) -> Observed:
        """All observations, each tested against the bounds; `yes` describes one between them."""
        observations, missing, conditions = [], [], {}
        for pattern in self.patterns:
            condition, found = self.in_pattern(evidence, pattern, low, high)
            observations += found
            if condition:
                conditions[condition.words] = True
            else:
                missing.append(self.lacking(evidence, pattern))
        words = ""
        if observations:
            words = (
                f"{self.b.capital} takes {span_text(observations)} as long as {self.a.name}"
                f"{where_text(observations)} ({'; '.join(conditions)})"
                f"{tally_text(observations, yes)}."
            )
        return Observed(observations, missing, words)

    def lacking(self, evidence: Evidence, pattern: str) -> str:
        """What was not measured of one pattern."""
        absent = [side for side in (self.a, self.b) if not evidence.matching(pattern, side)]
        if absent:
            return missing_text(pattern, absent)
        ranks = f" and {self.ranks} ranks or more" if self.ranks > 2 else ""
        return f"both sides of {pattern} with {self.sizes.words}{ranks}"


@dataclass(frozen=True, slots=True)
class Factor:
    """Time of b / time of a is between two bounds everywhere."""

    compared: Comparison
    low: float = 1
    high: float = inf

    def find(self, evidence: Evidence) -> Finding:
        seen = self.compared.observe(evidence, self.low, self.high)
        return decided(every(seen.observations), seen, self.compared.needs, evidence)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Side a is faster at some size, side b at some larger one."""

    compared: Comparison

    def find(self, evidence: Evidence) -> Finding:
        """Refuted if in some pattern one side is faster at both ends and the other nowhere."""
        seen = self.compared.observe(evidence, yes=f"{self.compared.a.name} faster")
        crossed = [True in s and False in s[s.index(True) :] for s in seen.by_pattern]
        never = [
            s[0] is not None and s[0] == s[-1] and (not s[0]) not in s for s in seen.by_pattern
        ]
        verdict = FAILS if any(never) else HOLDS if crossed and all(crossed) else UNDECIDED
        return decided(verdict, seen, self.compared.needs, evidence)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The lead of a over b shrinks from the smallest size to the largest."""

    compared: Comparison

    def find(self, evidence: Evidence) -> Finding:
        """Compares the intervals of the ratios at both ends."""
        seen = self.compared.observe(evidence)
        if len(seen.observations) < 2:
            return decided(UNDECIDED, seen, self.compared.needs, evidence)
        first, last = seen.observations[0], seen.observations[-1]
        said = supports(quotient(last.ci95, first.ci95), 1, inf)
        words = (
            f"{self.compared.b.capital} takes {first.figures} times as long as "
            f"{self.compared.a.name}{where_text([first])} and {last.figures} times"
            f"{where_text([last])}."
        )
        ends = [Observation(one.cells, one.value, one.ci95, said) for one in (first, last)]
        seen = Observed(ends, seen.missing, words)
        return decided(every(ends), seen, self.compared.needs, evidence)


@dataclass(frozen=True, slots=True)
class Mostly:
    """Side a is faster in more than half of the cases, but not in all."""

    compared: Comparison

    def find(self, evidence: Evidence) -> Finding:
        """Undecided cases may count for either side."""
        seen = self.compared.observe(evidence, yes=f"{self.compared.a.name} faster")
        said = [one.supports for one in seen.observations]
        wins, losses, unsure = (said.count(one) for one in (True, False, None))
        verdict = UNDECIDED
        if wins > len(said) / 2 and losses:
            verdict = HOLDS
        elif not seen.missing and (wins + unsure <= len(said) / 2 or not losses + unsure):
            verdict = FAILS
        return decided(verdict, seen, self.compared.needs, evidence)


@dataclass(frozen=True, slots=True)
class Ever:
    """Side a is more than `by` times as fast somewhere."""

    compared: Comparison
    by: float = 1

    def find(self, evidence: Evidence) -> Finding:
        """One place suffices; refuted if there is none."""
        seen = self.compared.observe(evidence, self.by)
        said = {one.supports for one in seen.observations}
        verdict = HOLDS if True in said else UNDECIDED
        if said == {False} and not seen.missing:
            verdict = FAILS
        return decided(verdict, seen, self.compared.needs, evidence, partial=True)


def faster(
    a: Side, b: Side, *patterns: str, sizes: Sizes = EVERY, by: float = 1, ranks: int = 2
) -> Factor:
    """Side a is more than `by` times as fast as side b."""
    return Factor(Comparison(a, b, patterns, sizes, ranks), by)


def equal(a: Side, b: Side, *patterns: str, sizes: Sizes = EVERY, ranks: int = 2) -> Factor:
    return Factor(Comparison(a, b, patterns, sizes, ranks), 1 / SAME, SAME)


def near_optimal(own: Side, *patterns: str, among: Side | None = None, ranks: int = 2) -> Factor:
    """A side is near the fastest of its path, or of `among`."""
    return Factor(Comparison(among or Side(own.path), own, patterns, EVERY, ranks), 0, NEAR)


def slower_when_large(a: Side, b: Side, *patterns: str, ranks: int = 2) -> Crossing:
    """Side a is faster for small messages, side b for large ones."""
    return Crossing(Comparison(a, b, patterns, EVERY, ranks))
