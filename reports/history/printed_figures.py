# SPDX-License-Identifier: BSD-3-Clause
"""Luecke's figures, with this machine's curves."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from common.published_values import microseconds, table
from reports.claims.evidence import Evidence, Side
from reports.history.printed import Curve, Figure, is_near, over_ranks
from reports.words.formats import path_text, size_text

MODELS = {"mpi2-get": "MPI-2 get", "mpi2-put": "MPI-2 put", "shmem": "SHMEM"}
LUECKE = "Luecke"
LUECKE_TESTS = (
    # test, its table, pattern, MPI-2 get, SHMEM, sizes
    ("test 2, circular shift", 2, "shift_printed", "get", "get", (8, 10_000, 1_000_000)),
    ("test 3, naive broadcast", 3, "naive_broadcast_printed", "get", "get", (8, 10_000)),
    ("test 4, tree broadcast", 4, "tree_broadcast_printed", "flush", "put", (8, 10_000, 1_000_000)),
    ("test 5, all-to-all", 5, "alltoall_printed", "get", "get", (8, 1_000, 10_000)),
)
BY_RANKS = "comops run --patterns {} --ranks 2,4,8 --sizes {}"
LUECKE_COMMAND = BY_RANKS.format(",".join(pattern for _, _, pattern, *_ in LUECKE_TESTS),
                                 "8,1000,10000,1000000")


def named(points: tuple[tuple[int, float], ...], side: Side, at: int) -> list[Curve]:
    return [Curve(f"{path_text(side.path)}, {side.protocols[0]}", side.path, at, points)
            ] if points else []


def luecke_printed(number: int, size: int) -> list[Curve]:
    """The times that a table prints of this size, a curve for each machine and model."""
    points: dict[str, dict[int, float]] = defaultdict(dict)
    for row in table(f"luecke2004-table{number}"):
        if int(row["bytes"]) == size:
            name = f"printed: {row['machine']}, {MODELS[row['model']]}"
            points[name][int(row["processors"])] = microseconds(row)
    return [Curve(name, "", at, tuple(sorted(some.items())), printed=True)
            for at, (name, some) in enumerate(points.items())]


def luecke_figures(seen: Sequence[Evidence]) -> Iterator[Figure]:
    """Figures 4 to 9: tests 2 to 5 over the ranks."""
    for title, number, pattern, get, shmem, sizes in LUECKE_TESTS:
        for size in sizes:
            curves = [curve for side in (Side("mpi", (get,)), Side("shmem", (shmem,)))
                      for curve in named(over_ranks(seen, pattern, side, size), side, 0)]
            needs = "" if curves else " This machine's curves need 8 cores, or at least 4."
            yield Figure(
                f"luecke-{pattern}-{size}", LUECKE,
                f"figures 4 to 9: {title}, {size_text(size)}, time over ranks", "ranks", "µs",
                [*curves, *luecke_printed(number, size)],
                f"Published for 16 to 256 processors.{needs}", LUECKE_COMMAND)


def luecke_trials(seen: Sequence[Evidence]) -> Figure:
    """Figure 1: the trials of one all-to-all, in order."""
    curves = []
    for evidence in seen:
        for at, path in enumerate(("mpi", "shmem")):
            cells = [cell for cell in evidence.matching("alltoall_printed", Side(path, ("get",)))
                     if cell.key.method == "luecke" and is_near(cell.key.bytes, 10_000)]
            if cells:
                cell = max(cells, key=lambda one: one.key.ranks)
                points = tuple(enumerate(cell.trials_us, 1))
                curves += named(points, Side(path, ("get",)), at)
    return Figure("luecke-trials", LUECKE, "figure 1: the trials of one all-to-all of 10 KB",
                  "trial", "µs", curves, "Published for MPI-2 on 32 processors of the Origin.",
                  "comops run --method luecke --patterns alltoall_printed --sizes 10000")


def printed_figures(seen: Sequence[Evidence]) -> list[Figure]:
    return [luecke_trials(seen), *luecke_figures(seen)]


def drawable(figure: Figure) -> bool:
    """Whether it has curves that have two places or more."""
    return bool(figure.curves) and all(len(curve.points) > 1 for curve in figure.curves)

