# SPDX-License-Identifier: BSD-3-Clause
"""What is said of comparisons: the only words of a verdict.

The terminal, the page, Markdown and simulations write paths and sizes each in their own way (class
Writing), and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol

from comops.common import sizes
from comops.reports.words.formats import (bracketed, decimals_within, factor_interval_text,
                                          factor_of, factor_text, interval_text, path_text,
                                          size_text)
from comops.reports.words.phrases import Phrase, begun, joined
from comops.results.findings import (EQUIVALENT, FASTER, REVERSED, SLOWER, UNDECIDED, PooledRecord,
                                     TwoModes)
from comops.results.keys import Interval
from comops.statistics.verdicts import Kind

NOT_COMPARED = "not compared"
OUTCOMES = (EQUIVALENT, UNDECIDED, NOT_COMPARED)  # in place of a path's label
SYMBOLS = dict(zip(OUTCOMES, "=?–", strict=True))  # in maps
UNSTEADY = ("the quotient of the two times lies outside the ratio's interval, because the machine "
            "changed between launches: trust the ratio, which compares blocks of the same round")
PLACED_ORDER = (SLOWER, FASTER, EQUIVALENT, UNDECIDED)


class Compared(Protocol):
    """A comparison at one size: `winner` is the label of the faster path or one of OUTCOMES."""

    size: int  # bytes; 0 of a pattern without sizes
    winner: str
    ratio: float  # of the times, where there is a winner
    ci95: Interval | None


@dataclass(frozen=True)
class Writing:
    """How an implementation and a size are written."""

    implementation: Callable[[str, str], str]
    size: Callable[[int], str]


TERMINAL = Writing("{}/{}".format, sizes.size_text)
PAGE = Writing(lambda *names: f"{path_text(*names)} {bracketed(names[-1])}", size_text)


# ---- a sentence for the sizes of a table ----------------------------------------------------


def _sizes_text(rows: Sequence[Compared], whole: bool) -> str:
    """at 4K; from 8 to 16; of a whole table, at every size, 8 to 4M; nothing without sizes."""
    first, last = (size_text(row.size) for row in (rows[0], rows[-1]))
    if not rows[-1].size:
        return ""
    if whole and len(rows) > 1:
        return f" at every size, {first} to {last}"
    return f" at {first}" if len(rows) == 1 else f" from {first} to {last}"


def _factors_text(rows: Sequence[Compared]) -> str:
    """1.50 times; 1.50 to 2.00 times."""
    ends = (of(rows, key=lambda row: factor_of(row.ratio)) for of in (min, max))
    least, most = (factor_text(row.ratio, row.ci95) for row in ends)
    return f" ({most} times)" if least == most else f" ({least} to {most} times)"


def sentence(rows: Sequence[Compared], named: Callable[[Sequence[Compared]], str]) -> list[Phrase]:
    """Threads faster at every size, 8 to 4M (1.50 to 2.00 times). `named`: the winner of some
    comparisons in words."""
    def clause(adjacent: Sequence[Compared]) -> list[Phrase]:
        winner, sizes = adjacent[0].winner, _sizes_text(adjacent, len(adjacent) == len(rows))
        if winner in OUTCOMES:
            return [Phrase(winner + sizes)]
        return [Phrase(named(adjacent), winner),
                Phrase(f" {FASTER}{sizes}{_factors_text(adjacent)}")]

    alike = (list(adjacent) for _, adjacent in groupby(rows, key=lambda row: row.winner))
    return begun([*joined(map(clause, alike), "; "), Phrase(".")])


# ---- all tables together --------------------------------------------------------------------


def counts_sentence(counts: Mapping[str, int], name: Callable[[str], str]) -> list[Phrase]:
    """threads faster at 31, MPI faster at 28, undecided at 1 of 60.

    `counts`: how often which path wins, or which of OUTCOMES; nothing where nothing was compared.
    """
    clauses = [[Phrase(f"{winner} at {count}")] if winner in OUTCOMES else
               [Phrase(name(winner), winner), Phrase(f" {FASTER} at {count}")]
               for winner, count in counts.items()]
    return [*joined(clauses, ", "), Phrase(f" of {sum(counts.values())}.")] if clauses else []


def sides_text(kind: Kind, libraries: Sequence[Sequence[str]]) -> str:
    """OpenMP barrier, critical section and lock (libgomp) against MPI collectives and sends (MPICH
    3.4.3, ch3:nemesis). `libraries`: the names of each side's."""
    return " against ".join(f"{side.words} ({', '.join(names)})" if names else side.words
                            for side, names in zip(kind.sides, libraries, strict=True))


