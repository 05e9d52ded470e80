# SPDX-License-Identifier: BSD-3-Clause
"""The publications' figures, with this machine's curves: figures whose values are not printed, and
three of Worley's model: 1 (serial rates), 6 and 7 (full simulations)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from common.published_values import microseconds, table
from records.model_runs import ModelRun
from reports.claims.evidence import Evidence, Side
from reports.history.printed import Curve, Figure, is_near, over_ranks
from reports.history.printed_tables import PATHS, VOLUMES
from reports.words.formats import path_text, size_text

MODELS = {"mpi2-get": "MPI-2 get", "mpi2-put": "MPI-2 put", "shmem": "SHMEM"}
LUECKE, WORLEY = "Luecke", "Worley"
LUECKE_TESTS = (
    # test, its table, pattern, MPI-2 get, SHMEM, sizes
    ("test 2, circular shift", 2, "shift_printed", "get", "get", (8, 10_000, 1_000_000)),
    ("test 3, naive broadcast", 3, "naive_broadcast_printed", "get", "get", (8, 10_000)),
    ("test 4, tree broadcast", 4, "tree_broadcast_printed", "flush", "put", (8, 10_000, 1_000_000)),
    ("test 5, all-to-all", 5, "alltoall_printed", "get", "get", (8, 1_000, 10_000)),
)
FULL = {"6": "DTH", "7": "DR"}
VARIANTS = ("best", "GEN", "COL")
OWN_FFT = "blocked"  # that of the parallel runs
DEFAULTS = {"mpi": "(0,6)", "shmem": "(0,1)"}
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


def swap_rates(seen: Sequence[Evidence], side: Side, volume: int) -> tuple[tuple[int, float], ...]:
    """The rate of a volume by its fastest protocol, over the size of a message; none of one
    size."""
    times: dict[int, float] = {}
    for evidence in seen[:1]:
        for cell in evidence.matching("swap_printed", side):
            key = cell.key
            if key.series == volume and key.protocol.startswith(("(0,", "(1,")):
                fastest = cell.fastest_us
                times[key.bytes] = min(fastest, times.get(key.bytes, fastest))
    points = tuple((size, 2 * volume / time) for size, time in sorted(times.items()))
    return points if len(points) > 1 else ()


def worley_figures(seen: Sequence[Evidence]) -> Iterator[Figure]:
    """Figures 2 and 3: SWAP over the size of a message, of each volume by the best protocol, and of
    2 MiB also by the default one."""
    figures = (
        ("2", "SWAP of three volumes, best protocol",
         [(path, at, size_text(volume), (), volume)
          for path in PATHS for at, volume in enumerate(VOLUMES)]),
        ("3", "2 MiB by SWAP, best protocol and default",
         [(path, at, label, protocols, VOLUMES[0]) for path, default in DEFAULTS.items()
          for at, (label, protocols) in enumerate((("best", ()), (default, (default,))))]),
    )
    for number, title, wanted in figures:
        curves = [Curve(f"{path_text(path)}, {label}", path, at, points)
                  for path, at, label, protocols, volume in wanted
                  if (points := swap_rates(seen, Side(path, protocols), volume))]
        yield Figure(f"worley-{number}", WORLEY, f"figure {number}: {title}, rate over message "
                     "size", "size", "MB/s", curves, "Rates count both directions, of the "
                     "fastest runs.",
                     "comops run --patterns swap_printed")


def operations() -> dict[str, int]:
    """The printed number of operations of a step, for each problem with serial rates."""
    counts = {row["pattern"].partition(":")[2]: int(row["value"])
              for row in table("worley1999-section5-grids")
              if row["metric"] == "flops_per_timestep"}
    names = dict.fromkeys(row["pattern"].partition(":")[2] for row in table("worley1999-table4"))
    return {name: counts[truncation] * int(levels) for name in names
            for truncation, _, levels in [name.partition("L")]}


def serial_figure(runs: Sequence[ModelRun]) -> Figure:
    """Figure 1: a curve for each machine, of the faster FFT, over operations a step."""
    counts = operations()
    rates: dict[str, dict[int, float]] = defaultdict(dict)
    for one in runs:
        if one.fft and one.mflops and one.problem in counts:
            at = counts[one.problem]
            rates["here"][at] = max(one.mflops, rates["here"].get(at, 0))
    for row in table("worley1999-table4") if rates else ():
        at, rate = counts[row["pattern"].partition(":")[2]], float(row["value"])
        rates[row["machine"]][at] = max(rate, rates[row["machine"]].get(at, 0))
    curves = [Curve(name if name == "here" else f"printed: {name}", "", number,
                    tuple(sorted(points.items())), printed=name != "here")
              for number, (name, points) in enumerate(rates.items())]
    return Figure("worley-1", WORLEY, "figure 1: serial rates over operations a step", "problem",
                  "Mflop/s", curves, "By the printed number of operations; the faster FFT.",
                  "comops pstswm --json")


def full_figures(runs: Sequence[ModelRun]) -> Iterator[Figure]:
    """Figures 6 and 7: the rate of a rank over their number, of the fastest mesh; on one rank the
    serial rate."""
    for number, kind in FULL.items():
        for problem in ("T42L16", "T85L16"):
            alone = max((one.mflops for one in runs if one.fft == OWN_FFT and one.mflops
                         and one.problem == problem), default=None)
            curves = []
            for path in dict.fromkeys(one.path for one in runs if one.path):
                for dashes, variant in enumerate(VARIANTS):
                    rates = {1: alone} if alone else {}
                    for one in runs:
                        if one.mflops and (one.path, one.variant, one.problem) == (
                                path, f"{kind} {variant}", problem):
                            rate = one.mflops / one.ranks
                            rates[one.ranks] = max(rate, rates.get(one.ranks, 0))
                    if len(rates) > bool(alone):
                        curves.append(Curve(f"{path_text(path)}, {variant}", path, dashes,
                                            tuple(sorted(rates.items()))))
            yield Figure(f"worley-{number}-{problem}", WORLEY,
                         f"figure {number}: {kind}, {problem}, rate of a rank", "ranks", "Mflop/s",
                         curves, "Published for 16 to 512 processors. One rank: the serial rate.",
                         "comops pstswm --experiment E --json")


def model_figures(seen: Sequence[Evidence]) -> list[Figure]:
    runs = [run for evidence in seen for run in evidence.campaign.model_runs]
    return [serial_figure(runs), *full_figures(runs)]


def printed_figures(seen: Sequence[Evidence]) -> list[Figure]:
    return [luecke_trials(seen), *luecke_figures(seen), *worley_figures(seen),
            *model_figures(seen)]


def drawable(figure: Figure) -> bool:
    """Whether it has curves that have two places or more."""
    return bool(figure.curves) and all(len(curve.points) > 1 for curve in figure.curves)

