# SPDX-License-Identifier: BSD-3-Clause
"""What the papers print, item by item: the commands that measure it here and simulate it, and the
tables and figures in which print, here and simulated stand side by side."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from comops.reports.words.formats import number_text
from comops.reports.words.states import range_text
from comops.results.cell import CellRecord
from comops.results.keys import Interval
from comops_papers.items.shelf import Runs, Shelf
from comops_papers.published_values import (Row as Printed, columns, doubt, number, text,
                                            unit_of)

PRINT, SIMULATED, HERE = ORIGINS = "print", "simulated", "here"
RATIO = "times"  # the unit of a table of printed ratios, its rows: machine; A / B; rate, where
MARK, MARKED = "†", "† more ranks than cores"
DOUBTFUL = "‡"  # in print
EMPTY = "empty: not measured or simulated"


class Value(NamedTuple):
    """A number, or words in its place. `oversubscribed`: more ranks than cores; `launches`: how
    many a measured number is from; `half`: half the width of its 95 % interval over the number,
    None without one; `doubt`: why a printed one is doubtful."""

    number: float | None = None
    words: str = ""
    oversubscribed: bool = False
    launches: int = 0
    half: float | None = None
    doubt: str = ""

    @property
    def text(self) -> str:
        """12.3 †; nothing where there is none."""
        shown = self.words or ("" if self.number is None else number_text(self.number, self.ci95))
        return (f"{shown}{f' {MARK}' if self.oversubscribed else ''}"
                f"{f' {DOUBTFUL}' if self.doubt else ''}")

    @property
    def ci95(self) -> Interval | None:
        if self.number is None or self.half is None:
            return None
        return self.number * (1 - self.half), self.number * (1 + self.half)


NONE = Value()


def printed(row: Printed, unit: str | None = None) -> Value:
    """What a paper prints, with its unit if that is not the table's."""
    own = unit_of(row) if number(row) is not None else ""
    shown = f"{text(row)} {own}" if own and unit not in (None, own) else text(row)
    return Value(number(row), shown, doubt=doubt(row))


def value_of(cell: CellRecord | None, of: Callable[[CellRecord], float | None]) -> Value:
    """What a cell says."""
    number = of(cell) if cell else None
    if number is None:
        return NONE
    value = Value(number, "", bool(cell.oversubscribed))
    if cell.simulated:
        return value
    half = cell.ci95_us and (cell.ci95_us[1] - cell.ci95_us[0]) / 2 / cell.time_us
    return value._replace(launches=len(cell.launches or ()), half=half)


class ItemColumn(NamedTuple):
    """`origin` is one of ORIGINS; `title`: what it is of, as a library; `machine`: the paper's, of
    this one nothing. What has a `path` is compared with the titles beside it."""

    origin: str
    title: str = ""
    machine: str = ""
    path: str = ""

    @property
    def place(self) -> tuple[str, str, str]:
        """The heads above it, the widest first."""
        return self.title, self.machine, self.origin

    @property
    def name(self) -> str:
        """Origin, SHMEM"""
        return ", ".join(filter(None, (self.machine, self.title)))


ONE_EACH = tuple(map(ItemColumn, ORIGINS))  # a column for each origin


class ItemLine(NamedTuple):
    """A column of a table, or a line of a figure: values by the key of a row, or by place."""

    origin: str
    title: str
    values: Mapping[Any, Value]
    path: str = ""
    machine: str = ""

    @property
    def column(self) -> ItemColumn:
        return ItemColumn(self.origin, self.title, self.machine, self.path)


def paired(lines: Iterable[ItemLine]) -> list[ItemLine]:
    """What is compared side by side: the same on each machine, as printed and as simulated, then
    here."""
    shown = list(lines)
    titles, machines = ([name for name in dict.fromkeys(names) if name] for names in (
        (line.title for line in shown), (line.machine for line in shown)))

    def order(line: ItemLine) -> tuple[int, int, int]:
        at, where = ([*names, ""].index(name) for names, name in (
            (titles, line.title), (machines, line.machine)))
        return at, where, ORIGINS.index(line.origin)

    return sorted(shown, key=order)


class ItemRow(NamedTuple):
    """The texts that name a row, and a value for each column."""

    labels: tuple[str, ...]
    values: tuple[Value, ...]


def measured_texts(values: Iterable[Value]) -> Iterator[str]:
    """From how many launches the measured values are, and how wide their intervals are."""
    measured = [value for value in values if value.launches]
    if measured:
        counts = sorted({value.launches for value in measured})
        count = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
        halves = [value.half for value in measured if value.half is not None]
        width = f", 95 % intervals of ±{range_text(halves)}" if halves else ", no interval"
        noun = "launch" if counts == [1] else "launches"
        yield f"measured: {count} {noun} a value{width}"


