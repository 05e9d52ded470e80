# SPDX-License-Identifier: BSD-3-Clause
"""Tests of one side's time: how it changes with ranks, partner, placement or buffers, where its
rate is highest, whether it is within a bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ClassVar

from comops.reports.words.formats import list_text, number_text
from comops.results.cell import CellRecord
from comops_papers.claims.compared import LAWS, SAME, Law, TwoSides, constant
from comops_papers.claims.evidence import (EVERY, Cells, Evidence, Place, Side, Sizes, missing_text,
                                           preference, quotient)
from comops_papers.claims.finding import (Observation, Test, bounds_text, span_text, supports,
                                          tally_text, where_text)

RANKS = ("--ranks", "2,3,4")
MEMBERS = {  # that change: their names, in words, what is lacking, the option for their values
    "ranks": ("ranks", "with {} ranks instead of {}", "with {} ranks, on as many cores", "--ranks"),
    "series": ("partner", "with partner {} instead of {}",
               "with several partners, which needs 3 ranks or more", ""),
    "placement": ("placement", "on {} instead of {}", "on both {}", "--placements"),
    "buffers": ("buffers", "with {} buffers instead of {}", "with both {} buffers", "--buffers")}


@dataclass(frozen=True, slots=True)
class OneSide(Test):
    """A test of one side alone."""

    side: Side
    patterns: tuple[str, ...]

    @property
    def sides(self) -> tuple[Side]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class Changed(OneSide):
    """The time of one side under one condition against that under others, everywhere.

    `member` is the part of a cell's key that changes, `values` the values to compare, by default
    all measured ones. The ratio to the first, divided by the law's, is between the bounds.
    """

    member: str
    values: tuple[str, ...] | tuple[int, ...] = ()
    sizes: Sizes = EVERY
    low: float = 1 / SAME
    high: float = SAME
    law: Law = constant

    @property
    def bounds(self) -> str:
        law = LAWS[self.law]
        return (f"time of {self.side.name} by {MEMBERS[self.member][0]}, {self.sizes.words}"
                f"{f', divided by{law}' if law else ''}: {bounds_text(self.low, self.high)}")

    @property
    def further(self) -> tuple[str, ...]:
        return ((MEMBERS[self.member][3], ",".join(map(str, self.values))) if self.values
                else RANKS)

    def groups(self, evidence: Evidence, pattern: str) -> dict[tuple, dict[object, Cells]]:
        """The side's cells by the rest of the condition, then by the member's value."""
        groups: dict[tuple, dict[object, Cells]] = {}
        for condition, cells in evidence.conditions(pattern, self.side).items():
            for place, cell in cells.items():
                if place not in self.sizes:
                    continue
                if self.member == "series":
                    value, rest, at = place.series, condition, Place("", 0, place.bytes)
                else:
                    value = condition[self.member]
                    rest, at = condition._replace(**{self.member: type(value)()}), place
                if not self.values or value in self.values:
                    groups.setdefault(preference(rest), {}).setdefault(value, {})[at] = cell
        return {rest: values for rest, values in groups.items() if len(values) > 1}

    def changed(self, evidence: Evidence, pattern: str) -> tuple[list, list[Observation]]:
        """The values, and at each place the time with each other one relative to that with the
        first, divided by the expected factor."""
        groups = self.groups(evidence, pattern)
        if not groups:
            return [], []
        values = groups[min(groups)]
        order = [value for value in self.values if value in values] or sorted(values)
        seen = []
        for value in order[1:]:
            expected = self.law(value) / self.law(order[0]) if self.member == "ranks" else 1.0
            for place in sorted(values[order[0]].keys() & values[value]):
                cells = values[order[0]][place], values[value][place]
                ends = quotient(cells[0].bounds, cells[1].bounds)
                ci95 = (ends[0] / expected, ends[1] / expected) if ends else None
                seen.append(Observation(cells, cells[1].time_us / cells[0].time_us / expected,
                                        ci95, supports(ci95, self.low, self.high)))
        return order, seen

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        order, seen = self.changed(evidence, pattern)
        return self.words(order) if seen else "", seen

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        law = LAWS[self.law]
        return (f"{self.side.capital} takes {span_text(observations)} "
                f"{'as long' if not law else 'as long as in proportion to' + law}"
                f" {circumstances}{where_text(observations)}"
                f"{tally_text(observations)}.")

    def words(self, order: Sequence[object]) -> str:
        """The change: with 3 or 4 ranks instead of 2."""
        return MEMBERS[self.member][1].format(" or ".join(map(str, order[1:])), order[0])

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        if not evidence.matching(pattern, self.side):
            return [missing_text(pattern, self.sides)]
        values = list_text(list(map(str, self.values))) or "several numbers of"
        how = MEMBERS[self.member][2].format(values)
        return [f"{missing_text(pattern, self.sides)} {how}"]


@dataclass(frozen=True, slots=True)
class Steeper(TwoSides):
    """Side a's time grows more with the number of ranks than side b's."""

    further: ClassVar[tuple[str, ...]] = RANKS

    @property
    def bounds(self) -> str:
        return f"growth with ranks of {self.a.name} over that of {self.b.name}: more than 1"

    def change(self, side: Side) -> Changed:
        return Changed(side, self.patterns, "ranks", sizes=self.sizes)

    def growths(self, evidence: Evidence, pattern: str) -> dict[Side, dict[Place, Observation]]:
        """Each side's growth from the fewest ranks to the most, by place."""
        grown = {}
        for side in self.sides:
            order, seen = self.change(side).changed(evidence, pattern)
            grown[side] = {observation.place: observation for observation in seen
                           if observation.cells[1].key.ranks == order[-1]}
        return grown

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """The growth of both sides compared at each size."""
        ours, theirs = self.growths(evidence, pattern).values()
        rows = []
        for place in sorted(ours.keys() & theirs):
            a, b = ours[place], theirs[place]
            ci95 = quotient(b.ci95, a.ci95)
            said = supports(ci95, 1, inf)
            rows.append(Observation((*a.cells, *b.cells), a.value / b.value, ci95, said))
        return "", rows

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        growths = self.growths(evidence, pattern)
        absent = [side for side, growth in growths.items() if not growth]
        return [text for side in absent for text in self.change(side).lacking(evidence, pattern)]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        return (f"From the fewest ranks to the most, the time of {self.a.name} grows "
                f"{span_text(observations)} as much as that of {self.b.name}"
                f"{where_text(observations)}{tally_text(observations)}.")


