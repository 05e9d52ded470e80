# SPDX-License-Identifier: BSD-3-Clause
"""One-sided calls. ARSC T3D Users' Newsletter 56, 13 October 1995: shmem_get and shmem_put between
PE 0 and each PE. Luecke, Spanoyannis and Kraeva 2004: five tests of SHMEM's and MPI-2's calls on an
SGI Origin 2000 and a Cray T3E-600.

ARSC has one reading of each cell, and eight PEs. Where there is no OpenSHMEM, threads stand for it,
which copy out of and into each other's memory. Luecke's values are printed of 8 bytes, of test 1 of
all sizes. On the simulated machines, threads stand for SHMEM: a get is a copy out of another rank's
memory.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import mean
from typing import NamedTuple

from comops.reports.words.formats import size_text
from comops.results.cell import CellRecord
from comops.statistics.intervals import dropped
from comops_papers.claims.evidence import Evidence, Side
from comops_papers.items.items import (HERE, PRINT, SIMULATED, Item, ItemColumn, ItemLine, Part,
                                       Runs, Value, beside, figure, printed, sizes_named, value_of)
from comops_papers.items.readings import MANY, cells_of, time_us, values_of
from comops_papers.published_values import columns, rows

WORD, PES = 8, 8
WORDS = (0, 1, 2, 3, 4, 5, 10, 20, 100, 200, 1000, 2000, 10_000, 20_000, 100_000, 200_000,
         1_000_000, 2_000_000)
WORD_SIZES = [WORD * count for count in WORDS]
FLAG = "A flag after the whole message is awaited, not a word of the message."
STAND_IN = "Threads' copies stand for OpenSHMEM."
UNTYPED = "Bytes are moved, by shmem_getmem and MPI_BYTE, not words by typed calls."
SAME_ARRAY = "Printed gets end in the array that others read, ours in another."
TABLES = {  # pattern, protocols over SHMEM and threads, what it is, what differs
    1: ("distant_get", ("get", "get"), "shmem_get by PE 0", UNTYPED),
    2: ("distant_put", ("put", "put"), "shmem_put by PE 0, until it returns", UNTYPED),
    3: ("put_acknowledged_printed", ("put_spin", ""), "put and acknowledgement, both polled",
        f"Its author calls these times worthless. {FLAG} {UNTYPED}"),
    4: ("put_acknowledged_printed", ("put", "put"), "put and acknowledgement, shmem_wait",
        f"{FLAG} {UNTYPED}"),
}


def pes_of(runs: Runs, pattern: str, protocols: Sequence[str]
           ) -> tuple[str, dict[int, Mapping[int, CellRecord]]]:
    """The path that has them, and the cells by size and PE, the own one too."""
    for path, protocol in zip(("shmem", "threads"), protocols, strict=True):
        cells = {size: {pe: cell for own in (False, True) for pe, cell in cells_of(
            runs.here, pattern, Side(path, (protocol,), own=own), "series", MANY,
            bytes=size).items()} for size in WORD_SIZES}
        if any(cells.values()):
            break
    return path, cells


def over_words(number: int, runs: Runs) -> list[Part]:
    """A row for each number of words, columns for each PE."""
    pattern, protocols, what, _ = TABLES[number]
    prints = columns(f"arsc1995-table{number}", lambda row: row["pattern"].partition(":PE")[2],
                     lambda row: int(row["bytes"]), partial(printed, unit="µs"))
    path, here = pes_of(runs, pattern, protocols)
    return [beside(what, ("words",), [
        *(ItemLine(PRINT, f"PE {pe}", prints[str(pe)]) for pe in range(PES)),
        *(ItemLine(HERE, f"PE {pe}",
                   {size: value_of(cells.get(pe), time_us) for size, cells in here.items()})
          for pe in sorted({pe for cells in here.values() for pe in cells}))],
        {WORD * count: (f"{count:,}",) for count in WORDS}, "µs",
        STAND_IN if path == "threads" and any(here.values()) else "")]


def arsc_command(number: int) -> str:
    pattern, protocols, *_ = TABLES[number]
    return (f"comops run --method arsc --patterns {pattern} --paths threads,shmem "
            f"--protocols {','.join(dict.fromkeys(filter(None, protocols)))} --ranks {{ranks}} "
            f"--sizes {','.join(map(str, WORD_SIZES))}")


ARSC = tuple(
    Item("arsc", f"table-{number}", what, partial(over_words, number), (PES,),
         (arsc_command(number),), (), differs, "shmem" if number == 3 else "",
         (f"arsc1995-table{number}",)) for number, (_, _, what, differs) in TABLES.items())

# ---- Luecke -------------------------------------------------------------------------------------

MACHINES = {"origin2000": ("SGI Origin 2000", "Origin"), "t3e": ("Cray T3E-600", "T3E")}
LIBRARIES = {"shmem": "SHMEM", "mpi2-get": "MPI-2 get", "mpi2-put": "MPI-2 put"}
ROMAN = ("", "I", "II", "III", "IV", "V")


class OneSidedTest(NamedTuple):
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
    1: OneSidedTest("distant get", "distant_get", GETS, (8, 10_000, 1_000_000)),
    2: OneSidedTest("circular right shift", "shift_printed", GETS, (8, 10_000, 1_000_000)),
    3: OneSidedTest("naive broadcast", "naive_broadcast_printed", GETS, (8, 10_000)),
    4: OneSidedTest("tree broadcast", "tree_broadcast_printed",
                    {"shmem": "put", "mpi2-get": "flush", "mpi2-put": "put"},
                    (8, 10_000, 1_000_000)),
    5: OneSidedTest("all-to-all", "alltoall_printed", GETS, (8, 1_000, 10_000)),
}


def lines(number: int, runs: Runs, size: int, by: str = "ranks") -> Iterator[ItemLine]:
    """What is printed, measured here, and simulated of a test at a size, by ranks or by "series",
    the partner; of the last two only what there is."""
    test = TESTS[number]
    which = {"bytes": size} | ({} if by == "ranks" else {"ranks": MANY})
    prints = columns(f"luecke2004-table{number}", lambda row: (row["machine"], row["model"]),
                     lambda row: int(row["processors"]), partial(printed, unit="µs"),
                     bytes=str(size))
    for name, short in MACHINES.values():
        for library in test.protocols:
            yield ItemLine(PRINT, LIBRARIES[library], prints.get((name, library), {}),
                           test.side(library).path, short)
    seen = [(HERE, "", runs.here, test.side(library), LIBRARIES[library])
            for library in test.protocols]
    seen.append((HERE, "", runs.here, test.side("shmem", "threads"), "threads"))
    seen += [(SIMULATED, short, runs.on(machine), test.side(library, "threads"),
              LIBRARIES[library])
             for machine, (_, short) in MACHINES.items() for library in test.protocols]
    for origin, where, evidence, side, label in seen:
        if cells := cells_of(evidence, test.pattern, side, by, **which):
            yield ItemLine(origin, label, values_of(cells, time_us), side.path, where)


def over_ranks(number: int, runs: Runs) -> list[Part]:
    """Tables II to V."""
    test = TESTS[number]
    return [beside(f"{test.title}, 8 bytes", ("processors",),
                   lines(number, runs, test.sizes[0]), unit="µs")]


def table_1(runs: Runs) -> list[Part]:
    """Means over the partners."""
    means: dict[ItemColumn, dict[int, Value]] = {}
    for size in TESTS[1].sizes:
        for line in lines(1, runs, size, "series"):
            every = list(line.values.values())
            means.setdefault(line.column, {})[size] = every[0] if line.origin == PRINT else Value(
                mean(value.number for value in every), "",
                any(value.oversubscribed for value in every))
    return [beside("distant get, mean over the partners", ("bytes",),
                   (ItemLine(origin, title, values, path, machine)
                    for (origin, title, machine, path), values in means.items()),
                   sizes_named(TESTS[1].sizes), "µs")]


def over_partners(runs: Runs) -> list[Part]:
    """Figures 2 and 3."""
    return [figure(f"distant get, {size_text(size)}", "partner", "µs",
                   (line for line in lines(1, runs, size, "series") if line.origin != PRINT))
            for size in TESTS[1].sizes]


def figures(runs: Runs) -> list[Part]:
    """Figures 4 to 9."""
    return [figure(f"{test.title}, {size_text(size)}", "ranks", "µs",
                   lines(number, runs, size))
            for number, test in TESTS.items() if number > 1 for size in test.sizes]


def trials(seen: Sequence[Evidence], library: str) -> CellRecord | None:
    """A series of test 5 with 10 KB, of the most ranks."""
    test = TESTS[5]
    cells = [cell for evidence in seen
             for cell in evidence.matching(test.pattern, test.side(library))
             if cell.key.method == "luecke" and cell.valid and cell.key.bytes == 10_000]
    return max(cells, key=lambda cell: cell.key.ranks, default=None)


TOLD: dict[str, Callable[[CellRecord], float]] = {
    "first trial, µs": lambda cell: cell.samples_us[0],
    "mean of all, µs": lambda cell: mean(cell.samples_us),
    "filtered mean, µs": lambda cell: cell.time_us,
    "removed by the filter, %": lambda cell: (
        100 * (len(dropped(cell.samples_us)) - 1) / (len(cell.samples_us) - 1)),
}


def figure_1(runs: Runs) -> list[Part]:
    """The trials, and what the text says of them: it exchanges 12 and 14 ms in one place; the
    filter removes large times, so the lesser is the filtered one."""
    here = {library: cell for library in GETS if (cell := trials(runs.here, library))}
    shown = [ItemLine(HERE, LIBRARIES[library], {
        at: Value(time, "", bool(cell.oversubscribed))
        for at, time in enumerate(cell.samples_us, 1)}, TESTS[5].side(library).path)
        for library, cell in here.items()]
    said = [printed(row, "µs" if row["unit"] == "ms" else None)
            for metric in ("time_first_trial", "time_mean_high", "time_mean_low", "trials_removed")
            for row in rows("prose-values", metric=metric) if row["machine"] == "SGI Origin 2000"]
    return [figure("trials of one all-to-all of 10 KB", "trial", "µs", shown),
            beside("what the text says of them", ("property",), [
                ItemLine(PRINT, LIBRARIES["mpi2-get"], dict(zip(TOLD, said, strict=True)), "",
                         "Origin, 32 processors"),
                *(ItemLine(HERE, LIBRARIES[library], {
                    name: value_of(here.get(library), of) for name, of in TOLD.items()})
                  for library in GETS)], {name: (name,) for name in TOLD})]


RANKS = (2, 4, 8, 16, 32, 64, 128, 256)
LONG = "Printed are 16 to 256 processors."
DIFFERS = {
    1: f"{SAME_ARRAY} Printed with 256 processors; the simulated machines have 16.",
    2: LONG,
    3: f"{SAME_ARRAY} {LONG}",
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
    lines_of = sizes if number == 1 else [size for size in sizes if size <= 10_000]
    words = (f"comops simulate --platform {','.join(MACHINES)} --patterns {test.pattern} "
             f"--ranks {ranks} --sizes {{}} --protocols {{}} --consume no")
    mpi = ",".join(protocol for library, protocol in test.protocols.items() if library != "shmem")
    return (words.format(",".join(map(str, lines_of)), test.protocols["shmem"])
            + " --paths threads --buffers cold",
            words.format(",".join(map(str, sizes)), mpi) + " --paths mpi")


def luecke_item(number: int, name: str, what: str, view: Callable[[Runs], list[Part]], also: str,
                reference: tuple[str, ...] = ()) -> Item:
    test = TESTS[number]
    return Item("luecke", name, f"test {number}, {test.title}: {what}", view,
                (256,) if number == 1 else RANKS, (run(number, test.sizes),), simulate(number),
                f"{DIFFERS[number]} {UNTYPED} {STANDS}", reference=reference, also=(also,))


LUECKE = (
    Item("luecke", "figure-1", "the trials of one all-to-all of 10 KB", figure_1, (32,),
         (run(5, (10_000,)),), (), "Printed for MPI-2 on 32 processors of the Origin.",
         reference=("prose-values",)),
    luecke_item(1, "table-1", "table I", table_1, "test-1", ("luecke2004-table1",)),
    luecke_item(1, "figure-2", "figures 2 and 3, over the partner", over_partners, "figure-3"),
    *(luecke_item(number, f"table-{number}", f"table {ROMAN[number]}", partial(over_ranks, number),
                  f"test-{number}", (f"luecke2004-table{number}",)) for number in (2, 3, 4, 5)),
    Item("luecke", "figure-4", "tests 2 to 5, over the processors: figures 4 to 9", figures, RANKS,
         tuple(run(number, TESTS[number].sizes) for number in (2, 3, 4, 5)),
         tuple(words for number in (2, 3, 4, 5) for words in simulate(number)),
         f"{SAME_ARRAY[:-1]} (test 3). {DIFFERS[4]} {UNTYPED} {STANDS}",
         also=tuple(f"figure-{number}" for number in range(5, 10))),
)
