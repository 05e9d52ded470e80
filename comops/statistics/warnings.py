# SPDX-License-Identifier: BSD-3-Clause
"""Warnings about a cell: a closed list, each with advice (after hyperfine's warnings)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from comops.statistics.cells import Cell
from comops.statistics.decisions import MARGIN
from comops.statistics.intervals import OUTLIER, median, median_interval
from comops.statistics.modes import EVIDENCE, faulting, modes_of
from comops.statistics.percentiles import percentile_of
from comops.statistics.significance import trend_of
from comops.statistics.times import (halves_us, interval, launch_times, median_us,
                                     medians_of_launches, of_launches, present)

SAMPLES_FOR_MODES = 30
OFTEN = 5
DRIFT_CHANCE = 0.01
OUTLIER_LEAST_US = 1.0  # no interruption of a core is shorter
# The least part of a block that counts as another program's work; the kernel's short work is less.
LOST_SHARE, LOST_LEAST_US = 0.01, 100.0


@dataclass(frozen=True)
class Warning:
    """Its name in prose ("drifting"), what it means in a few words and in sentences, and what to do
    about it.

    `limit` is that beyond which it is given: a multiple or share of the median, or a share of the
    stamps, blocks, time or sample that the meaning names; 0: no limit. `machine`: what the machine
    did where it explains the warning (phases.py); "": it cannot.
    """

    title: str
    brief: str
    meaning: str
    advice: str
    limit: float = 0.0
    machine: str = ""


# By the name in results files. The limits stand in the sentences too.
WARNINGS: dict[str, Warning] = {
    "too-few-samples": Warning(
        "too few samples",
        "too few launches; increase --budget",
        "There are too few samples or launches for a 95 % interval.",
        "Increase --budget, or measure fewer cells at once."),
    "first-run-slow": Warning(
        "first run slow",
        "launches begin slowly; medians are not affected",
        "Launches begin with samples above 1.5 times the median: pages, caches or the core's "
        "frequency have not settled yet.",
        "The median is not affected; the raw samples show the first run.", 1.5),
    "unsteady": Warning(
        "not steady",
        "runs still become faster within a block",
        "The first half of a block takes over 5 % longer than the second: the times had not "
        "settled when they were taken.",
        "A larger --budget, or fewer cells at once, makes blocks longer. Programs that communicate "
        "seldom pay more than the median: see --first.", MARGIN - 1),
    "drifting": Warning(
        "drifting",
        "launches become slower or faster; trust ratios",
        "Launches become slower or faster in the course of the campaign.",
        "Let the machine rest, fix its frequency (governor performance) and measure again, or use "
        "the ratios, in which drift cancels.", 0.05,
        "became slower or faster, and all cells with it; trust ratios"),
    "two-modes": Warning(
        "bimodal",
        "times have two modes; the median is in either",
        "Timings are bimodal, and the median may lie in either mode. Two frequencies or two "
        "placements of the data are possible causes.",
        "Check the frequency governor, huge pages, where the buffers lie (--memory), and whether "
        "the cores move (comops machine --check).", 0.05,
        "was slower for a while, and all cells with it; trust ratios"),
    "page-faults": Warning(
        "page faults",
        "runs use new memory, which costs page faults",
        "Runs use newly allocated memory: in more than 20 % of the blocks, page faults covered at "
        "least half of each message. A library may, for example, allocate a temporary in each "
        "call.",
        "Measure again with --malloc keep to see what it costs.", 0.2),
    "noisy-neighbour": Warning(
        "noisy neighbour",
        "other programs or machines had the cores",
        "Other programs, or other virtual machines on the same host, had a rank's core for more "
        "than 1 % of the time in more than 5 % of the blocks.",
        "Stop them, keep them off these cores, or use an exclusive node; `comops machine --check` "
        "names them.", 0.05),
    "late-starts": Warning(
        "late starts",
        "ranks left the start late; other stamps count",
        "Over 5 % of the stamps are void: a rank left the common start late.",
        "The other stamps count. Check whether another program uses the cores; the host of a "
        "virtual machine may also slow a core.", 0.05),
    "outliers": Warning(
        "outliers",
        "some runs take far longer; see the percentiles",
        "Over 5 % of the stamps are above 1.8 times the median and a microsecond longer, although "
        "no other program had the cores and there were no page faults.",
        "The percentiles show how long they are. Interrupts on these cores, power management, "
        "traffic of other cores to the same memory and contended locks are possible causes.", 0.05,
        "stood still at times, and all cells with it; see `comops machine --check`"),
    "oversubscribed": Warning(
        "oversubscribed",
        "more ranks than cores; no measure of speed",
        "There are more ranks than cores.",
        "Use at most one rank per core: these times show how cores are shared, not how fast they "
        "are."),
    "coarse-clock": Warning(
        "coarse clock",
        "the clock's step is too coarse; try --method comops",
        "The clock's step is over 1 % of a sample, and the middle half of the runs lies within one "
        "step; smaller differences are artefacts of the clock.",
        "Measure many runs at once (--method comops), or larger sizes.", 0.01),
    "clock-offset": Warning(
        "clock offset",
        "the clocks of two cores differ",
        "The clocks of two ranks' cores differ by over 2 % of the time, even at the bound of the "
        "estimate's error.",
        "Use cores of one package, or another clock source of the kernel "
        "(/sys/devices/system/clocksource/clocksource0).", 0.02),
    "not-resolved": Warning(
        "not resolved",
        "too short to be timed; try --method comops",
        "Over 5 % of the samples cannot be distinguished from an empty run: they are recorded as a "
        "tenth of it, and the operation is only known to be faster than can be timed.",
        "Measure many runs at once (--method comops), or larger sizes.", 0.05),
    "reading": Warning(
        "mostly reading",
        "reading the data is over a third of the time",
        "Reading the received data, from the reader's own caches, takes over a third of the time: "
        "ratios of these cells are closer to 1 than those of the operations alone.",
        "Compare with --consume no, which leaves the reading out.", 1 / 3),
}


def limit_of(name: str) -> float:
    return WARNINGS[name].limit


def first_samples(cell: Cell) -> float:
    """The median over the launches of their first sample."""
    first, at = [], 0
    for blocks in of_launches(cell, cell.blocks):
        if sum(blocks):
            first.append(cell.samples[at])
        at += sum(blocks)
    return median(first)


def is_unsteady(cell: Cell) -> bool:
    """The interval of the first halves' times over the second ones' lies above the limit."""
    halves = iter(halves_us(cell))
    pairs = [next(halves) if count else (None, None) for count in cell.stamp_blocks]
    ratios = [first / second if min(first or 0, second or 0) > 0 else None
              for first, second in pairs]
    ci95 = median_interval(present(medians_of_launches(cell, ratios)))
    return ci95 is not None and ci95[0] > 1 + limit_of("unsteady")


def is_lost(watched_us: float, lost_us: float) -> bool:
    """The kernel's own short work does not count."""
    return lost_us > max(LOST_SHARE * watched_us, LOST_LEAST_US)


