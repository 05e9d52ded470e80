# SPDX-License-Identifier: BSD-3-Clause
"""Worley's tables about his model, beside runs of it here; and whether the path that wins a
ping-pong wins in the model.

For that the ratio of two paths' ping-pongs at the size of the model's blocks is beside that of the
model's times. A run of the model is a launch; runs with the same number followed each other, so
the ratios of these are taken, and their median with its interval.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from analysis.decisions import PINGPONGS, prediction_of
from analysis.ratios import ratio_of_turns
from reports.claims.evidence import Evidence, Side
from reports.claims.model import Span, alone, fastest, where_text
from common.published_values import table
from reports.history.printed import NONE, Table, nearest, text_of
from reports.history.printed_figures import DEFAULTS
from records.model_runs import ModelRun
from records.pairs import Pair
from records.read import Campaign
from reports.words.formats import interval_text, path_text, size_text

WORLEY = "Worley"
PROBLEMS = ("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")
FFTS = {"fftw": "with library", "blocked": "own code"}
SETS = (("T42", "8"), ("T85", "8"), ("T42", "32"), ("T85", "32"))
HEAD = ("machine", "algorithm", "good protocols",
        *(f"{name}, {ranks} ranks" for name, ranks in SETS), "here")
GOOD = 1.05  # times as long as the fastest protocol, at most
TRANSFORMS = {"distributed-LT": "Legendre", "transpose-FFT": "Fourier"}
TRANSPOSES = ("srtrans", "swtrans", "logtrans", "alltoallv")
SUMS = ("exchsum", "halfsum", "ringsum", "allreduce")
ALGORITHMS = "comops pstswm --experiment C --json"
LOSSES = {  # table, metric, path here, default protocol
    "7": ("rel_loss_t(0,1)_vs_topt_shmem", "shmem", "(0,1)"),
    "8": ("rel_loss_t(0,6)_vs_topt_mpi", "mpi", "(0,6)"),
}
FULL = "comops pstswm --experiment E --runs 6 --json"
PREDICTION = ("paths", "variant", "problem", "block", "ping-pong", "model", "")


def machine_table(seen: Sequence[Evidence]) -> Table:
    """Table 3: the machines, and this one if it ran SWAP or the model."""
    printed: dict[str, dict[str, str]] = defaultdict(dict)  # what, then by machine
    for row in table("worley1999-table3"):
        printed[row["metric"]][row["machine"]] = f"{row['value']} {row['unit']}".strip()
    machines = list(printed["system"])
    ran = next((one for one in seen
                if one.campaign.model_runs or one.cells.get("swap_printed")), None)
    here = machine_here(ran.campaign) if ran else {}
    rows = [(what.replace("_", " "), *(values.get(one, NONE) for one in machines),
             here.get(what, NONE)) for what, values in printed.items()]
    return Table("worley-3-machines", WORLEY, "table 3: the machines", ("", *machines, "here"),
                 rows, 1, "", "comops pstswm --json")


def machine_here(campaign: Campaign) -> dict[str, str]:
    """The members of table 3 of the machine of a campaign, as far as it says."""
    facts = campaign.facts
    most = (facts.get("facts") or {}).get("frequency_most_khz")
    libraries = (one for path, one in facts["runtimes"].items() if not path.startswith("threads"))
    library = any(one.fft == "fftw" for one in campaign.model_runs)
    return {"system": facts["machine"], "cpu": facts["cpu"] or NONE, "os": facts["kernel"],
            "clock": f"{most / 1000:.0f} MHz" if most else NONE,
            "message_passing": ", ".join(libraries), "math_library": "FFTW" if library else "none",
            "measured": facts["started"][:7]}


def grid_table(runs: Sequence[ModelRun]) -> Table:
    """The unnumbered table of section 5: grids, coefficients and operations of a step."""
    printed: dict[tuple[str, str], str] = {
        (row["pattern"].partition(":")[2], row["metric"]): row["value"]
        for row in table("worley1999-section5-grids")}
    rows = []
    for (name, metric), value in printed.items():
        grid = next((one.grid for one in runs if one.problem.partition("L")[0] == name), None)
        rows.append((name, metric.replace("_", " "), value, grid_value(name, metric, grid)))
    return Table("worley-grids", WORLEY, "section 5: the grids", ("class", "", "print", "here"),
                 rows, 1, "All rates are based on the printed number of operations.",
                 "comops pstswm --json")


def grid_value(name: str, metric: str, grid: str | None) -> str:
    """`grid`: of a run of this class, 64x128x16."""
    if not grid:
        return NONE
    waves = int(name[1:])
    latitudes, longitudes, _ = map(int, grid.split("x"))
    return {"physical_grid": f"{latitudes}x{longitudes}",
            "fourier_grid": f"{latitudes}x{longitudes // 2}",
            "spectral_coefficients": str((waves + 1) * (waves + 2) // 2)}.get(metric, NONE)


def serial_table(runs: Sequence[ModelRun]) -> Table:
    """Table 4: Mflop/s on one processor."""
    printed: dict[tuple[str, str], dict[str, str]] = {}
    for row in table("worley1999-table4"):
        name = row["machine"], row["protocol"]
        printed.setdefault(name, {})[row["pattern"].partition(":")[2]] = row["value"]
    rows = [(*name, *(values.get(one, NONE) for one in PROBLEMS))
            for name, values in printed.items()]
    for fft, words in FFTS.items():
        rates = {problem: max((one.mflops for one in runs
                               if (one.problem, one.fft) == (problem, fft) and one.mflops),
                              default=None)
                 for problem in PROBLEMS}
        if any(rates.values()):
            rows.append(("here", words, *map(text_of, rates.values())))
    return Table("worley-4", WORLEY, "table 4: serial rates, Mflop/s",
                 ("machine", "FFT", *PROBLEMS), rows, 0, "By the printed number of operations.",
                 "comops pstswm --json")


def printed_losses(number: str, metric: str) -> list[tuple[str, ...]]:
    """The printed rows: machine, algorithm, its good protocols, and the losses of SETS."""
    printed: dict[tuple[str, str, str], dict[tuple[str, str], str]] = {}
    for row in table(f"worley1999-table{number}"):
        if row["metric"] == metric:
            algorithm, _, truncation = row["pattern"].partition(":")
            good = row["protocol"].rpartition(": ")[2]
            of = printed.setdefault((row["machine"], algorithm, good), {})
            of[truncation, row["processors"]] = row["value"]
    return [(*name, *(values.get(one, NONE) for one in SETS), NONE)
            for name, values in printed.items()]


def good_text(spans: Mapping[str, Span]) -> str:
    """The protocols that are good in this run."""
    best = fastest(spans.values())[0]
    return " ".join(sorted(name for name, span in spans.items() if span[0] <= GOOD * best))


def here_row(where: tuple[str, int, int, str], spans: Mapping[str, Span], loss: float
             ) -> tuple[str, ...]:
    """`where`: problem, mesh, algorithm; the loss in percent."""
    *problem, algorithm = where
    return ("here", algorithm, good_text(spans), *(NONE for _ in SETS),
            f"{where_text(*problem)}: {text_of(loss)}")


def percent(span: Span, best: Span) -> float:
    """What the fastest repetition takes longer."""
    return 100 * (span[0] / best[0] - 1)


def loss_table(number: str, runs: Sequence[ModelRun]) -> Table:
    """What the default protocol takes longer than the best, for each algorithm."""
    metric, path, default = LOSSES[number]
    rows = printed_losses(number, metric)
    for where, spans in alone(runs, path).items():
        if default in spans and len(spans) > 1:
            rows.append(here_row(where, spans, percent(spans[default],
                                                       fastest(spans.values()))))
    title = f"table {number}: loss of {default} over {path_text(path)}, %"
    return Table(f"worley-{number}", WORLEY, title, HEAD, rows, 0,
                 "Against the fastest protocol, in the time of the whole model. Good here: at most "
                 "5 % longer than the fastest.", ALGORITHMS)


def problem_table(runs: Sequence[ModelRun]) -> Table:
    """Table 6: what the ranks run with one transform in parallel, and what that stands for."""
    printed: dict[tuple[str, str], dict[str, str]] = {}
    for row in table("worley1999-table6"):
        printed.setdefault((row["pattern"], row["processors"]), {})[row["metric"]] = row["value"]
    rows = [(TRANSFORMS[name.partition(":")[0]], values["simulated_problem"],
             values["simulated_mesh"], values["actual_problem"], values["actual_grid"],
             values["actual_mesh"])
            for (name, _), values in printed.items()]
    rows += dict.fromkeys(
        (f"here, {'Fourier' if one.columns > 1 else 'Legendre'}", problem, mesh, one.problem,
         one.grid, f"{one.columns}x{one.rows}")
        for one in runs
        if one.path and not one.variant and 1 in (one.columns, one.rows) and one.ranks > 1
        for problem, _, mesh in [one.stands_for.partition(" on ")])
    return Table("worley-6", WORLEY, "table 6: the problems with one transform in parallel",
                 ("transform", "stands for", "on a mesh of", "problem", "grid", "mesh"), rows, 0,
                 "Printed meshes are those of the table; the text transposes them for Legendre "
                 "transforms. T85's printed grids of these are T42's.", ALGORITHMS)


def against_table(runs: Sequence[ModelRun]) -> Table:
    """Table 8, its second part: what the best protocol of MPI takes longer than SHMEM's."""
    rows = printed_losses("8", "rel_loss_topt_mpi_vs_topt_shmem")
    shmem = alone(runs, "shmem")
    for where, spans in alone(runs, "mpi").items():
        if where in shmem:
            rows.append(here_row(where, spans, percent(fastest(spans.values()),
                                                       fastest(shmem[where].values()))))
    return Table("worley-8-shmem", WORLEY, "table 8: MPI against SHMEM, best protocols, %", HEAD,
                 rows, 0, "Below 0 MPI is faster.", ALGORITHMS)


