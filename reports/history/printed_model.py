# SPDX-License-Identifier: BSD-3-Clause
"""Worley's tables about his model, beside runs of it here."""

from collections.abc import Sequence

from claims.evidence import Evidence
from claims.model import alone, fastest
from common.published_values import table
from history.printed import NONE, Table, text_of
from read.model_runs import ModelRun
from words.formats import path_text

WORLEY = "Worley"
PROBLEMS = ("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")
FFTS = {"fftw": "with library", "blocked": "own code"}
SETS = (("T42", "8"), ("T85", "8"), ("T42", "32"), ("T85", "32"))
LOSSES = {  # table, metric, path here, default protocol
    "7": ("rel_loss_t(0,1)_vs_topt_shmem", "shmem", "(0,1)"),
    "8": ("rel_loss_t(0,6)_vs_topt_mpi", "mpi", "(0,6)"),
}


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


def loss_table(number: str, runs: Sequence[ModelRun]) -> Table:
    """What the default protocol takes longer than the best, for each algorithm."""
    metric, path, default = LOSSES[number]
    printed: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
    for row in table(f"worley1999-table{number}"):
        if row["metric"] == metric:
            algorithm, _, truncation = row["pattern"].partition(":")
            of = printed.setdefault((row["machine"], algorithm), {})
            of[truncation, row["processors"]] = row["value"]
    rows = [(*name, *(values.get(one, NONE) for one in SETS), NONE)
            for name, values in printed.items()]
    for (problem, columns, across, algorithm), spans in alone(list(runs), path).items():
        if default in spans and len(spans) > 1:
            loss = 100 * (spans[default][0] / fastest(spans.values())[0] - 1)
            where = f"{problem} on {columns}x{across}: {text_of(loss)}"
            rows.append(("here", algorithm, *(NONE for _ in SETS), where))
    head = ("machine", "algorithm", *(f"{name}, {ranks} ranks" for name, ranks in SETS), "here")
    title = f"table {number}: loss of {default} over {path_text(path)}, %"
    return Table(f"worley-{number}", WORLEY, title, head, rows, 0,
                 "Against the fastest protocol, in the time of the whole model.",
                 "comops pstswm --experiment C --json")


def model_tables(seen: Sequence[Evidence]) -> list[Table]:
    runs = [run for evidence in seen for run in evidence.campaign.model_runs]
    return [serial_table(runs), *(loss_table(number, runs) for number in LOSSES)]
