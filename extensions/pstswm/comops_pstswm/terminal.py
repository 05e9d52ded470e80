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
    from comops_pstswm.sets import Planned

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
    record = next(one for one in fastest if one).record
    first, second = (one.ms if one else 0 for one in fastest)
    mflops = "".join(number(8, 0, one and one.record["mflops"]) for one in fastest)
    return (f"{part.problem.word:<8} {record['dt']:6g} {number(8, 4, first)}{number(8, 4, second)} "
            f"{mflops} {number(5, 2, second / first if first else None)}  "
            f"{record['errors']['depth']['l2']:9.1e}  {record['drift']['energy']:9.1e}"
            f"{depths(record)}\n")


def depths(record: "dict[str, Any]") -> str:
    """At the end, the least and the greatest."""
    return "".join(f"  {record['depth_m'][name]:5.0f}" for name in ("least", "greatest"))


def _best(one: Swap | None) -> str:
    if not one:
        return f" {'-':>9} {'-':<8} {'-':>10}"
    return f" {one.rate_MBps:9.0f} {one.protocol:<8}{number(10, 3, one.latency_us)}"


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
    for path, (begins, order) in product(dict.fromkeys(one.path for one in swaps), ORDERS.items()):
        best = (best_of((one for one in swaps if (one.path, one.volume) == (path, volume)), begins)
                for volume in volumes)
        lines.append(f"{path:<8} {order:<9}{''.join(map(_best, best))}")
    return lines


def _times(one: "Fastest", width: int) -> str:
    """Milliseconds a step: the fastest run, the median, and its half width in percent."""
    middle, half_width = one.median()
    return "".join((number(width, 3, one.ms),
                    number(width, 3, 1000 * middle / one.record["steps"]),
                    number(5, 1, 100 * half_width)))


def set_text(part: "Planned", fastest: "list[list[Fastest]]") -> str:
    """Experiments C and D, tables 7 and 8, figures 4 and 5; `fastest`: of each worker."""
    one = part.set
    best_of_all = min(mine.seconds for some in fastest for mine in some)
    stands_for = f", for {one.stands_for}" if one.stands_for else ""
    lines = ["", f"{one.problem.word}, {one.title}, mesh {one.mesh}, {one.steps} steps{stands_for}",
             f"{'':<8} {'':<10} {'best':<9} {'ms a step':>19} {'':>5} {'loss, %,':>9} "
             f"{'slower, %, than best':>20}",
             f"{'path':<8} {'algorithm':<10} {'protocol':<9} {'fastest':>9} {'median':>9} "
             f"{'+-%':>5} {'default':>9} {'this path':>9} {'all paths':>9}"]
    for worker, some in zip(part.workers.all, fastest, strict=True):
        if not some:  # it was stopped
            continue
        best, usual = {}, {}  # by algorithm: in any protocol, and in the usual one
        for mine in sorted(some, key=lambda mine: mine.seconds):
            name, protocol = mine.way(one.transform)
            best.setdefault(name, mine)
            if protocol == worker.usual:
                usual[name] = mine
        best = {mine.way(one.transform).name: best[mine.way(one.transform).name] for mine in some}
        quickest = min(mine.seconds for mine in some)
        if one.generic in usual:
            best["generic"] = usual["generic"] = usual[one.generic]
        for name, mine in best.items():
            way = mine.way(one.transform)
            slower = "".join(f" {100 * ratio - 100:9.1f}" for ratio in (
                usual.get(name, mine).seconds / mine.seconds, mine.seconds / quickest,
                mine.seconds / best_of_all))
            lines.append(f"{worker.path.label:<8} {name:<10} "
                         f"{'-' if way.name in COLLECTIVES else way.protocol:<9}"
                         f"{_times(mine, 9)}{slower}")
    return "\n".join(lines) + "\n"


def _full_row(one: "Fastest", ranks: int) -> str:
    record = one.record
    ways = [(one.way(transform) if record[shared] > 1 else ("-", "-"))
            for transform, shared in (("fourier", "columns"), ("legendre", "rows"))]
    shares = "".join(f" {100 * record['shares'][name]:5.0f}"
                     for name in ("packing", "rows", "columns"))
    return (f"{record['path']:<8} {record['variant']:<9}"
            f"{''.join(f' {name:<9} {protocol:<6}' for name, protocol in ways)}{_times(one, 8)}"
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
             *(_full_row(one, full.workers.ranks) for some in fastest for one in some)]
    return "\n".join(lines) + "\n"


def _compared(one: "Ratio | None") -> str:
    if not one or not one.ci95:
        return f"  {'-':>22}"
    return f"  {one.value:7.3f} [{one.ci95[0]:.3f}, {one.ci95[1]:.3f}]"


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
    for one in planned:
        facts = one.problem.facts
        waves, latitudes, longitudes = (facts[name]
                                        for name in ("waves", "latitudes", "longitudes"))
        lines.append(
            f"{one.problem.word:<8} {f'{latitudes}x{longitudes}':>8} "
            f"{f'{latitudes}x{longitudes // 2}':>8} {(waves + 1) * (waves + 2) // 2:12} "
            f"{int(facts['flops']) or '-':>11} {one.plans[0]['dt']:6g}  {listed(one.steps)}")
    return "\n".join(lines) + "\nOperations: of a step and a level, as printed.\n"


def sets_plan_text(planned: "Sequence[Planned]") -> str:
    lines = []
    for one in planned:
        what = one.set
        stands_for = f", for {what.stands_for}" if what.stands_for else ""
        lines += ["", f"{what.problem.word}, {what.title}, mesh {what.mesh}, {what.steps} "
                  f"steps{stands_for}"]
        for worker, plans in zip(one.workers.all, one.plans, strict=True):
            names = dict.fromkeys(plan[what.transform] for plan in plans)
            if names:
                lines.append(f"  {worker.path.label:<8} {len(plans)} ways, {one.runs} runs of "
                             f"each: {listed(list(names))}")
        lines += [f"  left out: {why}" for why in one.refused]
    return "\n".join(lines[1:]) + "\n"


def full_plan_text(planned: "Sequence[Full]") -> str:
    lines = [f"{one.problem.word}, mesh {one.mesh}, {one.steps} steps of "
             f"{one.request.dt_of(one.problem):g} s, {one.request.runs} runs of DTH and DR over "
             f"{listed([worker.path.label for worker in one.workers.all])}" for one in planned]
    return "\n".join(lines) + "\n"
