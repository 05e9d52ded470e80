# SPDX-License-Identifier: BSD-3-Clause
"""Operations, their panels by setting, and how both are named: what the terminal, the page and the
exports show of campaigns."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from comops.reports.answers.answer import COMPARED, Row, rows_of, said_once, sides_text, winner_text
from comops.reports.answers.series import Series, drawn_first, series_of
from comops.reports.words.formats import Number, column, list_text, path_text
from comops.reports.words.phrases import Phrase
from comops.reports.words.sentences import sentence
from comops.reports.words.settings import (Setting, campaigns_labelled, label_of, parameter_text,
                                           setting_of, title_of, varying)
from comops.results.cell import CellRecord
from comops.results.findings import CrossoverRecord, FitRecord
from comops.results.keys import CellKey, Interval
from comops.results.read import Campaign
from comops.statistics.verdicts import (BEST, HEADLINE_PATH, KINDS, PAPER as AS_PAPER, base_of,
                                        paths_in_order)

PAPER = ("pingpong", "broadcast", "reduce", "gather", "scatter")  # Luo's five, in his order
CAPTION = {"placement", "ranks", "buffers", "consume", "method"}  # what every caption names

SMALL = 8  # bytes for which `lines` and `waits` are declared; 0 in a pattern without sizes
LARGE = 65536  # bytes of the shortest long message
PAPER_SIZE = 800000  # the long message shown where it was measured

Measured = tuple[float, Interval | None]


class Legend:
    """What has a `series` of its own. Charts first show those in `drawn`."""

    series: list[Series]
    drawn: set[tuple[str, str]]

    @property
    def legend(self) -> dict[str, list[Series]]:
        """The series of each path."""
        return {path: [line for line in self.series if line.path == path]
                for path in dict.fromkeys(line.path for line in self.series)}

    @property
    def shown_first(self) -> list[Series]:
        return [line for line in self.series if line.implementation in self.drawn]


@dataclass(frozen=True, eq=False)
class Panel(Legend):
    """One operation under one setting: the rows of its comparisons, by their names, and its series.

    `label` names the placement and what differs from other panels; `short` leaves out a placement
    that all share, and how data are consumed where that differs only in operations without data.
    """

    name: str
    pattern: str
    setting: Setting
    label: str
    short: str
    caption: str
    campaign: Campaign
    verdicts: dict[str, list[Row]]
    series: list[Series]

    @property
    def title(self) -> str:
        return title_of(self.pattern, self.setting)

    @property
    def titled(self) -> str:
        """pingpong, bus"""
        return ", ".join(filter(None, (self.title, self.short)))

    @property
    def place(self) -> str:
        """Parameter and label, without the pattern."""
        return ", ".join(filter(None, (parameter_text(self.setting), self.label)))

    @property
    def rows(self) -> list[Row]:
        """The fastest protocol of each path, at each size."""
        return self.verdicts[BEST]

    def of(self, name: str) -> list[Row]:
        """The rows with a ratio; none of the best where threads are not one of the sides."""
        sides = [base_of(path) == HEADLINE_PATH for path in (self.paths or [""])]
        if name == BEST and (not sides[0] or sides[-1]):
            return []
        return [row for row in self.verdicts.get(name, ()) if row.pair]

    @property
    def comparisons(self) -> list[Row]:
        return [row for name in COMPARED for row in self.of(name)]

    def answer(self, name: str = BEST) -> list[Phrase]:
        """The answer for one setting, as one sentence in pieces."""
        rows = self.verdicts[name]
        return sentence(rows, winner_text) if rows else [Phrase("No valid cell.")]

    @property
    def told(self) -> list[tuple[str, Sequence[Phrase]]]:
        """The results of the verdicts that compare something: titles and a sentence, once for
        verdicts with the same result."""
        return said_once((kind.title, self.answer(name)) for name, kind in KINDS.items()
                         if any(row.ratio for row in self.verdicts[name]))

    @cached_property
    def drawn(self) -> set[tuple[str, str]]:
        """The paths and protocols that its charts show at first: close to the fastest of each path,
        and the means of OpenMP and of MPI that are the fastest of these at most sizes; all if they
        hide an exchange, for how much is a question about every protocol."""
        if any(cell.overlap for cell in self.cells):
            return {line.implementation for line in self.series}
        sides = ([side.key.implementation for row in self.verdicts[AS_PAPER]
                  if (side := getattr(row, name))] for name in ("ours", "other"))
        return drawn_first(self.rows) | {
            implementation for side in sides for implementation, _ in Counter(side).most_common(1)}

    @cached_property
    def columns(self) -> dict[str, list[Number | None]]:
        """The table's aligned columns: times of each path by its name; ratio, interval, factor;
        time and ratio of MPI's own calls."""

        def shown(of: Callable[[Row], Measured | None]) -> list[Number | None]:
            values = [of(row) or (None, None) for row in self.rows]
            return column([value for value, _ in values], [ci95 for _, ci95 in values])

        def time(cell: CellRecord | None) -> Measured | None:
            return cell and (cell.time_us, cell.ci95_us)

        return {f"time {path}": shown(lambda row, path=path: time(row.best.get(path)))
                for path in self.paths} | {
            "ratio": shown(lambda row: row.ratio_known and (row.ratio, row.ci95)),
            "low": shown(lambda row: row.ci95 and (row.ci95[0], row.ci95)),
            "high": shown(lambda row: row.ci95 and (row.ci95[1], row.ci95)),
            "factor": shown(lambda row: (row.factor, row.factor_ci95)),
            "calls": shown(lambda row: time(row.calls)),
            "calls ratio": shown(lambda row: row.calls_pair and row.calls_pair.ci95 and (
                row.calls_pair.ratio, row.calls_pair.ci95)),
        }

    @property
    def rate_formula(self) -> str:
        return list_text(sorted({cell.rate_formula for cell in self.cells if cell.rate_formula}))

    def has(self, line: CellKey) -> bool:
        return (line.pattern == self.pattern
                and setting_of(line, self.setting.campaign) == self.setting)

    @cached_property
    def fits(self) -> list[FitRecord]:
        return [fit for fit in self.campaign.fits.values() if self.has(fit.line)]

    @cached_property
    def crossovers(self) -> list[CrossoverRecord]:
        return [crossover for crossover in self.campaign.crossovers
                if self.has(crossover.a) and self.has(crossover.b)]

    @property
    def crossings(self) -> list[tuple[bool, list[CrossoverRecord]]]:
        """The crossovers of two paths, then those of two protocols of one path."""
        every = [(between, [crossover for crossover in self.crossovers
                            if (crossover.a.path != crossover.b.path) == between])
                 for between in (True, False)]
        return [(between, crossovers) for between, crossovers in every if crossovers]

    @cached_property
    def cells(self) -> list[CellRecord]:
        """All valid cells, by size."""
        return [cell for row in self.rows for cell in row.cells]

    @cached_property
    def paths(self) -> list[str]:
        """The paths that have a valid cell, first that with whose side the others are compared."""
        return paths_in_order(path for row in self.rows for path in row.best)

    def name_of(self, path: str) -> str:
        """A path in words: MPI where only MPI's calls were measured."""
        return path_text(path, *(line.protocol for line in self.series if line.path == path))

    @property
    def sides(self) -> tuple[str, str]:
        """What is compared: threads; the faster of MPI and SHMEM."""
        return sides_text(self.paths, self.name_of)

    @cached_property
    def points(self) -> list[CellRecord]:
        """The cells that a logarithmic axis can show; none with fewer than two sizes."""
        shown = [cell for cell in self.cells if cell.key.bytes > 0 and cell.time_us > 0
                 and (cell.ci95_us is None or min(cell.ci95_us) > 0)]
        return shown if len({cell.key.bytes for cell in shown}) > 1 else []

    @property
    def sizes(self) -> list[int]:
        return sorted({row.size for row in self.rows})

    @property
    def small(self) -> int | None:
        """The short message: 8 bytes, or 0 in a pattern without sizes; None if not measured, or
        where the time is that of many messages."""
        sizes = [] if self.setting.series_of == "volume" else self.sizes
        return next((size for size in (SMALL, 0) if size in sizes), None)

    @property
    def large(self) -> int | None:
        """The long message: the paper's 800000 bytes where measured, else the longest."""
        sizes = [size for size in self.sizes if size >= LARGE]
        return PAPER_SIZE if PAPER_SIZE in sizes else max(sizes, default=None)

    @property
    def calls(self) -> bool:
        """Whether MPI's own calls were measured and are not the fastest of its path everywhere."""
        return any(row.calls and row.calls is not row.other for row in self.rows)

    @property
    def simulated(self) -> bool:
        return any(row.simulated for row in self.rows)

    @property
    def oversubscribed(self) -> bool:
        return any(row.oversubscribed for row in self.rows)

    @property
    def compared(self) -> bool:
        """Whether there are ratios at several sizes."""
        return len({row.size for row in self.rows if row.size and row.pairs}) > 1

    @property
    def warned(self) -> list[CellRecord]:
        return [cell for cell in self.cells if cell.warnings]

    def warned_of(self, name: str) -> dict[tuple[str, str], list[CellRecord]]:
        """The cells that carry a warning, by path and protocol."""
        cells = [cell for cell in self.warned if name in cell.warnings]
        return {line: [cell for cell in cells if cell.key.implementation == line]
                for line in sorted({cell.key.implementation for cell in cells})}


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    pattern: str
    panels: list[Panel]

    @property
    def paper(self) -> bool:
        return self.pattern in PAPER


