# SPDX-License-Identifier: BSD-3-Clause
"""The tables of `comops pstswm`, as Worley 1999 prints them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from common.sizes import size_text

if TYPE_CHECKING:
    from analysis.ratios import Ratio
    from campaign.pstswm.full import Full
    from campaign.pstswm.plans import Fastest
    from campaign.pstswm.prediction import Row
    from campaign.pstswm.serial import Run
    from campaign.pstswm.sets import Measured
    from campaign.pstswm.swap import Line, SwapTable
    from campaign.pstswm.workers import Workers

COLLECTIVES = ("alltoallv", "allreduce")


def number(width: int, decimals: int, value: float | None) -> str:
    """With a blank before it; 0 and None mean that there is none."""
    return f" {value:{width}.{decimals}f}" if value and value > 0 else f" {'-':>{width}}"


# ---- A --------------------------------------------------------------------------------------


def serial_head(ffts: Sequence[str]) -> str:
    """Table 4."""
    names = "".join(f" {name:>8}" for name in ffts)
    return (f"{'':<8} {'':>6}  {'ms a step':>17}  {'Mflop/s':>17}  {'':>5}  {'error of':>9}  "
            f"{'drift of':>9}\n"
            f"{'problem':<8} {'dt, s':>6} {names} {names}  {'gain':>5}  {'depth, l2':>9}  "
            f"{'energy':>9}\n")


def serial_row(problem: str, fastest: "Sequence[Run | None]") -> str:
    """`fastest`: of each FFT."""
    record = next(run for run in fastest if run).record
    first, second = (run.ms if run else 0 for run in fastest)
    ms = "".join(number(8, 4, run and run.ms) for run in fastest)
    mflops = "".join(number(8, 0, run and run.record["mflops"]) for run in fastest)
    return (f"{problem:<8} {record['dt']:6g} {ms} {mflops} "
            f"{number(5, 2, second / first if first else None)}  "
            f"{record['errors']['depth']['l2']:9.1e}  {record['drift']['energy']:9.1e}\n")


# ---- B --------------------------------------------------------------------------------------


def _best(line: "Line | None") -> str:
    if not line:
        return f" {'-':>9} {'-':<8} {'-':>10}"
    return f" {line.rate:9.0f} {line.protocol:<8}{number(10, 3, line.latency_us)}"


def swap_text(table: "SwapTable") -> str:
    """Table 5; nothing without a cell."""
    if not table.volumes:
        return ""
    sizes = "".join(f" {size_text(volume):>9} {'':<19}" for volume in table.volumes)
    columns = f" {'MB/s':>9} {'protocol':<8} {'latency,us':>10}" * len(table.volumes)
    lines = ["", "SWAP, peak bandwidth of both directions and latency of a message",
             f"{'':<18}{sizes}", f"{'path':<8} {'protocols':<9}{columns}"]
    lines += [f"{path:<8} {order:<9}{''.join(map(_best, row))}"
              for (path, order), row in table.rows.items()]
    return "\n".join(lines) + "\n"


# ---- C and D --------------------------------------------------------------------------------


def _times(one: "Fastest", width: int) -> str:
    """Milliseconds a step: the fastest run, the median, and its half width in percent."""
    ms = 1000 / one.record["steps"]
    middle, half_width = one.median()
    return "".join((number(width, 3, one.seconds * ms), number(width, 3, middle * ms),
                    number(5, 1, half_width and 100 * half_width)))


def _set_row(path: str, name: str, one: "Fastest", transform: str, others: Iterable[float]) -> str:
    """`others`: seconds with which this one's are compared."""
    way = one.way(transform)
    protocol = "-" if way.name in COLLECTIVES else way.protocol
    slower = "".join(f" {100 * ratio:9.1f}" for ratio in others)
    return f"{path:<8} {name:<10} {protocol:<9}{_times(one, 9)}{slower}"


