# SPDX-License-Identifier: BSD-3-Clause
"""The answer in words: one sentence for each operation and setting, and what it leaves open."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from analysis.answer import HEADLINE_PATH, TIE, UNKNOWN, Row, paths_in_order
from words.formats import list_text, number_text, path_text, size_text
from read.results import Cell

PLACES_NAMED = 3  # sizes named one by one in a sentence; of more, the first and last
PROTOCOLS_NAMED = 2  # protocols of one path named in a clause; of more, their number
RUNS_NAMED = 4  # changes of the winner told one by one; of more, each path's sizes together


class Phrase(NamedTuple):
    """A piece of a sentence; `path` where it names one, for its colour."""

    text: str
    path: str = ""


def runs(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, its consecutive rows); ties and unknowns do not end a run."""
    decided = [row for row in rows if row.winner not in (TIE, UNKNOWN)]
    for path, group in groupby(decided, key=lambda row: row.winner):
        yield path, list(group)


def scattered(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """(winner, all its rows), whatever lies between them."""
    for path in dict.fromkeys(path for path, _ in runs(rows)):
        yield path, [row for row in rows if row.winner == path]


def span_text(rows: Sequence[Row]) -> str:
    """The sizes of a run: at 8 B; from 8 B to 64 KiB; nothing for a pattern without sizes."""
    first, last = rows[0].size, rows[-1].size
    if last == 0:
        return ""
    if first == last:
        return f" at {size_text(first)}"
    return f" from {size_text(first)} to {size_text(last)}"


def places_text(rows: Sequence[Row]) -> str:
    """Scattered sizes: at 8 B, 64 B and 4 KiB; at 5 sizes between 8 B and 4 KiB."""
    names = list(dict.fromkeys(size_text(row.size) for row in rows))
    if rows[-1].size == 0:
        return ""
    if len(names) > PLACES_NAMED:
        return f" at {len(names)} sizes between {names[0]} and {names[-1]}"
    return f" at {list_text(names)}"


def factor_text(rows: Sequence[Row]) -> str:
    """The factors of a run: by a factor of 1.80; by factors of 1.80 to 3.21."""
    factors = [row.factor for row in rows]
    low, high = number_text(min(factors)), number_text(max(factors))
    return f"by a factor of {low}" if low == high else f"by factors of {low} to {high}"


def protocols_text(cells: Iterable[Cell]) -> str:
    """The protocols that stood for one path: (put); (put or get); (4 protocols)."""
    names = list(dict.fromkeys(cell.key.protocol for cell in cells))
    if len(names) > PROTOCOLS_NAMED:
        return f"({len(names)} protocols)"
    text = " or ".join(names)
    return text if text.startswith("(") and len(names) == 1 else f"({text})"


def sides_text(cells: Sequence[Cell]) -> str:
    """The paths of some cells with their protocols: MPI (put) or SHMEM (get)."""
    paths = paths_in_order(cell.key.path for cell in cells)
    sides = (
        f"{path_text(path)} {protocols_text(c for c in cells if c.key.path == path)}"
        for path in paths
    )
    return " or ".join(sides)


def winner_phrases(path: str, where: str, rows: Sequence[Row]) -> list[Phrase]:
    """MPI (put) is faster than threads (lock) from 64 KiB to 4 MiB, by factors of 1.1 to 1.6."""
    verb = "are" if path == HEADLINE_PATH else "is"
    protocols = protocols_text(row.best[path] for row in rows)
    losers = sides_text([row.loser for row in rows])
    rest = f" {protocols} {verb} faster than {losers}{where}, {factor_text(rows)}"
    return [Phrase(path_text(path), path), Phrase(rest)]


def winner_clauses(rows: Sequence[Row]) -> list[list[Phrase]]:
    """Who is faster where: one clause a run, or one a path where runs are many."""
    if len(list(runs(rows))) > RUNS_NAMED:
        return [winner_phrases(p, places_text(group), group) for p, group in scattered(rows)]
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
        clauses.append([Phrase(f"not compared{places_text(unpaired)}")])
    if bare:
        clauses.append([Phrase(f"no interval, so no winner,{places_text(bare)}".rstrip(","))])
    return clauses


def sentence(rows: Sequence[Row]) -> list[Phrase]:
    """The answer for one setting, as one sentence in pieces."""
    if not rows:
        return [Phrase("No valid cell.")]
    clauses = winner_clauses(rows)
    ties = [row for row in rows if row.winner == TIE]
    if ties:
        sides = {f"{sides_text([r.ours])} and {sides_text([r.other])}" for r in ties}
        between = f" between {sides.pop()}" if len(sides) == 1 else ""
        where = span_text(rows) if len(ties) == len(rows) else places_text(ties)
        but = "but " if clauses else ""
        clauses.append([Phrase(f"{but}no difference can be shown{between}{where}")])
    clauses += open_clauses(rows)
    phrases = [phrase for clause in clauses for phrase in [Phrase("; "), *clause]][1:]
    first = phrases[0]
    phrases[0] = Phrase(first.text[:1].upper() + first.text[1:], first.path)
    return [*phrases, Phrase(".")]