@dataclass(frozen=True, slots=True)
class Peak(OneSide):
    """The rate of one side is highest at a middle size, and lower at the largest."""

    @property
    def bounds(self) -> str:
        return f"highest rate of {self.side.name} over that at the largest size: more than 1"

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """The ratio of the highest rate to that of the largest size."""
        _, by_place = evidence.preferred(pattern, self.side)
        cells = [cell for _, cell in sorted(by_place.items()) if cell.rate_MBps]
        if len(cells) < 3:
            return "", []
        top, last = max(cells, key=lambda cell: cell.rate_MBps), cells[-1]
        if top is last:
            return "", [Observation((top, last), 1.0, (1.0, 1.0), False)]
        ci95 = quotient(last.rate_ci95, top.rate_ci95)
        value = top.rate_MBps / last.rate_MBps
        return "", [Observation((top, last), value, ci95, supports(ci95, 1, inf))]

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        return [f"{missing_text(pattern, self.sides)} at three sizes or more"]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        (row,) = observations
        top, last = row.cells
        rest = (", the largest size measured." if top is last else
                f"; that is {row.figures} times the rate{where_text([row])}.")
        return (f"{self.side.capital} has its highest rate, {number_text(top.rate_MBps)} MB/s,"
                f"{where_text([Observation((top,), 1, None, None)])}{rest}")


@dataclass(frozen=True, slots=True)
class Within(OneSide):
    """One side's time is within a bound in microseconds, or its rate within one in MB/s."""

    sizes: Sizes
    limit: float
    rate: bool = False

    @property
    def unit(self) -> str:
        return "MB/s" if self.rate else "µs"

    @property
    def bounds(self) -> str:
        return (f"{self.side.name}, {self.sizes.words}: at most {number_text(self.limit)} "
                f"{self.unit}")

    def observed(self, cell: CellRecord) -> Observation:
        value, ci95, bounds = ((cell.rate_MBps, cell.rate_ci95, cell.rate_ci95) if self.rate else
                               (cell.time_us, cell.ci95_us, cell.bounds))
        return Observation((cell,), value, ci95, supports(bounds, 0, self.limit))

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        _, cells = evidence.preferred(pattern, self.side)
        rows = [self.observed(cell) for place, cell in sorted(cells.items())
                if place in self.sizes]
        return "", [row for row in rows if row.value]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        ends = span_text(observations).removesuffix(" times")
        return (f"{self.side.capital} {'has' if self.rate else 'takes'} {ends} {self.unit}"
                f"{where_text(observations)}.")


def grows(side: Side, *patterns: str, sizes: Sizes = EVERY) -> Changed:
    return Changed(side, patterns, "ranks", sizes=sizes, low=1, high=inf)


def follows(law: Law, side: Side, *patterns: str, sizes: Sizes = EVERY) -> Changed:
    return Changed(side, patterns, "ranks", sizes=sizes, law=law)


flat = partial(follows, constant)  # hardly depends on the number of ranks