def set_text(measured: "Measured") -> str:
    """Tables 7 and 8, figures 4 and 5."""
    one = measured.set
    best_of_all = min(mine.seconds for some in measured.fastest for mine in some)
    lines = ["", f"{one.problem.word}, {one.title}, mesh {one.mesh}",
             f"{'':<8} {'':<10} {'best':<9} {'ms a step':>19} {'':>5} {'loss, %,':>9} "
             f"{'slower, %, than best':>20}",
             f"{'path':<8} {'algorithm':<10} {'protocol':<9} {'fastest':>9} {'median':>9} {'+-%':>5} "
             f"{'default':>9} {'this path':>9} {'all paths':>9}"]
    for worker, some in zip(measured.workers, measured.fastest, strict=True):
        best = min(mine.seconds for mine in some)
        by_name: dict[str, list[Fastest]] = {}
        for mine in some:
            by_name.setdefault(mine.way(one.transform).name, []).append(mine)
        usual = {name: min((mine for mine in group
                            if mine.way(one.transform).protocol == worker.usual),
                           key=lambda mine: mine.seconds) for name, group in by_name.items()}
        rows = {name: min(group, key=lambda mine: mine.seconds)
                for name, group in by_name.items()} | {"generic": usual[one.generic]}
        for name, mine in rows.items():
            beside = usual[one.generic if name == "generic" else name].seconds
            lines.append(_set_row(worker.path.label, name, mine, one.transform, (
                beside / mine.seconds - 1, mine.seconds / best - 1,
                mine.seconds / best_of_all - 1)))
    return "\n".join(lines) + "\n"


# ---- E --------------------------------------------------------------------------------------


def _full_row(one: "Fastest", ranks: int) -> str:
    record = one.record
    ways = [(one.way(transform) if record[shared] > 1 else ("-", "-"))
            for transform, shared in (("fourier", "columns"), ("legendre", "rows"))]
    shares = "".join(f" {100 * record['shares'][name]:5.0f}"
                     for name in ("packing", "rows", "columns"))
    return (f"{record['path']:<8} {record['variant']:<9}"
            f"{''.join(f' {name:<9} {protocol:<6}' for name, protocol in ways)}{_times(one, 8)}"
            f"{number(8, 0, (record['mflops'] or 0) / ranks)}{shares}"
            f" {record['errors']['depth']['l2']:8.1e}")


def full_text(full: "Full", fastest: "list[list[Fastest]]") -> str:
    """Figures 6 and 7."""
    lines = ["", f"{full.problem.word}, mesh {full.mesh}, {full.steps} steps",
             f"{'':<8} {'':<9} {'Fourier':<16} {'Legendre':<16} {'ms a step':>17} {'':>5} "
             f"{'Mflop/s':>8} {'% of the time in':>17} {'error of':>8}",
             f"{'path':<8} {'variant':<9} {'transforms':<16} {'transforms':<16} {'fastest':>8} "
             f"{'median':>8} {'+-%':>5} {'a rank':>8} {'packs':>5} {'rows':>5} {'cols':>5} "
             f"{'depth':>8}",
             *(_full_row(one, full.workers.ranks) for some in fastest for one in some)]
    return "\n".join(lines) + "\n"


def _compared(one: "Ratio | None") -> str:
    if not one or not one.ci95:
        return f"  {'-':>22}"
    return f"  {one.value:7.3f} [{one.ci95[0]:.3f}, {one.ci95[1]:.3f}]"


def predictions_text(rows: "Iterable[Row]") -> str:
    lines = ["", "Whether the ping-pong predicted the winner: time of the second path over that of "
             "the first, with its 95 % interval",
             f"{'paths':<15} {'variant':<9} {'bytes':>8}  {'ping-pong':<23}  model"]
    lines += [f"{row.paths:<15} {row.variant:<9} {size_text(row.bytes):>8}"
              f"{_compared(row.pingpong)}{_compared(row.model)}  {row.prediction}" for row in rows]
    return "\n".join(lines) + "\n"
