# SPDX-License-Identifier: BSD-3-Clause
"""Who wins what, in sentences about all operations together."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from comops.reports.words.formats import factor_of, list_text
from comops.reports.words.phrases import Phrase
from comops.reports.words.sentences import OUTCOMES, Compared, Writing
from comops.statistics.verdicts import is_path

MANY = "threads", "processes"  # plurals
MOST = 6  # operations that are named; of more, only how many

Titled = tuple[str, Sequence[Compared]]  # an operation and its comparisons, by size


class Won(NamedTuple):
    """What a side wins: operations with their sizes, and the comparisons."""

    winner: str
    operations: list[str]
    rows: list[Compared]


def _stretches(rows: Sequence[Compared], winner: str) -> list[list[int]]:
    """Which rows a side wins, divided where another side wins."""
    stretches: list[list[int]] = [[]]
    for at, row in enumerate(rows):
        if row.winner == winner:
            stretches[-1].append(at)
        elif row.winner not in OUTCOMES and stretches[-1]:
            stretches.append([])
    return [stretch for stretch in stretches if stretch]


def range_text(rows: Sequence[Compared], won: Sequence[int], writing: Writing) -> str:
    """Up to 32K; from 4K; from 64 to 4K; at 8; mostly from 64 to 4K; of all, at every size."""
    first, last = (writing.size(rows[at].size) for at in (won[0], won[-1]))
    if len(won) == 1:
        return f"at {first}"
    mostly = "mostly " if won[-1] - won[0] + 1 > len(won) else ""
    begins, ends = won[0] == 0, won[-1] == len(rows) - 1
    if begins and ends:
        return "at every size" if len(won) == len(rows) else _share(rows, won)
    return mostly + (f"up to {last}" if begins else f"from {first}" if ends else
                     f"from {first} to {last}")


def _share(rows: Sequence[Compared], won: Sequence[object]) -> str:
    return f"at {len(won)} of {len(rows)} sizes"


def sizes_text(rows: Sequence[Compared], winner: str, writing: Writing) -> str:
    """At every size; up to 32K and at 4M; at 5 of 12 sizes; nothing without sizes."""
    won = [row for row in rows if row.winner == winner]
    stretches = _stretches(rows, winner) or [[at for at, row in enumerate(rows) if row in won]]
    if len(won) == len(rows):
        return " at every size" if len(rows) > 1 else ""
    if len(stretches) > 2 or 2 * len(won) <= stretches[-1][-1] - stretches[0][0]:
        return f" {_share(rows, won)}"
    return f" {' and '.join(range_text(rows, stretch, writing) for stretch in stretches)}"


def wins_of(tables: Iterable[Titled], writing: Writing) -> list[Won]:
    """What each side wins that wins anything, threads first. Tables with the same title are told
    together."""
    wins: dict[str, Won] = {}
    titled: dict[str, list[Sequence[Compared]]] = defaultdict(list)
    for title, rows in tables:
        titled[title].append(rows)
    for title, every in titled.items():
        rows = list(chain.from_iterable(every))
        for winner in dict.fromkeys(row.winner for row in rows if row.winner not in OUTCOMES):
            won_by = wins.setdefault(winner, Won(winner, [], []))
            won = [row for row in rows if row.winner == winner]
            won_by.operations.append(title + (
                sizes_text(rows, winner, writing) if len(every) == 1 else
                f" in {len(won)} of {len(rows)} comparisons" if len(won) < len(rows) else
                " in every comparison"))
            won_by.rows.extend(won)
    return sorted(wins.values(), key=lambda won: (not is_path(won.winner, "threads"), won.winner))


def factor_short(factor: float) -> str:
    """In few characters: 1.04, 2.3, 12."""
    if factor < 1.095:
        return f"{factor:.2f}"
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"


def factors_text(rows: Iterable[Compared]) -> str:
    """1.5 times; 1.2 to 2.0 times"""
    factors = sorted(factor_of(row.ratio) for row in rows)
    least, most = factor_short(factors[0]), factor_short(factors[-1])
    return f"{least} times" if least == most else f"{least} to {most} times"


def wins_sentences(tables: Sequence[Titled], name: Callable[[Sequence[Compared]], str],
                   writing: Writing) -> list[list[Phrase]]:
    """Threads win ping-pong up to 32K and reduce at every size: 21 of 60, by 1.3 to 1.9 times. And
    one more for each other side. Of a single operation that names a count, the count is left out.

    `name`: the winner of some comparisons as the subject of a sentence.
    """
    rows = [row for _, table in tables for row in table]
    sentences = []
    for won in wins_of(tables, writing):
        names, verb = won.operations, "win" if name(won.rows) in MANY else "wins"
        what = list_text(names) if len(names) <= MOST else f"{len(names)} operations"
        counted = len(names) == len(tables) == 1 and (" of " in what or "every" in what)
        count = "" if counted or len(rows) == 1 else f": {len(won.rows)} of {len(rows)}"
        sentences.append([Phrase(name(won.rows), won.winner), Phrase(
            f" {verb} {what}{count}, by {factors_text(won.rows)}.")])
    return sentences
