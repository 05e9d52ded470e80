# SPDX-License-Identifier: BSD-3-Clause
"""Tests of one side: where its rate is highest, whether its time is within a bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from reports.claims.evidence import Evidence, Side, Sizes, missing_text, quotient
from reports.claims.finding import Needs, Observation, Test, span_text, supports, where_text
from reports.words.formats import number_text


@dataclass(frozen=True, slots=True)
class Peak(Test):
    """The rate of one side is highest at a middle size, and lower at the largest."""

    side: Side
    patterns: tuple[str, ...]

    @property
    def needs(self) -> Needs:
        return Needs(self.patterns, (self.side,))

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """The ratio of the highest rate to that of the largest size."""
        _, found = evidence.preferred(pattern, self.side)
        cells = [cell for _, cell in sorted(found.items()) if cell.rate_MBps]
        if len(cells) < 3:
            return "", []
        top, last = max(cells, key=lambda cell: cell.rate_MBps), cells[-1]
        if top is last:
            return "", [Observation((top, last), 1.0, (1.0, 1.0), False)]
        ci95 = quotient(last.rate_ci95, top.rate_ci95)
        value = top.rate_MBps / last.rate_MBps
        return "", [Observation((top, last), value, ci95, supports(ci95, 1, inf))]

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        return [f"{missing_text(pattern, [self.side])} at three sizes or more"]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        (row,) = observations
        top, last = row.cells
        rest = (
            ", the largest size measured."
            if top is last
            else f"; that is {row.figures} times the rate{where_text([row])}."
        )
        return (
            f"{self.side.capital} has its highest rate, {number_text(top.rate_MBps)} MB/s,"
            f"{where_text([Observation((top,), 1, None, None)])}{rest}"
        )


@dataclass(frozen=True, slots=True)
class Within(Test):
    """One side's time is within a bound, in microseconds."""

    side: Side
    patterns: tuple[str, ...]
    sizes: Sizes
    limit_us: float

    @property
    def needs(self) -> Needs:
        return Needs(self.patterns, (self.side,))

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        _, cells = evidence.preferred(pattern, self.side)
        some = [cells[place] for place in sorted(cells) if place in self.sizes]
        return "", [
            Observation((one,), one.time_us, one.ci95_us, supports(one.bounds, 0, self.limit_us))
            for one in some
        ]

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        return [missing_text(pattern, [self.side])]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        ends = span_text(observations).removesuffix(" times")
        return f"{self.side.capital} takes {ends} µs{where_text(observations)}."