def algorithm_table(number: str, kinds: Sequence[str], default: str,
                    runs: Sequence[ModelRun]) -> Table:
    """Figures 4 and 5: of each algorithm what it takes longer than the best of its path, and, in
    their third row, than the best of all paths."""
    found: dict[tuple, dict[str, dict[str, float]]] = defaultdict(dict)  # by problem and mesh
    for path in dict.fromkeys(one.path for one in runs if one.path):
        for (*where, algorithm), spans in alone(runs, path).items():
            if algorithm in kinds and where[1 if number == "4" else 2] > 1:
                times = found[tuple(where)].setdefault(path, {})
                times[algorithm] = fastest(spans.values())[0]
                if algorithm == default and DEFAULTS.get(path, "(0,1)") in spans:
                    times["generic"] = spans[DEFAULTS.get(path, "(0,1)")][0]
    rows = []
    for where, paths in found.items():
        bests = {path: min(times.values()) for path, times in paths.items()}
        sides = [(path, path_text(path), bests[path]) for path in paths]
        sides += [(path, "all paths", min(bests.values())) for path in paths if len(paths) > 1]
        rows += [("here", path_text(path), where_text(*where), against,
                  *(text_of(100 * (paths[path][kind] / best - 1)) if kind in paths[path] else NONE
                    for kind in (*kinds, "generic")))
                 for path, against, best in sides]
    what = "transposes" if number == "4" else "vector sums"
    return Table(f"worley-{number}-algorithms", WORLEY,
                 f"figure {number}: {what}, % longer than the best",
                 ("", "path", "problem", "best of", *kinds, "generic"), rows, 0,
                 "Each with its best protocol; generic is "
                 f"{default} with the default one. No values are printed.", ALGORITHMS)


