# SPDX-License-Identifier: BSD-3-Clause
"""Worley 1999, his model on several ranks: tables 6 to 8, figures 4 to 7.

The problem that a run stands for names a row, so that runs on other numbers of ranks have rows of
their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from comops.reports.words.formats import calls_text, number_text
from comops_papers.claims.model import Span, alone, fastest, mesh_of
from comops_papers.items.items import (HERE, NONE, PRINT, ItemLine, Part, Runs, Table, Value,
                                       beside, figure, printed, printed_lines)
from comops_papers.published_values import Row as Printed, columns
from comops_pstswm.model_runs import ModelRun


def words(text: str) -> Value:
    return Value(words=text)


def class_of(row: Printed) -> str:
    """T42 of dfft:T42."""
    return row["pattern"].partition(":")[2]


def best_rate(runs: Sequence[ModelRun], per_rank: bool = False) -> Value:
    rated = [(run.mflops / (run.ranks if per_rank else 1), run) for run in runs if run.mflops]
    if not rated:
        return NONE
    rate, run = max(rated, key=lambda both: both[0])
    return Value(rate, "", run.oversubscribed)


PATHS = ("mpi", "shmem", "threads")
DEFAULTS = {"mpi": "(0,6)", "shmem": "(0,1)", "threads": "(0,1)"}
METRICS = {"simulated_problem": "stands for", "simulated_mesh": "on", "actual_problem": "problem",
           "actual_grid": "grid", "actual_mesh": "mesh"}  # of table 6, and its heads
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
    def case_of(row: Printed) -> Case:
        return KINDS[row["pattern"].partition(":")[0]], class_of(row), int(row["processors"])

    prints = columns("worley1999-table6", lambda row: row["metric"], case_of, printed)
    here: dict[str, dict[Case, Value]] = {metric: {} for metric in METRICS}
    for run in stand_ins(runs):
        kind = "Fourier" if run.columns > 1 else "Legendre"
        problem, _, mesh = run.stands_for.partition(" on ")
        for metric, text in zip(METRICS, (problem, mesh, run.problem, run.grid,
                                          f"{run.columns}x{run.rows}"), strict=True):
            here[metric][kind, problem.partition("L")[0], run.ranks] = words(text)
    return [beside("the problems", ("transform", "class", "ranks"), [
        ItemLine(origin, METRICS[metric], values[metric])
        for origin, values in ((PRINT, prints), (HERE, here)) for metric in METRICS],
        names_of(prints["actual_mesh"], here["actual_mesh"]),
        note="Section 7 has the meshes of Legendre transforms the other way round.")]


def stand_ins(runs: Runs) -> list[ModelRun]:
    return [run for run in runs.model if run.stands_for]


def cases_of(runs: Runs, path: str) -> Cases:
    """The spans of the protocols, of the algorithms that he compares."""
    chosen = stand_ins(runs)
    names = {mesh_of(run): run.stands_for.partition("L")[0] for run in chosen}
    return {(algorithm, names[problem, columns, across], columns * across): spans
            for (problem, columns, across, algorithm), spans in alone(chosen, path).items()
            if algorithm in (FOURIER if columns > 1 else LEGENDRE)}


def crowded(runs: Runs) -> set[int]:
    """The numbers of ranks for which there were too few cores."""
    return {run.ranks for run in runs.model if run.oversubscribed}


def names_of(printed: Iterable[Case], here: Iterable[Case]) -> dict[Case, tuple[str, ...]]:
    """Rows for the printed cases, then for those that ran here alone."""
    cases = list(dict.fromkeys(printed))
    return {case: (*case[:2], str(case[2])) for case in [*cases, *sorted(set(here) - set(cases))]}


def loss_of(span: Span, best: Span, oversubscribed: bool) -> Value:
    """What the fastest repetition takes longer, in percent, and what the repetitions leave open;
    noise where they overlap. One repetition has no spread."""
    loss, least, most = (100 * (longer / shorter - 1) for longer, shorter in (
        (span[0], best[0]), (span[0], best[1]), (span[1], best[0])))
    if span == best or span[0] == span[1] and best[0] == best[1]:
        return Value(loss, "", oversubscribed)
    if span[0] <= best[1] and best[0] <= span[1]:
        return Value(loss, "noise", oversubscribed)
    return Value(loss, f"{number_text(loss)} [{number_text(least)}, {number_text(most)}]",
                 oversubscribed)


def loss_table(title: str, number: str, metric: str, here: Mapping[Case, Value]) -> Table:
    prints = printed_lines(
        f"worley1999-table{number}",
        lambda row: (*row["pattern"].split(":"), int(row["processors"])), printed, metric=metric)
    names = names_of((case for line in prints for case in line.values), here)
    return beside(title, ("algorithm", "class", "ranks"), [*prints, ItemLine(HERE, "", here)],
                  {case: names[case] for case in sorted(names, key=lambda case: case[0])}, "%",
                  "Here between the fastest repetitions [between all of them]; noise: they overlap."
                  if here else "")


def good_table(number: str, path: str, cases: Cases) -> Table:
    """The protocols that he lists, and those that are good here in all cases of an algorithm."""
    prints = printed_lines(
        f"worley1999-table{number}", lambda row: row["pattern"].partition(":")[0],
        lambda row: words(row["protocol"].rpartition(": ")[2]))
    here: dict[str, set[str]] = {}
    for (algorithm, *_), spans in cases.items():
        best = fastest(spans.values())[0]
        good = {name for name, span in spans.items() if span[0] <= GOOD * best}
        here[algorithm] = here.get(algorithm, good) & good
    return beside(f"good protocols over {calls_text(path)}", ("algorithm",), [
        *prints, ItemLine(HERE, "", {name: words(" ".join(sorted(good)) or "none")
                                      for name, good in here.items()})],
        {name: (name,) for line in prints for name in line.values},
        note="Here: in all cases at most 5 % slower than the best.")


def losses(number: str, runs: Runs) -> list[Part]:
    metric, path = LOSSES[number]
    cases, default, too_many = cases_of(runs, path), DEFAULTS[path], crowded(runs)
    here = {case: loss_of(spans[default], fastest(spans.values()), case[2] in too_many)
            for case, spans in cases.items() if default in spans and len(spans) > 1}
    return [loss_table(f"loss of {default} over {calls_text(path)}, against the best protocol",
                       number, metric, here), good_table(number, path, cases)]


def table_8(runs: Runs) -> list[Part]:
    shmem, too_many = cases_of(runs, "shmem"), crowded(runs)
    here = {case: loss_of(fastest(spans.values()), fastest(shmem[case].values()),
                          case[2] in too_many)
            for case, spans in cases_of(runs, "mpi").items() if case in shmem}
    loss, good = losses("8", runs)
    return [loss, loss_table("best MPI against best SHMEM", "8", AGAINST, here), good]


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
    for title, paths in (*((calls_text(path), [path]) for path in times),
                         *([("all paths", list(times))] if len(times) > 1 else [])):
        cases = dict.fromkeys(case for path in paths for case in times[path])
        bests = {case: min(time for path in paths for time in times[path].get(case, {}).values())
                 for case in cases}
        parts.append(beside(
            f"{what} over {title}, longer than the best", ("path", "algorithm"), [
                ItemLine(HERE, f"{name}, {ranks} ranks", {
                    (calls_text(path), kind): Value(100 * (time / bests[name, ranks] - 1), "",
                                                   ranks in too_many)
                    for path in paths for kind, time in times[path].get((name, ranks), {}).items()})
                for name, ranks in cases],
            {row: row for path in paths for kind in (*kinds, "generic")
             for row in [(calls_text(path), kind)]}, "%",
            f"Each with its best protocol; generic is {generic} with the default one."))
    return parts


VARIANTS = ("best", "GEN", "COL")


def full(kind: str, runs: Runs) -> list[Part]:
    """DTH or DR: the rate of a rank, of the fastest mesh."""
    parts = []
    for problem in ("T42L16", "T85L16"):
        lines = []
        for path, variant in product(PATHS, VARIANTS):
            mine = [run for run in runs.model if (run.problem, run.path, run.variant)
                    == (problem, path, f"{kind} {variant}")]
            rates = {ranks: best_rate([run for run in mine if run.ranks == ranks], True)
                     for ranks in {run.ranks for run in mine}}
            lines.append(ItemLine(HERE, f"{calls_text(path)}, {variant}", rates, path))
        parts.append(figure(f"{kind}, {problem}, rate of a rank", "ranks", "Mflop/s", lines))
    return parts