def selected(operations: Iterable[Operation], wanted: Callable[[Panel], bool]
             ) -> list[Operation]:
    """The operations with only the panels that are wanted; those without any are left out."""
    reduced = (replace(operation, panels=list(filter(wanted, operation.panels)))
               for operation in operations)
    return [operation for operation in reduced if operation.panels]


def operations_of(campaigns: Sequence[Campaign]) -> list[Operation]:
    """All operations, the paper's five first in their order, the others by name; their panels by
    setting."""
    groups: dict[str, dict[Setting, tuple[Campaign, list[CellRecord]]]] = defaultdict(dict)
    for campaign, label in campaigns_labelled(campaigns):
        for cell in campaign.cells.values():
            setting = setting_of(cell.key, label)
            groups[cell.key.pattern].setdefault(setting, (campaign, []))[1].append(cell)
    every = [setting for settings in groups.values() for setting in settings.items()]
    named = varying(setting for setting, _ in every)
    sized = varying(setting for setting, (_, cells) in every
                    if any(cell.key.bytes for cell in cells))
    short, named = named - {"consume"} | sized & {"consume"}, named | {"placement"}
    series = series_of(cell for _, (_, cells) in every for cell in cells)

    def panel(name: str, pattern: str, setting: Setting) -> Panel:
        campaign, cells = groups[pattern][setting]
        shown = {cell.key.implementation for cell in cells if cell.valid}
        return Panel(name, pattern, setting, label_of(setting, named), label_of(setting, short),
                     label_of(setting, named | CAPTION), campaign, rows_of(campaign, cells),
                     [line for line in series if line.implementation in shown])

    return [Operation(f"operation-{at}", pattern, [
                panel(f"panel-{at}-{index}", pattern, setting)
                for index, setting in enumerate(sorted(groups[pattern]))])
            for at, pattern in enumerate(sorted(groups, key=lambda pattern: (
                PAPER.index(pattern) if pattern in PAPER else len(PAPER), pattern)))]


def panels_of(campaign: Campaign) -> list[Panel]:
    """The panels of one campaign that have a valid cell."""
    return [panel for operation in operations_of([campaign]) for panel in operation.panels
            if panel.cells]