def pingpong_of(evidence: Evidence, paths: tuple[str, str], size: int) -> Pair | None:
    """The pair of both paths' ping-pongs at the size that is nearest."""
    ours, theirs = (
        {place.bytes: cell for place, cell in evidence.preferred(
            "pingpong", Side(path, (PINGPONGS[path],)))[1].items()} for path in paths)
    near = nearest(ours.keys() & theirs, size)
    return evidence.campaign.pair(ours[near].key, theirs[near].key) if near else None


def rows_of(evidence: Evidence) -> Iterator[tuple[str, ...]]:
    found: dict[tuple, dict[str, dict[int, ModelRun]]] = defaultdict(lambda: defaultdict(dict))
    for one in evidence.campaign.model_runs:
        if one.variant and one.ranks > 1 and one.block_bytes:
            where = one.variant, one.problem, one.columns, one.rows
            found[where][one.path][one.run] = one
    for (variant, problem, columns, across), paths in found.items():
        for a, b in combinations(paths, 2):
            shared = sorted(paths[a].keys() & paths[b])
            if not shared:
                continue
            size = paths[a][shared[0]].block_bytes
            ratio = ratio_of_turns(*([paths[path][run].step_us for run in shared]
                                     for path in (a, b)))
            pair = pingpong_of(evidence, (a, b), size)
            if pair:
                yield (f"{path_text(a)}, {path_text(b)}", variant,
                       where_text(problem, columns, across), size_text(size),
                       interval_text(pair.ratio, pair.ci95), interval_text(ratio.value, ratio.ci95),
                       prediction_of(pair.decision, ratio.decision))


def predictions(seen: Sequence[Evidence]) -> list[Table]:
    rows = [row for evidence in seen for row in rows_of(evidence)]
    return [Table(
        "worley-prediction", "Worley", "full simulation: does the ping-pong predict the winner?",
        PREDICTION, rows, len(PREDICTION),
        "Time of the second path over that of the first, with its 95 % interval: of a ping-pong "
        "of the size nearest to the model's blocks (threads: direct, MPI: sendrecv, SHMEM: put), "
        "and of the model's runs with the same number, six or more. Predicted: both allow the "
        "same statement.", FULL)]


def model_tables(seen: Sequence[Evidence]) -> list[Table]:
    runs = [run for evidence in seen for run in evidence.campaign.model_runs]
    return [machine_table(seen), grid_table(runs), serial_table(runs), problem_table(runs),
            *(loss_table(number, runs) for number in LOSSES), against_table(runs),
            algorithm_table("4", TRANSPOSES, "srtrans", runs),
            algorithm_table("5", SUMS, "ringsum", runs), *predictions(seen)]
