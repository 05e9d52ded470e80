# SPDX-License-Identifier: BSD-3-Clause
"""Luecke, Spanoyannis and Kraeva 2004: five tests of SHMEM's and MPI-2's one-sided calls on an SGI
Origin 2000 and a Cray T3E-600.

Values are printed of 8 bytes, of test 1 of all sizes. On the simulated machines, threads stand for
SHMEM: a get is a copy out of another rank's memory.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import mean
from typing import NamedTuple

from analysis.intervals import dropped
from common.published_values import microseconds, rows, value
from records.read import Cell
from reports.claims.evidence import Evidence, Side
from reports.history.items import (
    HERE, NONE, PRINT, SIMULATED, Column, Curve, Figure, Item, Part, Point, Row, Runs, Table,
    Value, value_of,
)
from reports.history.readings import by_partner, by_ranks, time_us
from reports.words.formats import size_text

MACHINES = {"origin2000": ("SGI Origin 2000", "Origin"), "t3e": ("Cray T3E-600", "T3E")}
LIBRARIES = {"shmem": "SHMEM", "mpi2-get": "MPI-2 get", "mpi2-put": "MPI-2 put"}
ROMAN = ("", "I", "II", "III", "IV", "V")


class Test(NamedTuple):
    """`protocols`: by the tables' names of libraries; `sizes`: those of its figures, bytes."""

    title: str
    pattern: str
    protocols: Mapping[str, str]
    sizes: tuple[int, ...]

    def side(self, library: str, shmem: str = "shmem") -> Side:
        """`shmem`: the path that stands for it."""
        path = shmem if library == "shmem" else "mpi"
        return Side(path, (self.protocols[library],))


GETS = {"shmem": "get", "mpi2-get": "get"}
TESTS = {
    1: Test("distant get", "distant_get", GETS, (8, 10_000, 1_000_000)),
    2: Test("circular right shift", "shift_printed", GETS, (8, 10_000, 1_000_000)),
    3: Test("naive broadcast", "naive_broadcast_printed", GETS, (8, 10_000)),
    4: Test("tree broadcast", "tree_broadcast_printed",
            {"shmem": "put", "mpi2-get": "flush", "mpi2-put": "put"}, (8, 10_000, 1_000_000)),
    5: Test("all-to-all", "alltoall_printed", GETS, (8, 1_000, 10_000)),
}
CellsOf = Callable[[Sequence[Evidence], str, Side, int], Mapping[int, Cell]]


class Line(NamedTuple):
    """A column of a table or a curve: its values by rank, partner or trial."""

    column: Column
    path: str
    values: dict[int, Value]


def lines(number: int, runs: Runs, size: int, cells_of: CellsOf) -> Iterator[Line]:
    """What is printed, measured here, and simulated of a test at a size; of the last two only what
    there is."""
    test = TESTS[number]
    for name, short in MACHINES.values():
        for library in test.protocols:
            found = rows(f"luecke2004-table{number}", machine=name, model=library, bytes=str(size))
            yield Line(Column(PRINT, f"{short}, {LIBRARIES[library]}"), test.side(library).path,
                       {int(row["processors"]): Value(microseconds(row)) for row in found})
    seen = [(HERE, "", runs.here, test.side(library), LIBRARIES[library])
            for library in test.protocols]
    seen.append((HERE, "", runs.here, test.side("shmem", "threads"), "threads"))
    seen += [(SIMULATED, f"{short}, ", runs.on(machine), test.side(library, "threads"),
              LIBRARIES[library])
             for machine, (_, short) in MACHINES.items() for library in test.protocols]
    for origin, where, evidence, side, label in seen:
        cells = cells_of(evidence, test.pattern, side, size)
        if cells:
            yield Line(Column(origin, where + label), side.path,
                       {at: value_of(cell, time_us, size) for at, cell in cells.items()})


def figure(title: str, over: str, some: Iterable[Line], note: str = "") -> Figure:
    return Figure(title, over, "µs", [
        Curve(one.column.origin, one.column.title, one.path, tuple(
            Point(at, found.number, found.oversubscribed)
            for at, found in sorted(one.values.items())))
        for one in some if one.values], note)


def over_ranks(number: int, runs: Runs) -> list[Part]:
    """Tables II to V."""
    some = list(lines(number, runs, TESTS[number].sizes[0], by_ranks))
    ranks = sorted({at for one in some for at in one.values})
    return [Table(f"{TESTS[number].title}, 8 bytes", ("processors",),
                  tuple(one.column for one in some),
                  [Row((str(at),), tuple(one.values.get(at, NONE) for one in some))
                   for at in ranks], "µs")]


def table_1(runs: Runs) -> list[Part]:
    """Means over the partners."""
    columns: dict[Column, dict[int, Value]] = {}
    for size in TESTS[1].sizes:
        for one in lines(1, runs, size, by_partner):
            found = list(one.values.values())
            columns.setdefault(one.column, {})[size] = Value(
                mean(each.number for each in found), "",
                any(each.oversubscribed for each in found), found[0].size)
    return [Table("distant get, mean over the partners", ("bytes",), tuple(columns),
                  [Row((f"{size:,}",), tuple(some.get(size, NONE) for some in columns.values()))
                   for size in TESTS[1].sizes], "µs")]


def over_partners(runs: Runs) -> list[Part]:
    """Figures 2 and 3."""
    return [figure(f"distant get, {size_text(size)}", "partner",
                   (one for one in lines(1, runs, size, by_partner)
                    if one.column.origin != PRINT))
            for size in TESTS[1].sizes]


def figures(runs: Runs) -> list[Part]:
    """Figures 4 to 9."""
    return [figure(f"{test.title}, {size_text(size)}", "ranks", lines(number, runs, size, by_ranks))
            for number, test in TESTS.items() if number > 1 for size in test.sizes]


