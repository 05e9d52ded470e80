# SPDX-License-Identifier: BSD-3-Clause
"""Patterns by protocols: which implementations a path has, and why it lacks the others."""

from typing import TYPE_CHECKING

from comops.reports.words.escape import markdown_row

if TYPE_CHECKING:
    from comops.results.plan import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _label(index: int) -> str:
    """a to z, then aa, ab ..."""
    before = LETTERS[index // 26 - 1] if index >= 26 else ""
    return before + LETTERS[index % 26]


class Matrix:
    """Protocols of a family share a column. `reasons` for empty cells, in order of appearance."""

    def __init__(self, path: "Path") -> None:
        self.path, self.reasons = path, []
        self.columns = list(dict.fromkeys(offer.family or offer.protocol for offer in path.offers))
        self.families = {offer.family for offer in path.offers}

    def cell(self, column: str, pattern: str) -> str:
        """`yes`, the number of a family's protocols, or the label of the reason."""
        offers = sum((offer.family or offer.protocol) == column and offer.pattern == pattern
                     for offer in self.path.offers)
        reason = self.path.reason(column, pattern)
        if offers:
            return str(offers) if column in self.families else "yes"
        if not reason:
            return "?"
        if reason not in self.reasons:
            self.reasons.append(reason)
        return _label(self.reasons.index(reason))

    def rows(self, patterns: list[str]) -> list[list[str]]:
        return [[name, *(self.cell(column, name) for column in self.columns)] for name in patterns]


def matrix_markdown(path: "Path", patterns: list[str]) -> str:
    if path.missing:
        return f"\nPath {path.label} is missing: {path.missing}\n"
    matrix = Matrix(path)
    rows = [["pattern", *matrix.columns], ["---"] * (1 + len(matrix.columns)),
            *matrix.rows(patterns)]
    lines = [f"\n## Path {path.label}: {len(path.offers)} implementations\n",
             *map(markdown_row, rows), ""]
    lines += [f"- {_label(at)}: {reason}" for at, reason in enumerate(matrix.reasons)]
    return "\n".join(lines) + "\n"
