# SPDX-License-Identifier: BSD-3-Clause
"""Tests of one side: where its rate is highest, whether its time is within a bound."""

from dataclasses import dataclass
from math import inf

from claims.evidence import Evidence, Side, Sizes, missing_text, quotient
from claims.finding import (
    UNDECIDED,
    Finding,
    Needs,
    Observation,
    Observed,
    decided,
    every,
    span_text,
    supports,
    where_text,
)
from words.formats import number_text


@dataclass(frozen=True, slots=True)
class Peak:
    """The rate of one side is highest at a middle size, and lower at the largest."""

    side: Side
    pattern: str

    def find(self, evidence: Evidence) -> Finding:
        """Compares the intervals of the highest rate and that of the largest size."""
        needs = Needs((self.pattern,), (self.side,))
        _, found = evidence.preferred(self.pattern, self.side)
        cells = [cell for _, cell in sorted(found.items()) if cell.rate_MBps]
        if len(cells) < 3:
            lacking = f"{missing_text(self.pattern, [self.side])} at three sizes or more"
            return decided(UNDECIDED, Observed([], [lacking], ""), needs, evidence)
        top, last = max(cells, key=lambda cell: cell.rate_MBps), cells[-1]
        value = top.rate_MBps / last.rate_MBps
        ci95 = quotient(last.rate_ci95, top.rate_ci95)
        said = False if top is last else supports(ci95, 1, inf)
        row = Observation((top, last), value, (1.0, 1.0) if top is last else ci95, said)
        words = (
            f"{self.side.capital} has its highest rate, {number_text(top.rate_MBps)} MB/s,"
            f"{where_text([Observation((top,), 1, None, None)])}"
        )
        rest = (
            ", the largest size measured."
            if top is last
            else f"; that is {row.figures} times the rate{where_text([row])}."
        )
        return decided(every([row]), Observed([row], [], words + rest), needs, evidence)


@dataclass(frozen=True, slots=True)
class Within:
    """One side's time is within a bound, in microseconds."""

    side: Side
    patterns: tuple[str, ...]
    sizes: Sizes
    limit_us: float

    def find(self, evidence: Evidence) -> Finding:
        """One place beyond the bound refutes it."""
        rows, missing = [], []
        for pattern in self.patterns:
            _, cells = evidence.preferred(pattern, self.side)
            some = [cells[place] for place in sorted(cells) if place in self.sizes]
            rows += [
                Observation(
                    (one,), one.time_us, one.ci95_us, supports(one.ci95_us, 0, self.limit_us)
                )
                for one in some
            ]
            if not some:
                missing.append(missing_text(pattern, [self.side]))
        words = ""
        if rows:
            ends = span_text(rows).removesuffix(" times")
            words = f"{self.side.capital} takes {ends} µs{where_text(rows)}."
        needs = Needs(self.patterns, (self.side,))
        return decided(every(rows), Observed(rows, missing, words), needs, evidence)
