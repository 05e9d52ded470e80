# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines side by side: times over ranks, who is faster, and where the time went; and
one by one: what was decided on each, and the gain of another than the first for each path."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from comops.reports.answers.across import largest
from comops.reports.answers.answer import Row, tally, total_sentence
from comops.reports.answers.panels import Operation, Panel, selected
from comops.reports.answers.verdict_maps import Field, field_of, total_rows
from comops.reports.words.formats import bracketed, number_text, path_text, picked
from comops.reports.words.phrases import Phrase, joined
from comops.reports.words.sentences import EQUIVALENT, PAGE, PlacedCell, placed_text
from comops.reports.words.settings import parameter_text
from comops.results.cell import CellRecord
from comops.results.cell_parts import PARTS
from comops.statistics.decisions import decision_exact
from comops.statistics.verdicts import BEST, HEADLINE_PATH, KINDS, PAPER, paths_in_order

DRAWN_MOST = 4  # machines in one chart
UNFOLDED_MOST = 2  # machines that are not folded
SIZES_DRAWN = 4  # of an operation; the results file has all
COMPARED = (PAPER, BEST)  # the verdicts that are shown machine by machine

# Machines, each with a row for each verdict of COMPARED, None if it has none.
MachineRows = list[tuple[str, list[Row | None]]]


def sizes_drawn(panels: Iterable[Panel]) -> list[int]:
    """All sizes; of more than SIZES_DRAWN the smallest, the largest and some between."""
    return picked(sorted({size for panel in panels for size in panel.sizes}), SIZES_DRAWN)


# ---- charts and tables of all machines together -----------------------------------------------


class OverRanks(NamedTuple):
    """One operation, size and verdict: for each path of each machine its fastest cells over ranks.
    """

    title: str  # of the verdict
    size: int
    sides: dict[tuple[str, str], list[CellRecord]]  # by path and machine

    @property
    def protocols(self) -> str:
        """The protocols of all machines: threads (direct), MPI (library) or (sendrecv)."""
        names: dict[str, dict[str, None]] = defaultdict(dict)
        for (path, _), cells in self.sides.items():
            names[path] |= dict.fromkeys(cell.key.protocol for cell in cells)
        return ", ".join(f"{path_text(path, *ways)} {' or '.join(map(bracketed, ways))}"
                         for path, ways in names.items())


def charts_of(panels: Sequence[Panel], verdict: str) -> list[OverRanks]:
    """A chart of each size, unless there are many machines; a line of it has at least two points.
    """
    machines = {panel.setting.placement for panel in panels}
    charts = []
    for size in sizes_drawn(panels) if len(machines) <= DRAWN_MOST else ():
        sides: dict[tuple[str, str], list[CellRecord]] = defaultdict(list)
        for panel in panels:  # of each machine in the order of ranks
            for row in panel.verdicts[verdict]:
                for path, cell in row.best.items() if row.size == size else ():
                    sides[path, panel.setting.placement].append(cell)
        lines = {side: cells for side, cells in sides.items() if len(cells) > 1}
        charts += [OverRanks(KINDS[verdict].title, size, lines)] if lines else []
    return charts


def machine_rows(panels: Sequence[Panel]) -> Iterator[tuple[int, MachineRows]]:
    """Sizes, and the machines of each."""
    for size in sorted({size for panel in panels for size in panel.sizes}):
        yield size, [
            (panel.setting.placement,
             [next((row for row in panel.verdicts[name] if row.size == size), None)
              for name in COMPARED]) for panel in panels if size in panel.sizes]


# ---- where the time went ----------------------------------------------------------------------


class Bar(NamedTuple):
    """Where the time of a cell went; `length` of 1 is that of the slowest machine in its row."""

    cell: CellRecord
    length: float

    @property
    def shares(self) -> list[tuple[str, float, str]]:
        """The name, the share of 1, and the words of each part."""
        where = self.cell.where
        total = sum(where.values())
        return [(name, us / total, f"{words} {number_text(us)} µs ({100 * us / total:.0f} %)")
                for name, (_, words) in PARTS.items() if (us := where[name])]

    @property
    def words(self) -> str:
        return "; ".join(words for _, _, words in self.shares)


Bars = tuple[str, int, list[Bar]]  # a machine, its ranks, and the same rows as others have


def _row(cell: CellRecord) -> tuple[Any, ...]:
    key = cell.key
    return key.bytes, key.path != HEADLINE_PATH, key.path, key.protocol


def bars_of(panels: Sequence[Panel], verdict: str) -> Iterator[list[Bars]]:
    """For each machine, the fastest cell of each path at the sizes drawn, then all others, which
    have a row for each protocol."""
    sizes = sizes_drawn(panels)
    cells = [[cell for cell in panel.cells if cell.where and cell.key.bytes in sizes]
             for panel in panels]
    best = {cell for panel in panels for row in panel.verdicts[verdict]
            for cell in row.best.values()}
    for fastest, length in ((True, 3), (False, 4)):
        drawn = [[cell for cell in group if (cell in best) == fastest] for group in cells]
        longest: dict[tuple[Any, ...], float] = defaultdict(float)
        for cell in chain(*drawn):
            longest[_row(cell)[:length]] = max(cell.time_us, longest[_row(cell)[:length]])
        yield [(panel.setting.placement, panel.setting.ranks, [
                   Bar(cell, cell.time_us / longest[_row(cell)[:length]])
                   for cell in sorted(group, key=_row)])
               for panel, group in zip(panels, drawn, strict=True) if group]