def is_drifting(cell: Cell, centre: float) -> bool:
    trend = trend_of(present(launch_times(cell)))
    return (trend is not None and trend.chance < DRIFT_CHANCE
            and abs(trend.change) > limit_of("drifting") * centre)


def has_two_modes(cell: Cell, centre: float) -> bool:
    modes = modes_of(cell.samples) if len(cell.samples) >= SAMPLES_FOR_MODES else None
    if modes is None or modes.high - modes.low <= limit_of("two-modes") * centre:
        return False
    middle = (modes.low + modes.high) / 2
    return all(blocks_with(cell.samples, cell.blocks, mode) >= evidence_of(cell)
               for mode in (middle.__lt__, middle.__ge__))


def evidence_of(cell: Cell) -> int:
    """Blocks; a method may prescribe fewer than EVIDENCE."""
    return min(EVIDENCE, len(cell.blocks))


def blocks_with(times: Sequence[float], counts: Sequence[int], wanted: Callable[[float], bool]
                ) -> int:
    """How many blocks have such a time; block b has counts[b] of them."""
    ends = accumulate(counts)
    return sum(any(map(wanted, times[end - count : end]))
               for count, end in zip(counts, ends, strict=True))


def has_outliers(cell: Cell, centre: float) -> bool:
    """Far above the median also in absolute time, because a timer tick or a distant line is soon a
    multiple of a short run. Outliers of disturbed blocks are explained and do not count."""
    import numpy as np

    times, counts = ((cell.stamps, cell.stamp_blocks) if cell.stamps
                     else (cell.samples, cell.blocks))
    seen = cell.disturbances
    disturbed = [is_lost(*lost) or faults >= 1 for *lost, faults in zip(
        seen.watched_us, seen.lost_us, seen.faults_per_run, strict=True)]
    longest = centre + max((OUTLIER - 1) * centre, OUTLIER_LEAST_US / cell.runs)
    far = np.array(times) > longest
    ends = np.cumsum(counts)
    before = np.concatenate(([0], np.cumsum(far)))
    outlying = before[ends] - before[ends - counts]  # in each block
    outlying[np.flatnonzero(disturbed[: len(outlying)])] = 0
    outliers, blocks = int(outlying.sum()), int((outlying > 0).sum())
    return (blocks >= evidence_of(cell) and outliers >= OFTEN
            and outliers > limit_of("outliers") * len(times))


