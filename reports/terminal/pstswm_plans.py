# SPDX-License-Identifier: BSD-3-Clause
"""What `comops pstswm --dry-run` prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.durations import duration_text

if TYPE_CHECKING:
    from campaign.pstswm.full import Full
    from campaign.pstswm.serial import Serial
    from campaign.pstswm.sets import Planned


def listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


def time_text(seconds: float) -> str:
    """At the rate of one core."""
    return f"\nAbout {duration_text(seconds)} on this machine's cores, and the time of messages.\n"


def serial_plan_text(planned: "Sequence[Serial]") -> str:
    """The grids of section 5, too."""
    lines = [f"{'problem':<8} {'grid':>8} {'Fourier':>8} {'coefficients':>12} {'operations':>11} "
             f"{'dt, s':>6}  steps"]
    for one in planned:
        facts = one.problem.facts
        waves, latitudes, longitudes = (facts[name]
                                        for name in ("waves", "latitudes", "longitudes"))
        lines.append(
            f"{one.problem.word:<8} {f'{latitudes}x{longitudes}':>8} "
            f"{f'{latitudes}x{longitudes // 2}':>8} {(waves + 1) * (waves + 2) // 2:12} "
            f"{int(facts['flops']) or '-':>11} {one.plans[0]['dt']:6g}  {listed(one.steps)}")
    return "\n".join(lines) + "\nOperations: of a step and a level, as printed.\n"


def sets_plan_text(planned: "Sequence[Planned]", runs: int) -> str:
    lines = []
    for one in planned:
        what = one.set
        stands_for = f", for {what.stands_for}" if what.stands_for else ""
        lines += ["", f"{what.problem.word}, {what.title}, mesh {what.mesh}, {what.steps} "
                  f"steps{stands_for}"]
        for worker, plans in zip(one.workers.all, one.plans, strict=True):
            names = dict.fromkeys(plan[what.transform] for plan in plans)
            if names:
                lines.append(f"  {worker.path.label:<8} {len(plans)} ways, {runs} runs of each: "
                             f"{listed(list(names))}")
        lines += [f"  left out: {why}" for why in one.refused]
    return "\n".join(lines[1:]) + "\n"


def full_plan_text(planned: "Sequence[Full]") -> str:
    lines = [f"{one.problem.word}, mesh {one.mesh}, {one.steps} steps of "
             f"{one.request.dt_of(one.problem):g} s, {one.request.runs} runs of DTH and DR over "
             f"{listed([worker.path.label for worker in one.workers.all])}" for one in planned]
    return "\n".join(lines) + "\n"
