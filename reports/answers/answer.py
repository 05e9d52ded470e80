# SPDX-License-Identifier: BSD-3-Clause
"""The answer: which path is faster at each size, and by what factor, in each comparison; and the
same in a sentence, in the words of words/sentences.py."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from comops.reports.words.formats import bracketed, factor_interval, factor_of, list_text, path_text
from comops.reports.words.phrases import Phrase, begun
from comops.reports.words.sentences import NOT_COMPARED, OUTCOMES, counts_sentence
from comops.results.cell import CellRecord
from comops.results.findings import FASTER, Here, PairRecord, VerdictRecord
from comops.results.keys import CellKey, Interval
from comops.results.read import Campaign
from comops.statistics.decisions import MARGIN
from comops.statistics.verdicts import (KINDS, LIBRARIES, OURS, PAPER, comparisons_of, fastest,
                                        first_side, other_side, paths_in_order)

COMPARED = (*KINDS, *LIBRARIES, OURS)
PROTOCOLS_NAMED = 2  # protocols of a path listed in a clause; of more, their number
MARGIN_TEXT = f"{100 * (MARGIN - 1):.3g} %"


class Row(NamedTuple):
    """One size: the fastest cell of either side and their ratio, `pair`, None if none was recorded.

    `winner` is the label of the faster path, OURS where that is our own code, or one of OUTCOMES.
    `best` is the fastest cell of each path; `pairs` compares ours with the fastest cell of each
    path of the other side. `calls` is the fastest cell of MPI's own calls, `calls_pair` compares
    ours with it.
    """

    size: int
    mode: str
    cells: tuple[CellRecord, ...]
    best: dict[str, CellRecord]
    ours: CellRecord | None
    other: CellRecord | None
    pair: VerdictRecord | None
    winner: str
    pairs: dict[str, PairRecord]
    libraries: Sequence[str]  # of the two sides
    calls: CellRecord | None
    calls_pair: PairRecord | None
    here: Here | None

    @property
    def ratio(self) -> float | None:
        """The other side's time / the first side's time: above 1 the first side is faster."""
        return self.pair.ratio if self.pair else None

    @property
    def ratio_known(self) -> float | None:
        """The ratio where its uncertainty is known: with an interval, or simulated."""
        return self.ratio if self.ci95 or self.simulated else None

    @property
    def unsteady(self) -> bool:
        """The quotient of the two times lies outside the ratio's interval."""
        return bool(self.ci95) and not (
            self.ci95[0] <= self.other.time_us / self.ours.time_us <= self.ci95[1])

    @property
    def ci95(self) -> Interval | None:
        return self.pair.ci95 if self.pair else None

    @property
    def factor(self) -> float | None:
        """How many times faster the winner is, None if there is no winner."""
        return None if self.winner in OUTCOMES else factor_of(self.pair.ratio)

    @property
    def factor_ci95(self) -> Interval | None:
        """The interval of the factor."""
        if self.factor is None or self.ci95 is None:
            return None
        return factor_interval(self.ratio, self.ci95)

    @property
    def winner_name(self) -> str:
        """The winner in words; only where there is one."""
        return winner_name([self])

    @property
    def won(self) -> CellKey:
        """The faster side; only where there is a winner."""
        return self.pair.faster

    @property
    def simulated(self) -> bool:
        return any(cell.simulated for cell in self.cells)

    @property
    def oversubscribed(self) -> bool:
        return any(cell.oversubscribed for cell in self.cells)


def winner(pair: PairRecord, by: str = "path") -> str:
    """The faster path, or what `by` names of a key, or another outcome."""
    return getattr(pair.faster, by) if pair.faster else pair.decision


