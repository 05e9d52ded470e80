# SPDX-License-Identifier: BSD-3-Clause
"""Ratios over message size: a line for each verdict, all in one direction, in neutral ink.

A ratio is always the time of another path / that of the first side: above 1, the latter is
faster.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reports.answers.answer import BEST, Row
from reports.answers.panels import Panel
from reports.answers.series import DASHES, INK, PAPER, SYMBOLS
from analysis.verdicts import KINDS
from records.pairs import Pair
from reports.words.formats import path_text

SAME_CODE = "same-code"
FURTHER = tuple(KINDS).index(SAME_CODE) + 1  # the first look of a further path


@dataclass(frozen=True, slots=True)
class RatioLine:
    """Rows with a pair each; `look` says how it is drawn, alike in all charts of a page.

    Several `names` where several verdicts compare the same cells.
    """

    names: tuple[str, ...]
    look: int
    points: tuple[tuple[Row, Pair], ...]

    @property
    def name(self) -> str:
        return " = ".join(self.names)

    @property
    def symbol(self) -> str:
        return SYMBOLS[self.look % len(SYMBOLS)]

    @property
    def dash(self) -> tuple[int, ...]:
        return DASHES[self.look % len(DASHES)]

    @property
    def fill(self) -> str:
        """Filled for the comparison of the paper alone."""
        return PAPER if self.look else INK


def points_of(panel: Panel, verdict: str, path: str = "") -> tuple[tuple[Row, Pair], ...]:
    """The rows of a verdict that have a pair: that with `path`, or with the fastest other one."""
    found = (
        (row, row.pairs.get(path or row.other.key.path))
        for row in panel.verdicts[verdict]
        if row.size and row.ours and row.other
    )
    return tuple((row, pair) for row, pair in found if pair and (not pair.ci95 or pair.ci95[0] > 0))


def lines_of_verdicts(panel: Panel) -> Iterator[RatioLine]:
    others = panel.other_paths
    for look, (verdict, kind) in enumerate(KINDS.items()):
        if verdict == BEST and len(others) > 1:
            for at, path in enumerate(others):
                name = f"{kind.title}, {path_text(path)}"
                yield RatioLine((name,), FURTHER + at, points_of(panel, verdict, path))
        else:
            yield RatioLine((kind.title,), look, points_of(panel, verdict))


def compared(line: RatioLine) -> list[tuple[object, object]]:
    return [(pair.a, pair.b) for _, pair in line.points]


def ratio_lines(panel: Panel) -> list[RatioLine]:
    """The lines of a panel; two that compare the same cells at every size are one."""
    lines: list[RatioLine] = []
    for line in lines_of_verdicts(panel):
        same = next((one for one in lines if compared(one) == compared(line)), None)
        if same:
            lines[lines.index(same)] = replace(same, names=same.names + line.names)
        elif line.points:
            lines.append(line)
    return lines
