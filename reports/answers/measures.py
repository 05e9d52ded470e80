# SPDX-License-Identifier: BSD-3-Clause
"""What charts show: of a cell its time, rate, messages per second or overlap; of two the ratio.

A ratio is always the time of another path / that of the first side: above 1, the latter is faster.
Ratios have a line for each verdict, in neutral ink.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from comops.reports.answers.panels import Measured, Panel
from comops.reports.words.formats import path_text
from comops.results.cell import CellRecord
from comops.results.findings import PairRecord
from comops.statistics.intervals import median, median_interval
from comops.statistics.verdicts import BEST, KINDS, SAME_CODE, other_side

MILLION = 1e6  # messages, the unit in which they are shown
FURTHER = tuple(KINDS).index(SAME_CODE) + 1  # the first look of a further path


class Measure(NamedTuple):
    """A kind of chart over message size; `of` gives a cell's value, None where it has none."""

    title: str
    note: str
    of: Callable[[CellRecord], Measured | None]


def rate_of_messages(cell: CellRecord) -> Measured | None:
    """Million messages per second."""
    if not cell.messages_per_s:
        return None
    millions = cell.messages_per_s / MILLION
    return millions, cell.inverse_ci95(millions)


def overlap_of(cell: CellRecord) -> Measured | None:
    """Per cent of the shorter one of exchange and computing."""
    return cell.overlap and (cell.overlap.percent, cell.overlap.ci95)


def first_of(cell: CellRecord) -> Measured | None:
    """Its first run in a launch, microseconds, what a program pays that communicates once: the
    median over the launches."""
    known = [us for us in cell.first_us or () if us is not None]
    return (median(known), median_interval(known)) if known else None


MEASURES = {
    "time": Measure("Time", "lower is better", lambda cell: (cell.time_us, cell.ci95_us)),
    "rate": Measure("Rate", "higher is better",
                    lambda cell: (cell.rate_MBps, cell.rate_ci95) if cell.rate_MBps else None),
    "messages": Measure("Messages per second", "of all pairs together; higher is better",
                        rate_of_messages),
    "overlap": Measure("Overlap", "how much of the exchange or of the computing, whichever is "
                       "shorter, is hidden; higher is better", overlap_of),
}


def kinds_of(panels: Iterable[Panel]) -> list[str]:
    """The names of MEASURES for which any cell of these panels has a value."""
    cells = [cell for panel in panels for cell in panel.cells]
    return [kind for kind, measure in MEASURES.items() if any(map(measure.of, cells))]


def by_size(panel: Panel, of: Callable[[CellRecord], Measured | None]
            ) -> list[tuple[tuple[str, str], list[Measured | None]]]:
    """Each path and protocol that has a value, with those at the panel's sizes."""
    known = {(cell.key.implementation, cell.key.bytes): of(cell) for cell in panel.cells}
    lines = [(line.implementation, [known.get((line.implementation, size)) for size in panel.sizes])
             for line in panel.series]
    return [(implementation, values) for implementation, values in lines if any(values)]


@dataclass(frozen=True, slots=True)
class RatioLine:
    """Ratios; `look` says how they are drawn, alike in all charts of a page: filled for the
    comparison of the paper alone, 0.

    Several `names` where several verdicts compare the same cells.
    """

    names: tuple[str, ...]
    look: int
    points: tuple[PairRecord, ...]

    @property
    def name(self) -> str:
        return " = ".join(self.names)


def ratio_lines(panel: Panel) -> list[RatioLine]:
    """The lines of a panel: of each verdict that of the fastest other path, of the best that of
    each; two that compare the same cells at every size are one."""
    wanted: list[tuple[str, int, str, str]] = []  # names, looks, verdicts, other paths
    for look, (verdict, kind) in enumerate(KINDS.items()):
        if verdict == BEST and len(other_side(panel.paths)) > 1:
            wanted += [(f"{kind.title}, {path_text(path)}", FURTHER + at, verdict, path)
                       for at, path in enumerate(other_side(panel.paths))]
        else:
            wanted.append((kind.title, look, verdict, ""))
    lines: dict[tuple[Any, ...], RatioLine] = {}
    for name, look, verdict, path in wanted:
        points = tuple(
            pair for row in panel.verdicts[verdict] if row.size and row.ours and row.other
            and (pair := row.pairs.get(path or row.other.key.path))
            and (not pair.ci95 or pair.ci95[0] > 0))
        cells = tuple((pair.a, pair.b) for pair in points)
        if points:
            line = lines.setdefault(cells, RatioLine((), look, points))
            lines[cells] = replace(line, names=(*line.names, name))
    return list(lines.values())
