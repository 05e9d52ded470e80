# SPDX-License-Identifier: BSD-3-Clause
"""The answer: who is faster, over which sizes, by what factor, as the pair records say."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from formats import list_text, number_text, path_text, size_text
from results import Campaign, Cell, Interval

HEADLINE_PATH = "threads"  # set against the fastest cell of all other paths
PLACES_NAMED = 3  # sizes named one by one in a sentence; of more, the first and last
RUNS_NAMED = 4  # changes of the winner told one by one; of more, each path's sizes together

TIE = "="  # no path's name
UNKNOWN = "?"


class Setting(NamedTuple):
    """The conditions under which sizes are comparable: one chart, one table, one sentence."""

    campaign: str
    placement: str
    ranks: int
    buffers: str
    method: str


@dataclass(frozen=True, slots=True)
class Row:
    """One size: the fastest cell of each side and their recorded ratio.

    `ratio` is the other side's time / the headline path's time; above 1 the headline path
    is faster. `winner` is a path, TIE (the interval spans 1), or UNKNOWN (no pair or no
    interval was recorded).
    """

    size: int
    mode: str
    cells: tuple[Cell, ...]
    ours: Cell | None
    other: Cell | None
    ratio: float | None
    ci95: Interval | None
    winner: str

    @property
    def factor(self) -> float | None:
        """How many times faster the winner is: the ratio, or its inverse; None without one."""
        if self.winner in (TIE, UNKNOWN):
            return None
        return self.ratio if self.ratio > 1 else 1 / self.ratio

    @property
    def oversubscribed(self) -> bool:
        """Whether any of its cells had more ranks than cores."""
        return any(cell.oversubscribed for cell in self.cells)


class Phrase(NamedTuple):
    """A piece of a sentence; `path` where it names one, for its colour."""

    text: str
    path: str = ""


def fastest(cells: Iterable[Cell]) -> Cell | None:
    """Of valid cells the one of the lowest median."""
    return min(cells, key=lambda cell: cell.median_us, default=None)


def winner(ours: Cell, other: Cell, ci95: Interval | None) -> str:
    """Who is faster, from the interval of the ratio other / ours."""
    if ci95 is None:
        return UNKNOWN
    if ci95[0] > 1:
        return ours.key.path
    return other.key.path if ci95[1] < 1 else TIE


def row_of(campaign: Campaign, cells: Sequence[Cell]) -> Row:
    """The row of one size's valid cells, which differ in path and protocol alone."""
    key = cells[0].key
    ours = fastest(cell for cell in cells if cell.key.path == HEADLINE_PATH)
    other = fastest(cell for cell in cells if cell.key.path != HEADLINE_PATH)
    pair = campaign.pair(ours.key, other.key) if ours and other else None
    return Row(
        size=key.bytes,
        mode=key.mode,
        cells=tuple(sorted(cells, key=lambda cell: cell.key)),
        ours=ours,
        other=other,
        ratio=pair.ratio if pair else None,
        ci95=pair.ci95 if pair else None,
        winner=winner(ours, other, pair.ci95) if pair else UNKNOWN,
    )


def rows_of(campaign: Campaign, cells: Iterable[Cell]) -> list[Row]:
    """The rows of one setting, by size and mode; sizes without a valid cell have none."""

    def place(cell: Cell) -> tuple[int, str]:
        return cell.key.bytes, cell.key.mode

    valid = (cell for cell in cells if cell.valid)
    groups = groupby(sorted(valid, key=place), place)
    return [row_of(campaign, list(group)) for _, group in groups]


def runs(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, its consecutive rows); ties and unknowns do not end a run."""
    decided = [row for row in rows if row.winner not in (TIE, UNKNOWN)]
    for path, group in groupby(decided, key=lambda row: row.winner):
        yield path, list(group)


def span_text(rows: Sequence[Row]) -> str:
    """The sizes of a run: at 8 B; from 8 B to 64 KiB."""
    first, last = size_text(rows[0].size), size_text(rows[-1].size)
    return f"at {first}" if first == last else f"from {first} to {last}"


def scattered(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, all its rows), whatever lies between them."""
    for path in dict.fromkeys(path for path, _ in runs(rows)):
        yield path, [row for row in rows if row.winner == path]


def factor_text(rows: Sequence[Row]) -> str:
    """The factors of a run: by a factor of 1.80; by factors of 1.80 to 3.21."""
    factors = [row.factor for row in rows]
    low, high = number_text(min(factors)), number_text(max(factors))
    return f"by a factor of {low}" if low == high else f"by factors of {low} to {high}"


def places_text(rows: Sequence[Row]) -> str:
    """Scattered sizes: 8 B, 64 B and 4 KiB; 5 sizes between 8 B and 4 KiB."""
    names = list(dict.fromkeys(size_text(row.size) for row in rows))
    if len(names) > PLACES_NAMED:
        return f"{len(names)} sizes between {names[0]} and {names[-1]}"
    return list_text(names)


def winner_phrases(path: str, where: str, rows: Sequence[Row]) -> list[Phrase]:
    """MPI is faster from 64 KiB to 4 MiB, by factors of 1.10 to 1.62."""
    verb = "are" if path == HEADLINE_PATH else "is"
    return [Phrase(path_text(path), path), Phrase(f" {verb} faster {where}, {factor_text(rows)}")]


def winner_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """Who is faster where: one clause a run, or one a path where runs are many."""
    if len(list(runs(rows))) > RUNS_NAMED:
        return [
            winner_phrases(p, f"at {places_text(group)}", group) for p, group in scattered(rows)
        ]
    return [winner_phrases(p, span_text(group), group) for p, group in runs(rows)]


def open_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """What no interval decides: sizes without a pair record, or without its interval."""
    unpaired = [row for row in rows if row.ratio is None]
    bare = [row for row in rows if row.ratio is not None and row.winner == UNKNOWN]
    paths = sorted({path_text(c.key.path) for row in rows for c in row.cells})
    clauses = []
    if len(unpaired) == len(rows) and len(paths) == 1:
        clauses.append([Phrase(f"only {paths[0]} measured, nothing to compare")])
    elif unpaired:
        clauses.append([Phrase(f"not compared at {places_text(unpaired)}")])
    if bare:
        clauses.append([Phrase(f"no interval, so no winner, at {places_text(bare)}")])
    return clauses


def sentence(rows: Sequence[Row]) -> list[Phrase]:
    """The answer for one setting, as one sentence in pieces."""
    if not rows:
        return [Phrase("No valid cell.")]
    clauses = winner_clauses(rows)
    ties = [row for row in rows if row.winner == TIE]
    if len(ties) == len(rows):
        clauses.append([Phrase(f"no difference can be shown {span_text(rows)}")])
    elif ties:
        but = "but " if clauses else ""
        clauses.append([Phrase(f"{but}no difference can be shown at {places_text(ties)}")])
    clauses += open_clauses(rows)
    phrases = [phrase for clause in clauses for phrase in [Phrase("; "), *clause]][1:]
    first = phrases[0]
    phrases[0] = Phrase(first.text[:1].upper() + first.text[1:], first.path)
    return [*phrases, Phrase(".")]
