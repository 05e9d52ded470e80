# SPDX-License-Identifier: BSD-3-Clause
"""The tables of `comops pstswm`, as Worley 1999 prints them, and the plans of --dry-run."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from comops.common.durations import duration_text
from comops.common.sizes import size_text
from comops_pstswm.swaps import ORDERS, Swap, best_of, swaps_of

if TYPE_CHECKING:
    from comops.results.read import Campaign
    from comops.statistics.ratios import Ratio
    from comops_pstswm.full import Full
    from comops_pstswm.messages import VariantRow
    from comops_pstswm.plans import Fastest
    from comops_pstswm.serial import Serial
    from comops_pstswm.sets import Set

COLLECTIVES = ("alltoallv", "allreduce")


def number(width: int, decimals: int, value: float | None) -> str:
    """A number with a blank before it; 0 and None mean that there is none."""
    return f" {value:{width}.{decimals}f}" if value and value > 0 else f" {'-':>{width}}"


def change(case: str) -> str:
    """What the norms at the end mean: only in case 2 the flow should be the initial one."""
    return "error of" if case == "2" else "change of"


def serial_head(ffts: Sequence[str], case: str) -> str:
    """Experiment A, table 4."""
    names = "".join(f" {name:>8}" for name in ffts)
    return (f"{'':<8} {'':>6}  {'ms a step':>17}  {'Mflop/s':>17}  {'':>5}  {change(case):>9}  "
            f"{'drift of':>9}  {'depth, m':>12}\n"
            f"{'problem':<8} {'dt, s':>6} {names} {names}  {'gain':>5}  {'depth, l2':>9}  "
            f"{'energy':>9}  {'least':>5}  {'most':>5}\n")


def serial_row(part: "Serial", fastest: "Sequence[Fastest | None]") -> str:
    """`fastest`: of each FFT."""
    record = next(mine for mine in fastest if mine).record
    first, second = (mine.ms if mine else 0 for mine in fastest)
    mflops = "".join(number(8, 0, mine and mine.record["mflops"]) for mine in fastest)
    return (f"{part.problem.word:<8} {record['dt']:6g} {number(8, 4, first)}{number(8, 4, second)} "
            f"{mflops} {number(5, 2, second / first if first else None)}  "
            f"{record['errors']['depth']['l2']:9.1e}  {record['drift']['energy']:9.1e}"
            f"{depths(record)}\n")


def depths(record: "dict[str, Any]") -> str:
    """At the end, the least and the greatest."""
    return "".join(f"  {record['depth_m'][name]:5.0f}" for name in ("least", "greatest"))


def _best(swap: Swap | None) -> str:
    if not swap:
        return f" {'-':>9} {'-':<8} {'-':>10}"
    return f" {swap.rate_MBps:9.0f} {swap.protocol:<8}{number(10, 3, swap.latency_us)}"


def swap_lines(campaign: "Campaign", _columns: int) -> list[str]:
    """Experiment B, table 5; nothing without a valid cell."""
    swaps = swaps_of(campaign.cells.values())
    if not swaps:
        return []
    volumes = dict.fromkeys(swap.volume for swap in swaps)
    sizes = "".join(f" {size_text(volume):>9} {'':<19}" for volume in volumes)
    heads = f" {'MB/s':>9} {'protocol':<8} {'latency,us':>10}" * len(volumes)
    lines = ["", "SWAP, fastest runs: peak bandwidth of both directions, latency of a message",
             f"{'':<18}{sizes}", f"{'path':<8} {'protocols':<9}{heads}"]
    for path, (begins, order) in product(dict.fromkeys(row.path for row in swaps), ORDERS.items()):
        best = (best_of((row for row in swaps if (row.path, row.volume) == (path, volume)), begins)
                for volume in volumes)
        lines.append(f"{path:<8} {order:<9}{''.join(map(_best, best))}")
    return lines


def _times(mine: "Fastest", width: int) -> str:
    """Milliseconds a step: the fastest run, the median, and its half width in percent."""
    middle, half_width = mine.median()
    return "".join((number(width, 3, mine.ms),
                    number(width, 3, 1000 * middle / mine.record["steps"]),
                    number(5, 1, 100 * half_width)))


def set_text(part: "Set", fastest: "list[list[Fastest]]") -> str:
    """Experiments C and D, tables 7 and 8, figures 4 and 5; `fastest`: of each worker."""
    best_of_all = min(mine.seconds for trials in fastest for mine in trials)
    stands_for = f", for {part.stands_for}" if part.stands_for else ""
    lines = ["", f"{part.problem.word}, {part.title}, mesh {part.mesh}, "
                 f"{part.steps} steps{stands_for}",
             f"{'':<8} {'':<10} {'best':<9} {'ms a step':>19} {'':>5} {'loss, %,':>9} "
             f"{'slower, %, than best':>20}",
             f"{'path':<8} {'algorithm':<10} {'protocol':<9} {'fastest':>9} {'median':>9} "
             f"{'+-%':>5} {'default':>9} {'this path':>9} {'all paths':>9}"]
    for worker, trials in zip(part.workers.all, fastest, strict=True):
        if not trials:  # it was stopped
            continue
        best, usual = {}, {}  # by algorithm: in any protocol, and in the usual one
        for mine in sorted(trials, key=lambda mine: mine.seconds):
            name, protocol = mine.way(part.transform)
            best.setdefault(name, mine)
            if protocol == worker.usual:
                usual[name] = mine
        names = (mine.way(part.transform).name for mine in trials)
        best = {name: best[name] for name in names}
        quickest = min(mine.seconds for mine in trials)
        if part.generic in usual:
            best["generic"] = usual["generic"] = usual[part.generic]
        for name, mine in best.items():
            way = mine.way(part.transform)
            slower = "".join(f" {100 * ratio - 100:9.1f}" for ratio in (
                usual.get(name, mine).seconds / mine.seconds, mine.seconds / quickest,
                mine.seconds / best_of_all))
            lines.append(f"{worker.path.label:<8} {name:<10} "
                         f"{'-' if way.name in COLLECTIVES else way.protocol:<9}"
                         f"{_times(mine, 9)}{slower}")
    return "\n".join(lines) + "\n"


def _full_row(mine: "Fastest", ranks: int) -> str:
    record = mine.record
    ways = [(mine.way(transform) if record[shared] > 1 else ("-", "-"))
            for transform, shared in (("fourier", "columns"), ("legendre", "rows"))]
    shares = "".join(f" {100 * record['shares'][name]:5.0f}"
                     for name in ("packing", "rows", "columns"))
    return (f"{record['path']:<8} {record['variant']:<9}"
            f"{''.join(f' {name:<9} {protocol:<6}' for name, protocol in ways)}{_times(mine, 8)}"
            f"{number(8, 0, (record['mflops'] or 0) / ranks)}{shares}"
            f" {record['errors']['depth']['l2']:8.1e}{depths(record)}")


def full_text(full: "Full", fastest: "list[list[Fastest]]") -> str:
    """Experiment E, figures 6 and 7."""
    lines = ["", f"{full.problem.word}, mesh {full.mesh}, {full.steps} steps",
             f"{'':<8} {'':<9} {'Fourier':<16} {'Legendre':<16} {'ms a step':>17} {'':>5} "
             f"{'Mflop/s':>8} {'% of the time in':>17} {change(full.request.case):>8}  "
             f"{'depth, m':>12}",
             f"{'path':<8} {'variant':<9} {'transforms':<16} {'transforms':<16} {'fastest':>8} "
             f"{'median':>8} {'+-%':>5} {'a rank':>8} {'packs':>5} {'rows':>5} {'cols':>5} "
             f"{'depth':>8}  {'least':>5}  {'most':>5}",
             *(_full_row(mine, full.workers.ranks) for trials in fastest for mine in trials)]
    return "\n".join(lines) + "\n"


def _compared(ratio: "Ratio | None") -> str:
    if not ratio or not ratio.ci95:
        return f"  {'-':>22}"
    return f"  {ratio.value:7.3f} [{ratio.ci95[0]:.3f}, {ratio.ci95[1]:.3f}]"


def predictions_text(rows: "Iterable[VariantRow]") -> str:
    lines = ["", "Whether the ping-pong predicted the winner: time of the second path over that of "
             "the first, with its 95 % interval",
             f"{'paths':<15} {'variant':<9} {'bytes':>8}  {'ping-pong':<23}  model"]
    lines += [f"{row.paths:<15} {row.variant:<9} {size_text(row.bytes):>8}"
              f"{_compared(row.pingpong)}{_compared(row.model)}  {row.prediction}" for row in rows]
    return "\n".join(lines) + "\n"


def listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


def time_text(seconds: float) -> str:
    """At the rate of one core."""
    return f"\nAbout {duration_text(seconds)} on this machine's cores, and the time of messages.\n"


def serial_plan_text(planned: "Sequence[Serial]") -> str:
    """The grids of section 5, too."""
    lines = [f"{'problem':<8} {'grid':>8} {'Fourier':>8} {'coefficients':>12} {'operations':>11} "
             f"{'dt, s':>6}  steps"]
    for part in planned:
        facts = part.problem.facts
        waves, latitudes, longitudes = (facts[name]
                                        for name in ("waves", "latitudes", "longitudes"))
        lines.append(
            f"{part.problem.word:<8} {f'{latitudes}x{longitudes}':>8} "
            f"{f'{latitudes}x{longitudes // 2}':>8} {(waves + 1) * (waves + 2) // 2:12} "
            f"{int(facts['flops']) or '-':>11} {part.plans[0]['dt']:6g}  {listed(part.steps)}")
    return "\n".join(lines) + "\nOperations: of a step and a level, as printed.\n"


def sets_plan_text(planned: "Sequence[Set]") -> str:
    lines = []
    for part in planned:
        stands_for = f", for {part.stands_for}" if part.stands_for else ""
        lines += ["", f"{part.problem.word}, {part.title}, mesh {part.mesh}, {part.steps} "
                  f"steps{stands_for}"]
        for worker, plans in zip(part.workers.all, part.plans, strict=True):
            names = dict.fromkeys(plan[part.transform] for plan in plans)
            if names:
                lines.append(f"  {worker.path.label:<8} {len(plans)} ways, {part.runs} runs of "
                             f"each: {listed(list(names))}")
        lines += [f"  left out: {why}" for why in part.refused]
    return "\n".join(lines[1:]) + "\n"


def full_plan_text(planned: "Sequence[Full]") -> str:
    lines = [f"{full.problem.word}, mesh {full.mesh}, {full.steps} steps of "
             f"{full.request.dt_of(full.problem):g} s, {full.request.runs} runs of DTH and DR over "
             f"{listed([worker.path.label for worker in full.workers.all])}" for full in planned]
    return "\n".join(lines) + "\n"
