# SPDX-License-Identifier: BSD-3-Clause
"""The answer in words: one sentence for each operation and setting, one for all together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from reports.answers.answer import (
    EQUAL,
    HEADLINE_PATH,
    MARGIN_TEXT,
    OPEN,
    OUTCOMES,
    Row,
    first_side,
    other_side,
    paths_in_order,
)
from records.read import Cell
from reports.words.formats import base_of, bracketed, list_text, number_text, path_text, size_text

SIZES_NAMED = 3  # sizes listed in a sentence; of more, their number and range
PROTOCOLS_NAMED = 2  # protocols of a path listed in a clause; of more, their number
RUNS_NAMED = 4  # changes of the winner listed in order; with more, the sizes of each path together


class Phrase(NamedTuple):
    """A piece of a sentence; `path` where it names one, for its colour."""

    text: str
    path: str = ""


def capitalized(phrases: Sequence[Phrase]) -> list[Phrase]:
    first = phrases[0]
    return [Phrase(first.text[:1].upper() + first.text[1:], first.path), *phrases[1:]]


def runs(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, its consecutive rows); ties and unknowns do not end a run."""
    decided = [row for row in rows if row.winner not in OUTCOMES]
    for path, group in groupby(decided, key=lambda row: row.winner):
        yield path, list(group)