@dataclass(frozen=True, slots=True)
class Table:
    """`labels` are the heads of the rows' names."""

    title: str
    labels: tuple[str, ...]
    columns: tuple[ItemColumn, ...]
    rows: Sequence[ItemRow]
    unit: str = ""
    note: str = ""

    def count(self, *origins: str) -> int:
        """How many values of these origins it has."""
        wanted = [at for at, column in enumerate(self.columns) if column.origin in origins]
        return sum(bool(row.values[at].text) for row in self.rows for at in wanted)

    @property
    def heading(self) -> str:
        return f"{self.title}, {self.unit}" if self.unit else self.title

    @property
    def notes(self) -> list[str]:
        values = [value for row in self.rows for value in row.values]
        marked = any(value.oversubscribed for value in values)
        own = [at for at, column in enumerate(self.columns) if column.origin != PRINT]
        gaps = 0 < self.count(HERE, SIMULATED) < len(own) * len(self.rows)
        doubts = "; ".join(dict.fromkeys(value.doubt for value in values if value.doubt))
        return [*([MARKED] if marked else []), *([EMPTY] if gaps else []), *measured_texts(values),
                *([f"{DOUBTFUL} doubtful in print: {doubts}"] if doubts else []),
                *([self.note] if self.note else [])]


@dataclass(frozen=True, slots=True)
class Figure:
    """Lines over "ranks", "partner", "bytes", "trial" or "operations a step", each with a number at
    least, in the order of their places: the path gives the colour, the origin the dashes."""

    title: str
    over: str
    unit: str
    lines: Sequence[ItemLine]
    note: str = ""

    @property
    def table(self) -> Table:
        """A row for each place, a column for each line."""
        places = sorted({at for line in self.lines for at in line.values})
        names = (sizes_named(places) if self.over == "bytes" else {at: (str(at),) for at in places})
        return beside(self.title, (self.over,), self.lines, names, self.unit, self.note)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pictures of machines, as SVG by the machine's name; the table says the same in words."""

    pictures: Mapping[str, str]
    table: Table


Part = Table | Figure | Drawing


def beside(title: str, labels: tuple[str, ...], lines: Iterable[ItemLine],
           names: Mapping[Any, tuple[str, ...]] | None = None, unit: str = "", note: str = ""
           ) -> Table:
    """A table of columns that have values, as `paired`. `names`: what names each row, in their
    order; without them, rows are all keys by size."""
    shown = paired(line for line in lines if line.values)
    if names is None:
        names = {at: (str(at),) for at in sorted({at for line in shown for at in line.values})}
    return Table(title, labels, tuple(line.column for line in shown), [
        ItemRow(texts, tuple(line.values.get(at, NONE) for line in shown))
        for at, texts in names.items()], unit, note)


def sizes_named(sizes: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Rows named by sizes in bytes: 10,000."""
    return {size: (f"{size:,}",) for size in sizes}


def figure(title: str, over: str, unit: str, lines: Iterable[ItemLine], note: str = "") -> Figure:
    """A figure of the lines that have a number."""
    shown = [line._replace(values={at: value for at, value in sorted(line.values.items())
                                   if value.number is not None}) for line in lines]
    return Figure(title, over, unit, [line for line in shown if line.values], note)


def printed_lines(name: str, at: Callable[[Printed], Any], value: Callable[[Printed], Value],
                  title: Callable[[Printed], str] = lambda row: "", **wanted: str
                  ) -> list[ItemLine]:
    """The columns of a printed table, one for each title and machine; arguments as of `columns`.
    """
    prints = columns(name, lambda row: (title(row), row["machine"]), at, value, **wanted)
    return [ItemLine(PRINT, what, values, "", machine)
            for (what, machine), values in prints.items()]


def table_of(part: Part) -> Table:
    return part if isinstance(part, Table) else part.table


@dataclass(frozen=True, slots=True)
class Item:
    """A table, figure, experiment or test as the paper numbers it.

    `here` and `simulated` are commands as a user types them, with the printed method, sizes and
    buffers; {ranks} stands for the numbers of `ranks`, those in print, that the machine can offer.
    `needs` is the path without which nothing is measured here. `reference`: the files
    in reference/ whose values the view shows. `also`: other names of the same.
    """

    paper: str
    name: str
    title: str
    view: Callable[[Runs], Sequence[Part]]
    ranks: tuple[int, ...] = ()
    here: tuple[str, ...] = ()
    simulated: tuple[str, ...] = ()
    differs: str = ""
    needs: str = ""
    reference: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """luo:figure-3"""
        return f"{self.paper}:{self.name}"

    def runs_of(self, shelf: Shelf) -> Runs:
        """The campaigns that reproduce this item or, without any, all that reproduce none."""
        chosen = ([campaign for campaign in shelf.campaigns
                   if self.tag in campaign.record.reproduces]
                  or [campaign for campaign in shelf.campaigns if not campaign.record.reproduces])
        return Runs(shelf, [campaign for campaign in chosen if not campaign.simulated],
                    [campaign for campaign in chosen if campaign.simulated])

    def parts(self, shelf: Shelf) -> list[Part]:
        return list(self.view(self.runs_of(shelf)))
