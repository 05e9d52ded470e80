# SPDX-License-Identifier: BSD-3-Clause
"""Both sides of a verdict at one size: their costs, and whether these explain the outcome."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reports.answers.answer import BEST, PAPER, Row
from reports.answers.panels import Panel
from reports.answers.why import Line, large_size, small_size, times_text
from analysis.verdicts import KINDS
from records.findings import EQUIVALENT, UNDECIDED
from reports.words.verdicts import NOT_COMPARED

EXPLAINED = PAPER, BEST
LONG, SHORT = ("copies",), ("waits", "lines")  # what is declared of a long and a short message


class Account(NamedTuple):
    """A verdict at one size: the costs of both sides, and the conclusion."""

    title: str
    row: Row
    sides: tuple[Line, Line]
    names: tuple[str, ...]

    @property
    def needs(self) -> list[str]:
        return [", ".join(need_text(line, name) for name in self.names) for line in self.sides]

    @property
    def conclusion(self) -> str:
        """Whether the needs explain the outcome: by the first of them in which the sides differ."""
        needs = [(name, [line.known(name) for line in self.sides]) for name in self.names]
        if self.row.winner == UNDECIDED:
            return ""
        if any(None in both for _, both in needs):
            return "not all is known"
        name, both = next(((name, both) for name, both in needs if both[0] != both[1]), ("", []))
        if not name or self.row.winner == EQUIVALENT:
            explained = (not name) == (self.row.winner == EQUIVALENT)
            return f"{'yes' if explained else 'no'}: {'different' if name else 'equal'} needs"
        less = self.sides[both[0] > both[1]].path == self.row.winner
        return f"yes: fewer {name}" if less else f"no: more {name}"


def need_text(line: Line, name: str) -> str:
    """copied twice; copied twice inside MPI; 2 waits; lines inside MPI; nothing declared."""
    value = line.known(name)
    inside = f" inside {line.runtime}" if line.value(name) is None and line.runtime else ""
    if name == "copies":
        return f"copied {'' if value is None else times_text(value)}".strip() + inside
    if value is None:
        return f"{name}{inside or ' not declared'}"
    return f"{value:g} {name if value != 1 else name[:-1]}"


def accounts_of(panel: Panel, lines: Sequence[Line]) -> Iterator[Account]:
    """The verdicts of the long and of the short message of which anything is declared."""
    by_name = {(line.path, line.protocol): line for line in lines}
    for verdict in EXPLAINED:
        for names, size in ((LONG, large_size(panel.rows)), (SHORT, small_size(panel.rows))):
            rows = [row for row in panel.verdicts[verdict] if row.size == size]
            for row in rows[:1]:
                if row.winner == NOT_COMPARED:
                    continue
                sides = tuple(by_name[one.key.implementation] for one in (row.ours, row.other))
                if not all(line.undeclared for line in sides):
                    yield Account(KINDS[verdict].title, row, sides, names)