def rows_by_winner(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, all its rows), consecutive or not."""
    for path in dict.fromkeys(path for path, _ in runs(rows)):
        yield path, [row for row in rows if row.winner == path]


def range_text(rows: Sequence[Row]) -> str:
    """The sizes of a run: at 8 B; from 8 B to 64 KiB; nothing for a pattern without sizes."""
    first, last = rows[0].size, rows[-1].size
    if last == 0:
        return ""
    if first == last:
        return f" at {size_text(first)}"
    return f" from {size_text(first)} to {size_text(last)}"


def sizes_text(rows: Sequence[Row]) -> str:
    """Separate sizes: at 8 B, 64 B and 4 KiB; at 5 sizes between 8 B and 4 KiB."""
    names = list(dict.fromkeys(size_text(row.size) for row in rows))
    if rows[-1].size == 0:
        return ""
    if len(names) > SIZES_NAMED:
        return f" at {len(names)} sizes between {names[0]} and {names[-1]}"
    return f" at {list_text(names)}"


def where_text(some: Sequence[Row], rows: Sequence[Row]) -> str:
    """The range of a run, or its sizes one by one where others lie between them."""
    within = [row for row in rows if some[0].size <= row.size <= some[-1].size]
    return range_text(some) if len(within) == len(some) else sizes_text(some)


def factor_text(rows: Sequence[Row]) -> str:
    """The factors of a run: by a factor of 1.80; by factors of 1.80 to 3.21."""
    least, most = (of(rows, key=lambda row: row.factor) for of in (min, max))
    low, high = (number_text(row.factor, row.factor_ci95) for row in (least, most))
    return f"by a factor of {low}" if low == high else f"by factors of {low} to {high}"


def protocols_text(cells: Iterable[Cell]) -> str:
    """The protocols of one path: (put); (put or get); (4 protocols)."""
    names = list(dict.fromkeys(cell.key.protocol for cell in cells))
    if len(names) > PROTOCOLS_NAMED:
        return f"({len(names)} protocols)"
    return bracketed(names[0]) if len(names) == 1 else f"({' or '.join(names)})"


def sides_text(paths: Iterable[str]) -> tuple[str, str]:
    """What is compared: threads; the faster of MPI and SHMEM."""
    ordered = paths_in_order(paths)
    return side_text(first_side(ordered)), side_text(other_side(ordered))


def side_text(paths: Sequence[str]) -> str:
    names = list_text(list(map(path_text, paths)))
    degree = "faster" if len(paths) == 2 else "fastest"
    return names if len(paths) < 2 else f"the {degree} of {names}"


def cells_text(cells: Sequence[Cell]) -> str:
    """The paths of some cells with their protocols: MPI (put) or SHMEM (get)."""
    paths = paths_in_order(cell.key.path for cell in cells)
    named = (
        f"{path_text(path)} {protocols_text(c for c in cells if c.key.path == path)}"
        for path in paths
    )
    return " or ".join(named)


def winner_clause(path: str, where: str, rows: Sequence[Row]) -> list[Phrase]:
    """MPI (put) is faster than threads (lock) from 64 KiB to 4 MiB, by factors of 1.1 to 1.6."""
    verb = "are" if base_of(path) == HEADLINE_PATH else "is"
    protocols = protocols_text(row.best[path] for row in rows)
    losers = cells_text([row.loser for row in rows])
    rest = f" {protocols} {verb} faster than {losers}{where}, {factor_text(rows)}"
    return [Phrase(path_text(path), path), Phrase(rest)]


def winner_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """A clause for each run, or for each path where there are many runs."""
    if len(list(runs(rows))) > RUNS_NAMED:
        return [winner_clause(p, sizes_text(group), group) for p, group in rows_by_winner(rows)]
    return [winner_clause(p, where_text(group, rows), group) for p, group in runs(rows)]


def sides_of(rows: Sequence[Row], joined: str) -> str:
    """Both sides where they are the same in all rows, with blanks around; else nothing."""
    sides = {f" {cells_text([row.ours])}{joined}{cells_text([row.other])}" for row in rows}
    return sides.pop() if len(sides) == 1 else ""


def open_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """Where no path is faster: equivalent within 5 %, and undecided."""
    clauses = []
    for outcome in (EQUAL, OPEN):
        some = [row for row in rows if row.winner == outcome and (row.ci95 or row.simulated)]
        if not some:
            continue
        where = range_text(rows) if len(some) == len(rows) else sizes_text(some)
        if outcome == EQUAL:
            sides = sides_of(some, " and ") or " both sides"
            clauses.append([Phrase(f"{sides[1:]} are equivalent within {MARGIN_TEXT}{where}")])
        else:
            sides = sides_of(some, " or ")
            what = f" whether{sides} is faster" if sides else ""
            clauses.append([Phrase(f"undecided{what}{where}")])
    return clauses


def unknown_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """The sizes without a pair record, or without its interval."""
    unpaired = [row for row in rows if row.ratio is None]
    bare = [row for row in rows if row.winner == OPEN and row.ci95 is None and not row.simulated]
    paths = {path_text(c.key.path) for row in rows for c in row.cells}
    clauses = []
    if len(unpaired) == len(rows) and len(paths) == 1:
        clauses.append([Phrase(f"only {paths.pop()} was measured, so there is no comparison")])
    elif unpaired:
        clauses.append([Phrase(f"not compared{sizes_text(unpaired)}")])
    if bare:
        clauses.append([Phrase(f"undecided for lack of an interval{sizes_text(bare)}")])
    return clauses


def sentence(rows: Sequence[Row]) -> list[Phrase]:
    """The answer for one setting, as one sentence in pieces."""
    if not rows:
        return [Phrase("No valid cell.")]
    winners = winner_clauses(rows)
    clauses = [*winners, *open_clauses(rows), *unknown_clauses(rows)]
    phrases = [phrase for clause in clauses for phrase in [Phrase("; "), *clause]][1:]
    return [*capitalized(phrases), Phrase(".")]


def total_sentence(counts: Mapping[str, int]) -> list[Phrase]:
    """Threads faster at 20, MPI faster at 3, undecided at 2 of 25 comparisons."""
    phrases = []
    for winner, count in counts.items():
        if winner in OUTCOMES:
            named = [Phrase(f"{OUTCOMES[winner]} at {count}")]
        else:
            named = [Phrase(path_text(winner), winner), Phrase(f" faster at {count}")]
        phrases += [Phrase(", "), *named]
    if not phrases:
        return [Phrase("Nothing was compared.")]
    return [*capitalized(phrases[1:]), Phrase(f" of {sum(counts.values())} comparisons.")]
