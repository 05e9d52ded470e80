# SPDX-License-Identifier: BSD-3-Clause
"""Matrices of who is faster and by what factor: a row for each operation, a column for each size.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from comops.common.sizes import size_text
from comops.reports.answers.answer import Row
from comops.reports.answers.panels import Panel
from comops.reports.words.formats import number_text, path_text
from comops.reports.words.sentences import OUTCOMES, SYMBOLS
from comops.reports.words.wins import factor_short
from comops.results.cell import CellRecord
from comops.statistics.verdicts import OURS, is_path

WIDE, NARROW = 7, 6  # columns of a field: with a blank after its letter, or without
COLOURS = {"threads": "\033[34m", "mpi": "\033[33m", "shmem": "\033[35m"}
NORMAL = "\033[0m"


def letters_of(cells: Iterable[CellRecord]) -> dict[str, str]:
    """T of threads, M of MPI, P of processes, S of SHMEM; of another library a letter of its name.
    """
    letters: dict[str, str] = {}
    names = {path_text(*cell.key.implementation) for cell in cells}
    for name in sorted(names, key=lambda name: ("(" in name, not name.startswith("threads"), name)):
        base, _, library = name.partition("(")
        wanted = [letter for letter in library.upper() if letter.isalnum()] or [base[0].upper()]
        wanted += list("ABCDEFGHIJKLNOQRUVWXYZ")
        letters[name] = next(letter for letter in wanted if letter not in letters.values())
    return letters


@dataclass(frozen=True)
class Layout:
    """`sizes`: bytes of the columns; `label`: width of the first column."""

    sizes: list[int]
    label: int
    field: int
    letters: Mapping[str, str]
    colour: bool

    def painted(self, text: str, path: str) -> str:
        """Right-aligned in its column; coloured is only the text."""
        codes = (code for base, code in COLOURS.items() if self.colour and is_path(path, base))
        code = next(codes, "")
        padded = f"{text:>{self.field}}"
        return padded.replace(text, f"{code}{text}{NORMAL}") if code else padded

    def compared(self, row: Row) -> str:
        if row.winner in OUTCOMES:
            return self.painted(SYMBOLS[row.winner], "")
        factor = factor_short(row.factor)
        if row.winner == OURS:
            return self.painted(factor, "")
        blank = " " if self.field == WIDE and len(factor) < 5 else ""
        return self.painted(f"{self.letters[row.winner_name]}{blank}{factor}", row.winner)

    def row(self, name: str, fields: Mapping[int, str]) -> str:
        """An operation without sizes has its field in the first column."""
        if list(fields) == [0]:
            return f"{name:<{self.label}}{fields[0]}"
        empty = " " * self.field
        shown = "".join(fields.get(size, empty) for size in self.sizes)
        return f"{name:<{self.label}}{shown}".rstrip()

    @property
    def head(self) -> str:
        """At most five characters of the usual sizes: 8, 1K, 800k."""
        texts = [f"{size // 1000}k" if len(text) > 5 and size % 1000 == 0 else text
                 for size in self.sizes if size for text in [size_text(size)]]
        return f"{'bytes':<{self.label}}{''.join(f'{text:>{self.field}}' for text in texts)}"


def thinned(sizes: Sequence[int], most: int) -> list[int]:
    """At most so many: without those that are closest to their neighbours."""
    left = list(sizes)
    while len(left) > max(most, 2):
        inner = range(1, len(left) - 1)
        left.pop(min(inner, key=lambda at: left[at + 1] / left[at - 1]))
    return left


def layout_of(names: Iterable[str], sizes: Iterable[int], columns: int,
              letters: Mapping[str, str], colour: bool) -> Layout:
    """Wide fields if all sizes fit, else narrow ones and as many sizes as fit."""
    known = sorted(sizes)
    label = max(map(len, names), default=0) + 3
    for field in (WIDE, NARROW):
        if label + field * len(known) <= columns:
            return Layout(known, label, field, letters, colour)
    return Layout(thinned(known, (columns - label) // NARROW), label, NARROW, letters, colour)


def rows_of(panels: Iterable[Panel], name: str, layout: Layout) -> list[str]:
    return [layout.row(f"  {panel.titled}"[:layout.label], {row.size: layout.compared(row)
                                                          for row in panel.of(name)})
            for panel in panels if panel.of(name)]


def fastest_rows(panels: Iterable[Panel], layout: Layout) -> list[str]:
    """The time of the fastest protocol of each path."""
    return [layout.row(f"  {panel.titled}, {path_text(path)}", {
                row.size: layout.painted(number_text(row.best[path].time_us), path)
                for row in panel.rows if path in row.best})
            for panel in panels for path in sorted(panel.paths)]
