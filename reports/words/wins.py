# SPDX-License-Identifier: BSD-3-Clause
"""Who wins what, in sentences about all operations together."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from analysis.verdicts import is_path
from reports.words.formats import factor_of, list_text
from reports.words.phrases import Phrase, joined
from reports.words.sentences import OUTCOMES, TERMINAL, Compared, Writing

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
    found: list[list[int]] = [[]]
    for at, row in enumerate(rows):
        if row.winner == winner:
            found[-1].append(at)
        elif row.winner not in OUTCOMES and found[-1]:
            found.append([])
    return [some for some in found if some]


def _range(rows: Sequence[Compared], won: Sequence[int], writing: Writing) -> str:
    """up to 32K; from 4K; from 64 to 4K; at 8; mostly from 64 to 4K."""
    first, last = (writing.size(rows[at].size) for at in (won[0], won[-1]))
    if len(won) == 1:
        return f"at {first}"
    mostly = "mostly " if won[-1] - won[0] + 1 > len(won) else ""
    begins, ends = won[0] == 0, won[-1] == len(rows) - 1
    if begins and ends:
        return f"({len(won)} of {len(rows)})"
    return mostly + (f"up to {last}" if begins else f"from {first}" if ends else
                     f"from {first} to {last}")


def _sizes(rows: Sequence[Compared], winner: str, writing: Writing) -> str:
    """Nothing of all sizes; up to 32K and at 4M; (5 of 12)."""
    stretches = _stretches(rows, winner)
    won = sum(map(len, stretches))
    if won == len(rows):
        return ""
    if len(stretches) > 2 or 2 * won <= stretches[-1][-1] - stretches[0][0]:
        return f" ({won} of {len(rows)})"
    return f" {' and '.join(_range(rows, some, writing) for some in stretches)}"


def wins_of(tables: Iterable[Titled], writing: Writing = TERMINAL) -> list[Won]:
    """What each side wins that wins anything, threads first."""
    found: dict[str, Won] = {}
    for title, rows in tables:
        for winner in dict.fromkeys(row.winner for row in rows if row.winner not in OUTCOMES):
            one = found.setdefault(winner, Won(winner, [], []))
            one.operations.append(title + _sizes(rows, winner, writing))
            one.rows.extend(row for row in rows if row.winner == winner)
    return sorted(found.values(), key=lambda one: (not is_path(one.winner, "threads"), one.winner))


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


def _operations(names: Sequence[str]) -> str:
    return list_text(names) if len(names) <= MOST else f"{len(names)} operations"


def wins_sentence(tables: Sequence[Titled], name: Callable[[Sequence[Compared]], str],
                  writing: Writing = TERMINAL) -> list[Phrase]:
    """threads win ping-pong up to 32K and reduce: 21 of 60, by 1.3 to 1.9 times; MPI wins gather:
    12 of 60, by 1.1 to 2.4 times.

    `name`: the winner of some comparisons as the subject of a sentence.
    """
    rows = [row for _, some in tables for row in some]
    return joined(([Phrase(name(won.rows), won.winner),
                    Phrase(f" {'win' if name(won.rows) in MANY else 'wins'} "
                           f"{_operations(won.operations)}: {len(won.rows)} of {len(rows)}, by "
                           f"{factors_text(won.rows)}")] for won in wins_of(tables, writing)), "; ")
