# SPDX-License-Identifier: BSD-3-Clause
"""Worley's figures about his model, with runs of it here: 1, serial rates; 6 and 7, full
simulations."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from reports.claims.evidence import Evidence
from common.published_values import table
from reports.history.printed import Curve, Figure
from records.model_runs import ModelRun
from reports.words.formats import path_text

WORLEY = "Worley"
FULL = {"6": "DTH", "7": "DR"}
VARIANTS = ("best", "GEN", "COL")
OWN_FFT = "blocked"  # that of the parallel runs


def operations() -> dict[str, int]:
    """By problem the printed number of operations of a step, of those with serial rates."""
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
    curves = [Curve(name, "", number, tuple(sorted(points.items())))
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
