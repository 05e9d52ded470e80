# SPDX-License-Identifier: BSD-3-Clause
"""Worley 1999, his model on several ranks: tables 6 to 8, figures 4 to 7.

The problem that a run stands for names a row, so that runs on other numbers of ranks have rows of
their own.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from common.published_values import table
from records.model_runs import ModelRun
from reports.claims.model import Span, alone, fastest, mesh_of
from reports.history.items import (
    HERE, NONE, PRINT, Column, Curve, Figure, Part, Point, Row, Runs, Table, Value,
)
from reports.history.papers.worley_swap import DEFAULTS, PATHS
from reports.words.formats import path_text


def words(text: str) -> Value:
    return Value(words=text)


def printed(number: str) -> Value:
    """A number as it is printed."""
    return Value(float(number), number)


def best_rate(runs: Sequence[ModelRun], per_rank: bool = False) -> Value:
    some = [(one.mflops / (one.ranks if per_rank else 1), one) for one in runs if one.mflops]
    if not some:
        return NONE
    rate, one = max(some, key=lambda both: both[0])
    return Value(rate, "", one.oversubscribed)


KINDS = {"distributed-LT": "Legendre", "transpose-FFT": "Fourier"}
TRANSPOSES = ("srtrans", "swtrans", "logtrans", "alltoallv")
SUMS = ("exchsum", "halfsum", "ringsum", "allreduce")
FOURIER, LEGENDRE = (*TRANSPOSES, "dfft"), (*SUMS, "ringpipe")
GOOD = 1.05  # times as long as the fastest protocol, at most
LOSSES = {  # table: metric, path, its default protocol
    "7": ("rel_loss_t(0,1)_vs_topt_shmem", "shmem"),
    "8": ("rel_loss_t(0,6)_vs_topt_mpi", "mpi"),
}
AGAINST = "rel_loss_topt_mpi_vs_topt_shmem"
Case = tuple[str, str, int]  # algorithm, class, ranks
Cases = dict[Case, Mapping[str, Span]]  # by protocol


def table_6(runs: Runs) -> list[Part]:
    values: dict[tuple[str, str, int], dict[str, str]] = defaultdict(dict)
    here: dict[tuple[str, str, int], ModelRun] = {}
    for row in table("worley1999-table6"):
        kind, _, name = row["pattern"].partition(":")
        values[KINDS[kind], name, int(row["processors"])][row["metric"]] = row["value"]
    for one in stand_ins(runs):
        kind = "Fourier" if one.columns > 1 else "Legendre"
        here[kind, one.stands_for.partition("L")[0], one.ranks] = one
    metrics = ("simulated_problem", "simulated_mesh", "actual_problem", "actual_grid",
               "actual_mesh")
    titles = ("stands for", "on", "problem", "grid", "mesh")
    listed = [
        Row((kind, name, str(ranks)), (
            *(words(values[kind, name, ranks].get(one, "")) for one in metrics),
            *_problem_here(here.get((kind, name, ranks)))))
        for kind, name, ranks in [*values, *sorted(here.keys() - values.keys())]]
    return [Table("the problems", ("transform", "class", "ranks"),
                  tuple(Column(origin, title) for origin in (PRINT, HERE) for title in titles),
                  listed, note="His meshes are transposed in the text for Legendre transforms; two "
                               "grids of T85 are those of T42.")]


def _problem_here(one: ModelRun | None) -> Sequence[Value]:
    if not one:
        return (NONE,) * 5
    problem, _, mesh = one.stands_for.partition(" on ")
    return [words(text) for text in (problem, mesh, one.problem, one.grid,
                                     f"{one.columns}x{one.rows}")]


def stand_ins(runs: Runs) -> list[ModelRun]:
    return [one for one in runs.model if one.stands_for]


def cases_of(runs: Runs, path: str) -> Cases:
    """The spans of the protocols, of the algorithms that he compares."""
    some = stand_ins(runs)
    names = {mesh_of(one): one.stands_for.partition("L")[0] for one in some}
    return {(algorithm, names[problem, columns, across], columns * across): spans
            for (problem, columns, across, algorithm), spans in alone(some, path).items()
            if algorithm in (FOURIER if columns > 1 else LEGENDRE)}


def crowded(runs: Runs) -> set[int]:
    """The numbers of ranks for which there were too few cores."""
    return {one.ranks for one in runs.model if one.oversubscribed}


def printed_cases(number: str, metric: str) -> dict[Case, dict[str, Value]]:
    """By case and machine."""
    found: dict[Case, dict[str, Value]] = defaultdict(dict)
    for row in table(f"worley1999-table{number}"):
        if row["metric"] == metric:
            algorithm, _, name = row["pattern"].partition(":")
            found[algorithm, name, int(row["processors"])][row["machine"]] = printed(row["value"])
    return found


def percent(span: Span, best: Span) -> float:
    """What the fastest repetition takes longer."""
    return 100 * (span[0] / best[0] - 1)


def loss_table(title: str, number: str, metric: str, runs: Runs,
               here: Mapping[Case, float]) -> Table:
    values, too_many = printed_cases(number, metric), crowded(runs)
    machines = list(dict.fromkeys(one for some in values.values() for one in some))
    listed = [
        Row((algorithm, name, str(ranks)), (
            *(values.get(case, {}).get(one, NONE) for one in machines),
            Value(here[case], "", ranks in too_many) if case in here else NONE))
        for case in sorted([*values, *sorted(here.keys() - values.keys())], key=lambda one: one[0])
        for algorithm, name, ranks in [case]]
    return Table(title, ("algorithm", "class", "ranks"),
                 (*(Column(PRINT, one) for one in machines), Column(HERE)), listed, "%")


def good_table(number: str, path: str, cases: Cases) -> Table:
    """The protocols that he lists, and those that are good here in all cases of an algorithm."""
    listed: dict[str, dict[str, str]] = defaultdict(dict)
    for row in table(f"worley1999-table{number}"):
        algorithm = row["pattern"].partition(":")[0]
        listed[algorithm][row["machine"]] = row["protocol"].rpartition(": ")[2]
    machines = list(dict.fromkeys(one for some in listed.values() for one in some))
    here: dict[str, set[str]] = {}
    for (algorithm, *_), spans in cases.items():
        best = fastest(spans.values())[0]
        good = {name for name, span in spans.items() if span[0] <= GOOD * best}
        here[algorithm] = here.get(algorithm, good) & good
    return Table(f"good protocols over {path_text(path)}", ("algorithm",),
                 (*(Column(PRINT, one) for one in machines), Column(HERE)),
                 [Row((name,), (*(words(some.get(one, "")) for one in machines),
                                words(" ".join(sorted(here[name])) or "none" if name in here
                                      else "")))
                  for name, some in listed.items()],
                 note="Here: in all cases at most 5 % slower than the best.")


def losses(number: str, runs: Runs) -> list[Part]:
    metric, path = LOSSES[number]
    cases, default = cases_of(runs, path), DEFAULTS[path]
    here = {case: percent(spans[default], fastest(spans.values()))
            for case, spans in cases.items() if default in spans and len(spans) > 1}
    return [loss_table(f"loss of {default} over {path_text(path)}, against the best protocol",
                       number, metric, runs, here), good_table(number, path, cases)]


def table_8(runs: Runs) -> list[Part]:
    shmem = cases_of(runs, "shmem")
    here = {case: percent(fastest(spans.values()), fastest(shmem[case].values()))
            for case, spans in cases_of(runs, "mpi").items() if case in shmem}
    loss, good = losses("8", runs)
    return [loss, loss_table("best MPI against best SHMEM", "8", AGAINST, runs, here), good]


def algorithms(kinds: Sequence[str], generic: str, runs: Runs) -> list[Part]:
    """A table for each path, and the third row of the figures, all paths together."""
    times: dict[str, dict[tuple[str, int], dict[str, float]]] = {}
    for path in PATHS:
        for (algorithm, *case), spans in cases_of(runs, path).items():
            if algorithm in kinds:
                of = times.setdefault(path, {}).setdefault(tuple(case), {})
                of[algorithm] = fastest(spans.values())[0]
                if algorithm == generic and DEFAULTS[path] in spans:
                    of["generic"] = spans[DEFAULTS[path]][0]
    too_many, parts = crowded(runs), []
    what = "transposes" if kinds == TRANSPOSES else "vector sums"
    for title, paths in (*((path_text(path), [path]) for path in times),
                         *([("all paths", list(times))] if len(times) > 1 else [])):
        cases = list(dict.fromkeys(case for path in paths for case in times[path]))
        bests = {case: min(time for path in paths for time in times[path].get(case, {}).values())
                 for case in cases}
        rows = [Row((path_text(path), kind), tuple(
            Value(percent((mine, mine), (bests[case],) * 2), "", case[1] in too_many)
            if (mine := times[path].get(case, {}).get(kind)) else NONE for case in cases))
            for path in paths for kind in (*kinds, "generic")]
        parts.append(Table(
            f"{what} over {title}, longer than the best", ("path", "algorithm"),
            tuple(Column(HERE, f"{name}, {ranks} ranks") for name, ranks in cases), rows, "%",
            f"Each with its best protocol; generic is {generic} with the default one."))
    return parts



VARIANTS = ("best", "GEN", "COL")


def full(kind: str, runs: Runs) -> list[Part]:
    """DTH or DR: the rate of a rank, of the fastest mesh."""
    parts = []
    for problem in ("T42L16", "T85L16"):
        curves = []
        for path in PATHS:
            for variant in VARIANTS:
                mine = [one for one in runs.model if (one.problem, one.path, one.variant)
                        == (problem, path, f"{kind} {variant}")]
                rates = {ranks: best_rate([one for one in mine if one.ranks == ranks], True)
                         for ranks in sorted({one.ranks for one in mine})}
                points = tuple(Point(ranks, rate.number, rate.oversubscribed)
                               for ranks, rate in rates.items() if rate.number)
                if points:
                    curves.append(Curve(HERE, f"{path_text(path)}, {variant}", path, points))
        parts.append(Figure(f"{kind}, {problem}, rate of a rank", "ranks", "Mflop/s", curves))
    return parts