def row_of(campaign: Campaign, sides: Sequence[Sequence[CellRecord]], name: str) -> Row:
    """The row of a comparison's valid cells, which differ only in path and protocol."""
    cells = [cell for side in sides for cell in side]
    key = cells[0].key
    pair = campaign.verdict(name, sides)
    ours, other = (map(campaign.cells.get, (pair.a, pair.b)) if pair else map(fastest, sides))
    best = {path: fastest(cell for cell in cells if cell.key.path == path)
            for path in paths_in_order(cell.key.path for cell in cells)}
    pairs = {path: known for path, cell in best.items() if ours and cell in sides[1]
             and (known := pair if cell is other else campaign.pair(ours.key, cell.key))}
    calls = fastest(cell for cell in sides[1] if takes_part(cell, PAPER))
    first_wins = name == OURS and pair is not None and pair.decision == FASTER
    return Row(
        size=key.bytes,
        mode=key.mode,
        cells=tuple(sorted(cells, key=lambda cell: cell.key)),
        best=best,
        ours=ours,
        other=other,
        pair=pair,
        winner=OURS if first_wins else winner(pair) if pair else NOT_COMPARED,
        pairs=pairs,
        libraries=pair.libraries if pair else (),
        calls=calls,
        calls_pair=campaign.pair(ours.key, calls.key) if ours and calls else None,
        here=campaign.here_of(key).get(name),
    )


def takes_part(cell: CellRecord, verdict: str) -> bool:
    """Whether a verdict compares this cell."""
    return KINDS[verdict].side_of(cell.key) is not None


def rows_of(campaign: Campaign, cells: Iterable[CellRecord]) -> dict[str, list[Row]]:
    """The rows of each comparison of one setting, by size and mode; sizes without a valid cell have
    none."""

    def place(cell: CellRecord) -> tuple[int, str]:
        return cell.key.bytes, cell.key.mode

    every = list(cells)
    first = first_side(cell.key.path for cell in every)
    rows: dict[str, list[Row]] = defaultdict(list, {name: [] for name in COMPARED})
    valid = sorted((cell for cell in every if cell.valid), key=place)
    for row_cells in (list(group) for _, group in groupby(valid, place)):
        for name, sides in comparisons_of(row_cells, first).items():
            if any(sides):
                rows[name].append(row_of(campaign, sides, name))
    return rows


def tally(rows: Iterable[Row]) -> dict[str, int]:
    """At how many sizes each path is faster, then each of OUTCOMES; only counts above 0."""
    counts = Counter(row.winner for row in rows)
    paths = paths_in_order(counts.keys() - OUTCOMES)
    return {winner: counts[winner] for winner in (*paths, *OUTCOMES) if counts[winner]}


def said_once(said: Iterable[tuple[str, Sequence[Phrase]]]) -> list[tuple[str, Sequence[Phrase]]]:
    """Titles and a sentence, once for those with the same: as in the paper and best against best.
    """
    titles: dict[tuple[Phrase, ...], list[str]] = {}
    for title, sentence in said:
        titles.setdefault(tuple(sentence), []).append(title)
    return [(list_text(labels), sentence) for sentence, labels in titles.items()]


def sides_text(paths: Iterable[str], name: Callable[[str], str] = path_text
               ) -> tuple[str, str]:
    """What is compared: threads; the faster of processes and SHMEM."""
    ordered = paths_in_order(paths)
    return tuple(side_text(list(map(name, side(ordered)))) for side in (first_side, other_side))


def side_text(names: Sequence[str]) -> str:
    degree = "faster" if len(names) == 2 else "fastest"
    return list_text(names) if len(names) < 2 else f"the {degree} of {list_text(names)}"


def winner_name(rows: Sequence[Row]) -> str:
    """The winner of some rows: MPI only where its calls are faster."""
    if rows[0].winner == OURS:
        return "our code"
    return path_text(rows[0].won.path, *(row.won.protocol for row in rows))


def winner_text(rows: Sequence[Row]) -> str:
    """The winner of some rows with its protocols: MPI (put or get), MPI (4 protocols)."""
    names = list(dict.fromkeys(row.won.protocol for row in rows))
    if len(names) > PROTOCOLS_NAMED:
        return f"{winner_name(rows)} ({len(names)} protocols)"
    protocols = bracketed(names[0]) if len(names) == 1 else f"({' or '.join(names)})"
    return f"{winner_name(rows)} {protocols}"


def total_sentence(rows: Sequence[Row]) -> list[Phrase]:
    """Threads faster at 20, MPI faster at 3, undecided at 2 of 25."""
    return begun(counts_sentence(tally(rows), lambda winner: winner_name(
        [row for row in rows if row.winner == winner])))