def trials(seen: Sequence[Evidence], library: str) -> Cell | None:
    """A series of test 5 with 10 KB, of the most ranks."""
    test = TESTS[5]
    cells = [cell for one in seen for cell in one.matching(test.pattern, test.side(library))
             if cell.samples_us and cell.key.bytes == 10_000]
    return max(cells, key=lambda one: one.key.ranks, default=None)


def figure_1(runs: Runs) -> list[Part]:
    """The trials, and what the text says of them: it exchanges 12 and 14 ms in one place; the
    filter removes large times, so the lesser is the filtered one."""
    here = {library: trials(runs.here, library) for library in GETS}
    curves = [Curve(HERE, LIBRARIES[library], TESTS[5].side(library).path, tuple(
        Point(at, time, bool(cell.oversubscribed)) for at, time in enumerate(cell.samples_us, 1)))
        for library, cell in here.items() if cell]

    def times(cell: Cell) -> tuple[float, float, float]:
        return cell.samples_us[0], mean(cell.samples_us), cell.time_us

    def removed(cell: Cell) -> float:
        return 100 * (len(dropped(cell.samples_us)) - 1) / (len(cell.samples_us) - 1)

    text = [1000 * value("prose-values", metric=metric) for metric in
            ("time_first_trial", "time_mean_high", "time_mean_low")]
    named = ("first trial, µs", "mean of all, µs", "filtered mean, µs")
    listed = [Row((name,), (Value(said), *(value_of(cell, lambda one, at=at: times(one)[at])
                                           for cell in here.values())))
              for at, (name, said) in enumerate(zip(named, text, strict=True))]
    share = value("prose-values", machine=MACHINES["origin2000"][0], metric="trials_removed")
    listed.append(Row(("removed by the filter, %",), (
        Value(share), *(value_of(cell, removed) for cell in here.values()))))
    return [Figure("trials of one all-to-all of 10 KB", "trial", "µs", curves),
            Table("what the text says of them", ("",), (
                Column(PRINT, "Origin, MPI-2 get, 32 processors"),
                *(Column(HERE, LIBRARIES[library]) for library in here)), listed)]


# ---- the items ----------------------------------------------------------------------------------

RANKS = (2, 4, 8, 16, 32, 64, 128, 256)
LONG = "Printed are 16 to 256 processors."
DIFFERS = {
    1: "Printed with 256 processors; the simulated machines have 16.",
    2: LONG,
    3: LONG,
    4: f"SHMEM's flags count instead of being reset; over MPI-2 a flush and tokens replace polls "
       f"that may never end. {LONG}",
    5: f"Arrays and window have a block for each rank. {LONG}",
}
STANDS = "Simulated SHMEM is the threads' code."


def run(number: int, sizes: Sequence[int]) -> str:
    """Each trial follows a flush of the caches; nobody reads what arrives."""
    test = TESTS[number]
    protocols = ",".join(dict.fromkeys(test.protocols.values()))
    return (f"comops run --method luecke --patterns {test.pattern} --paths all "
            f"--protocols {protocols} --ranks {{ranks}} --sizes {','.join(map(str, sizes))}")


def simulate(number: int) -> tuple[str, ...]:
    """SHMEM by the coherence of its machines, MPI-2 by their messages; what takes minutes is left
    out: 1 MB line by line, long blocks of test 5 and its 256 ranks, 255 partners of test 1."""
    test = TESTS[number]
    ranks = "16" if number == 1 else "16,32,64,128" if number == 5 else "16,32,64,128,256"
    sizes = test.sizes[:1] if number == 5 else test.sizes
    lines_of = sizes if number == 1 else [one for one in sizes if one <= 10_000]
    words = (f"comops simulate --platform {','.join(MACHINES)} --patterns {test.pattern} "
             f"--ranks {ranks} --sizes {{}} --engine {{}} --protocols {{}}")
    mpi = ",".join(one for library, one in test.protocols.items() if library != "shmem")
    return (words.format(",".join(map(str, lines_of)), "coherence", test.protocols["shmem"])
            + " --paths threads --buffers cold --consume no",
            words.format(",".join(map(str, sizes)), "smpi", mpi))


def _item(number: int, name: str, what: str, view: Callable[[Runs], list[Part]],
          also: str, reference: tuple[str, ...] = ()) -> Item:
    test = TESTS[number]
    return Item("luecke", name, f"test {number}, {test.title}: {what}", view,
                (256,) if number == 1 else RANKS, (run(number, test.sizes),), simulate(number),
                f"{DIFFERS[number]} {STANDS}", 60, reference=reference, also=(also,))


ITEMS = (
    Item("luecke", "figure-1", "the trials of one all-to-all of 10 KB", figure_1, (32,),
         (run(5, (10_000,)),), (), "Printed for MPI-2 on 32 processors of the Origin.", 10,
         reference=("prose-values",)),
    _item(1, "table-1", "table I", table_1, "test-1", ("luecke2004-table1",)),
    _item(1, "figure-2", "figures 2 and 3, over the partner", over_partners, "figure-3"),
    *(_item(number, f"table-{number}", f"table {ROMAN[number]}", partial(over_ranks, number),
            f"test-{number}", (f"luecke2004-table{number}",)) for number in (2, 3, 4, 5)),
    Item("luecke", "figure-4", "tests 2 to 5, over the processors: figures 4 to 9", figures, RANKS,
         tuple(run(number, TESTS[number].sizes) for number in (2, 3, 4, 5)),
         tuple(words for number in (2, 3, 4, 5) for words in simulate(number)),
         f"{DIFFERS[4]} {STANDS}", 120,
         also=tuple(f"figure-{number}" for number in range(5, 10))),
)