def simulated_of(operations: Sequence[Operation]) -> Iterator[dict[str, Any]]:
    """Every operation, apart for each of its parameters: its charts by verdict, its table at
    `ranks`; the bars of the fastest protocol of each path in the verdict `shown`, and of the rest.
    """
    for operation in operations:
        groups: dict[str, list[Panel]] = defaultdict(list)
        for panel in operation.panels:
            groups[parameter_text(panel.setting)].append(panel)
        for panels in groups.values():
            most = largest(panels)
            shown = PAPER if any(panel.verdicts[PAPER] for panel in panels) else BEST
            fastest, others = bars_of(most, shown)
            yield {
                "title": panels[0].title, "ranks": max(panel.setting.ranks for panel in most),
                "several": len(most) > 1, "shown": shown,
                "charts": {name: charts_of(panels, name) for name in COMPARED},
                "machines": list(machine_rows(most)), "fastest": fastest, "others": others}


# ---- each machine by itself -------------------------------------------------------------------


def machines_of(operations: Iterable[Operation]) -> list[str]:
    """The names of the machines, in their order."""
    return sorted({panel.setting.placement for operation in operations
                   for panel in operation.panels})


def shares_of(operations: Sequence[Operation], verdict: str
              ) -> list[tuple[str, dict[str, int], list[Phrase]]]:
    """The result of a verdict on each machine on which something was compared: counts, sentence."""
    shares = []
    for machine in machines_of(operations):
        here = selected(operations, lambda panel: panel.setting.placement == machine)
        if rows := total_rows(here, verdict):
            shares.append((machine, tally(rows), total_sentence(rows)))
    return shares


class Gain(NamedTuple):
    """A path at one size: its time on the first machine divided by that on the other."""

    path: str
    size: int
    first: CellRecord
    other: CellRecord

    @property
    def placed(self) -> PlacedCell:
        ratio = self.other.time_us / self.first.time_us
        return PlacedCell(self.path, self.other.key.protocol, self.size, ratio, None,
                          decision_exact(ratio))

    @property
    def field(self) -> Field:
        """As in a map; no path is the winner where it is slower on the other machine."""
        times = " and ".join(
            f"{cell.key.placement} {bracketed(cell.key.protocol)} {number_text(cell.time_us)} µs"
            for cell in (self.first, self.other)
        )
        factor = self.first.time_us / self.other.time_us
        winner = self.path if factor > 1 else ""
        return field_of(EQUIVALENT if self.placed.decision == EQUIVALENT else winner, factor,
                        f"{path_text(self.path, self.other.key.protocol)}: {times}")


def sentence_of(gains: Sequence[Gain]) -> list[Phrase]:
    """With 16 ranks on crossbar:16 instead of bus:16: threads faster in 12 (1.1 to 4.9 times, the
    most for threads (direct) at 64 KiB), equivalent in 3 of 15 comparisons; MPI ..."""
    first, other = gains[0].first.key, gains[0].other.key
    where = f"With {first.ranks} ranks on {other.placement} instead of {first.placement}: "
    clauses = []
    for path in paths_in_order(gain.path for gain in gains):
        cells = [gain.placed for gain in gains if gain.path == path]
        name = path_text(path, *(cell.protocol for cell in cells))
        clauses.append([Phrase(name, path), Phrase(f" {placed_text(cells, PAGE)}")])
    return [Phrase(where), *joined(clauses, "; "), Phrase(".")]


def contrast_of(operations: Sequence[Operation], machines: tuple[str, str], verdict: str
                ) -> Iterator[dict[str, Any]]:
    """Two machines with the most ranks that both have, by the protocols of one verdict; nothing if
    it compares nothing there. `tables`: of each operation the paths, with a field for each size,
    None if it was not simulated."""
    first, other = ({(panel.setting.ranks, panel.title): panel for operation in operations
                     for panel in operation.panels if panel.setting.placement == machine}
                    for machine in machines)
    most = max((ranks for ranks, _ in first.keys() & other.keys()), default=0)
    gains: dict[str, list[Gain]] = {}  # of the fastest cells of each path and size, by operation
    for place in (place for place in first if place in other and place[0] == most):
        here, there = ({(row.size, path): cell for row in panel.verdicts[verdict]
                        for path, cell in row.best.items()}
                       for panel in (first[place], other[place]))
        gains[place[1]] = [Gain(path, size, here[size, path], there[size, path])
                           for size, path in here if (size, path) in there]
    every = [gain for listed in gains.values() for gain in listed]
    if not every:
        return
    sizes, tables = sorted({gain.size for gain in every}), []
    for title, listed in gains.items():
        fields = {(gain.path, gain.size): gain.field for gain in listed}
        tables.append((title, [(path, [fields.get((path, size)) for size in sizes])
                               for path in paths_in_order(gain.path for gain in listed)]))
    yield {"machines": machines, "title": KINDS[verdict].title, "sentence": sentence_of(every),
           "sizes": sizes, "tables": tables}


def contrasts_of(operations: Sequence[Operation]) -> list[dict[str, Any]]:
    """The first machine and each other one, by each verdict; nothing with many machines."""
    first, *others = machines_of(operations)
    return [contrast for other in (others if len(others) < DRAWN_MOST else ())
            for verdict in COMPARED
            for contrast in contrast_of(operations, (first, other), verdict)]