def not_measured(kind: Kind) -> str:
    return f"not measured; `{kind.command}` measures it."


def symbols_text(margin: str) -> str:
    """What the symbols of a map mean: =: equivalent within 5 %, ?: undecided, –: not compared"""
    within = {EQUIVALENT: f" within {margin}"}
    return ", ".join(f"{symbol}: {outcome}{within.get(outcome, '')}"
                     for outcome, symbol in SYMBOLS.items())


# ---- the same code ------------------------------------------------------------------------------


def pooled_text(pooled: PooledRecord) -> str:
    """takes the same time in threads and in processes: 0.990 [0.982, 0.998]"""
    ratio = interval_text(pooled.ratio, pooled.ci95) if pooled.ci95 else "without an interval"
    if pooled.decision not in REVERSED:
        said = {EQUIVALENT: "takes the same time in threads and in processes"}
        return (f"{said.get(pooled.decision, 'in threads or processes: not decided')} "
                f"(processes / threads {ratio})")
    fast, slow = ("threads", "processes")[:: 1 if pooled.decision == FASTER else -1]
    return (f"is faster in {fast} than in {slow}, by "
            f"{factor_interval_text(pooled.ratio, pooled.ci95)} times")


def modes_text(modes: TwoModes) -> str:
    """two modes: 0.80 in 60 % of the launches, 1.30 in 40 %"""
    low, high = (f"{mode:.{decimals_within(mode, 0)}f}" for mode in (modes.low, modes.high))
    return (f"two modes: {low} in {100 * (1 - modes.share):.0f} % of the launches, {high} in "
            f"{100 * modes.share:.0f} %")


# ---- one implementation on two placements ---------------------------------------------------


class PlacedCell(NamedTuple):
    """The ratio of an implementation's time on another placement to that on the first; `decision`
    is that of the first."""

    path: str
    protocol: str
    size: int
    ratio: float
    ci95: Interval | None
    decision: str


def _placed_factors(cells: Sequence[PlacedCell], writing: Writing) -> str:
    """1.04 [1.02, 1.06] to 3.4 [3.3, 3.5] times, the most for mpi/sendrecv at 4M"""
    least, most = (of(cells, key=lambda cell: factor_of(cell.ratio)) for of in (min, max))
    words = f"{factor_interval_text(most.ratio, most.ci95)} times, "
    if least is not most:
        words = f"{factor_interval_text(least.ratio, least.ci95)} to {words}the most for "
    size = f" at {writing.size(most.size)}" if most.size else ""
    return f" ({words}{writing.implementation(most.path, most.protocol)}{size})"


def placed_text(cells: Sequence[PlacedCell], writing: Writing) -> str:
    """slower in 14 (...), equivalent in 6 of 20 comparisons"""
    parts = []
    for decision in PLACED_ORDER:
        decided = [cell for cell in cells if REVERSED.get(cell.decision, cell.decision) == decision]
        factors = _placed_factors(decided, writing) if decided and decision in REVERSED else ""
        parts += [f"{decision} in {len(decided)}{factors}"] if decided else []
    return f"{', '.join(parts)} of {len(cells)} comparison{'s' * (len(cells) != 1)}"