def disturbances_of(cell: Cell, centre: float) -> Iterator[str]:
    """Another program is blamed only by the kernel's counts, and only if the ranks do not share
    cores."""
    seen = cell.disturbances
    blocks = len(seen.lost_us)
    if not cell.oversubscribed:
        lost = sum(map(is_lost, seen.watched_us, seen.lost_us))
        if lost >= EVIDENCE and lost > limit_of("noisy-neighbour") * blocks:
            yield "noisy-neighbour"
        if has_outliers(cell, centre):
            yield "outliers"
    faulted = sum(faulting(cell))
    if faulted >= EVIDENCE and faulted > limit_of("page-faults") * blocks:
        yield "page-faults"
    elif has_two_modes(cell, centre):
        yield "two-modes"


def is_coarse(cell: Cell, clock_step_ns: float, centre: float) -> bool:
    """If runs spread over several steps of the clock, their mean is finer than a step."""
    step_us = clock_step_ns / 1e3
    long_step = step_us > limit_of("coarse-clock") * centre * cell.runs
    if not long_step or not cell.stamps:
        return long_step
    ordered = sorted(cell.stamps)
    return percentile_of(ordered, 0.75) - percentile_of(ordered, 0.25) < step_us


def clocks_differ(cell: Cell) -> float:
    """The clocks of two ranks differ by at least this, microseconds; not positive if all may
    agree."""
    if cell.clock_offset is None:
        return 0.0
    _, _, us, error_us = cell.clock_offset
    return abs(us) - error_us


def _given(cell: Cell, clock_step_ns: float) -> Iterator[str]:
    centre = median_us(cell)
    yield from disturbances_of(cell, centre)
    for name, given in (
        ("too-few-samples", interval(cell) is None),
        ("first-run-slow", first_samples(cell) > limit_of("first-run-slow") * centre),
        ("unsteady", bool(cell.stamps) and is_unsteady(cell)),
        ("drifting", is_drifting(cell, centre)),
        ("late-starts", cell.voided >= OFTEN and cell.voided > limit_of("late-starts") * (
            cell.voided + (len(cell.stamps) or len(cell.samples)))),
        ("oversubscribed", cell.oversubscribed),
        ("coarse-clock", is_coarse(cell, clock_step_ns, centre)),
        ("clock-offset", clocks_differ(cell) > limit_of("clock-offset") * centre * cell.runs),
        ("not-resolved", cell.floored > limit_of("not-resolved") * len(cell.samples)),
        ("reading", cell.reading_us is not None
         and cell.reading_us > limit_of("reading") * centre),
    ):
        if given:
            yield name


def warnings_of(cell: Cell, clock_step_ns: float) -> list[str]:
    """The names of a cell's warnings, in the order of the table; none for one that is not valid."""
    given = set(_given(cell, clock_step_ns)) if cell.valid else set()
    return [name for name in WARNINGS if name in given]
