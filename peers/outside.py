# SPDX-License-Identifier: BSD-3-Clause
"""Comparisons with programs of others, in turns, and their tables."""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from pathlib import Path
from statistics import median

from common.catalogue import PATTERNS
from peers.core_latency import latency_us
from peers.imb import NAMES, Imb
from peers.likwid import copied_rate, kernel_of
from peers.mpiexec import KEEP_MEMORY
from peers.ours import Comops
from peers.programs import Unavailable
from peers.tables import Cell, Section, Target, all_met, verdict
from peers.turns import Comparison, Measured

PINGPONG_WITHIN, COLLECTIVE_WITHIN = 0.03, 0.10
SMALL, LARGE_LEAST = 8, 256 * 1024  # bytes
# Each of our messages has its own place, IMB's share one: up to here both stay in the caches.
WINDOWED_MOST = 4096
CEILING_SHARE = 0.9
SHORT_REPEATS = 3  # three percent need more turns than ten
ONE_LAUNCH = ["--launches", "1", "--budget", "0.2"]


def measured_by(
    comops: Comops, implementation: tuple[str, str, str], sizes: list[int], what: str, *words: str,
    env: Mapping[str, str] | None = None,
) -> Callable[[], Measured]:
    """One of ours, (pattern, path, protocol): the field `what` of its cells, by bytes.

    Of a message rate with as many pairs as there are.
    """
    pattern, path, protocol = implementation
    words = ("--patterns", pattern, "--paths", path, "--protocols", protocol,
             "--sizes", ",".join(map(str, sizes)), *ONE_LAUNCH, *words)

    def measure() -> Measured:
        cells = sorted(comops.run(*words, env=env).cells.items())
        return {key.bytes: cell[what] for key, cell in cells}

    return measure


def imb_comparisons(
    comops: Comops, program: Path, sizes: list[int], pus: list[int]
) -> list[Comparison]:
    """Each operation of IMB as IMB defines it, over our MPI library."""
    imb = Imb(program, comops.mpi_prefix())
    comparisons = []
    for pattern in NAMES:
        if pattern == "message_rate":
            continue
        protocol = "sendrecv" if pattern == "pingpong" else "library"
        seats = pus[:2] if pattern == "pingpong" else pus
        some = {"pingpong": sizes, "barrier": [0]}.get(pattern, sorted({*sizes[::2], sizes[-1]}))
        operation = ["--op", "sum"] if PATTERNS[pattern]["reduces"] else []  # IMB's is MPI_SUM
        ours = measured_by(comops, (pattern, "mpi", protocol), some, "time_us",
                           "--method", "imb", *operation, env=KEEP_MEMORY)
        repeats = SHORT_REPEATS if pattern == "pingpong" else 1
        theirs = partial(imb.times, pattern, some, seats)
        comparisons.append(Comparison(pattern, ours, theirs, repeats))
    windowed = [size for size in sizes if size <= WINDOWED_MOST]
    if windowed:
        comparisons.append(message_rate_comparison(comops, imb, windowed, pus))
    return comparisons


def message_rate_comparison(
    comops: Comops, imb: Imb, sizes: list[int], pus: list[int]
) -> Comparison:
    """Time of one message of all pairs, in loops of windows."""
    rates = measured_by(comops, ("message_rate", "mpi", "sendrecv"), sizes, "messages_per_s",
                        "--method", "comops", "--buffers", "reuse")
    return Comparison("message_rate",
                      lambda: {size: 1e6 / rate for size, rate in rates().items()},
                      partial(imb.times, "message_rate", sizes, pus))


def latency_comparison(comops: Comops, program: Path, pus: list[int]) -> Comparison:
    """One way of 8 bytes against one way of compare-and-swap."""
    ours = measured_by(comops, ("pingpong", "threads", "direct"), [SMALL], "time_us",
                       "--method", "comops", "--buffers", "reuse")
    return Comparison("compare-and-swap", ours, lambda: {SMALL: latency_us(program, pus)},
                      SHORT_REPEATS)


def copy_comparison(comops: Comops, program: Path, sizes: list[int], pus: list[int]) -> Comparison:
    """Our large ping-pong against likwid-bench's copy."""
    kernel = kernel_of(program)
    ours = measured_by(comops, ("pingpong", "threads", "direct"), sizes, "rate_MBps")
    return Comparison(f"likwid-bench {kernel}", ours,
                      lambda: {size: copied_rate(program, kernel, size, pus) for size in sizes})


def read_comparison(comops: Comops, sizes: list[int]) -> Comparison:
    """Our large ping-pong against one core that reads what the other has just written."""
    if not comops.offers("threads", "direct", "remote_read"):
        raise Unavailable("this comops has no pattern remote_read over threads/direct")
    ours, theirs = (measured_by(comops, (pattern, "threads", "direct"), sizes, "rate_MBps")
                    for pattern in ("pingpong", "remote_read"))
    return Comparison("remote read", ours, theirs)


def compared_row(comparison: Comparison, size: int) -> list[Cell]:
    """Name, bytes, ours, theirs, ratio, steady turns."""
    steady = comparison.steady(size)
    ours, theirs = (median(side) for side in zip(*steady, strict=True))
    return [comparison.name, size, ours, theirs, comparison.ratio(size), len(steady)]


def within_section(
    title: str, what: str, theirs: str, comparisons: list[Comparison], within: float
) -> Section:
    """A row for each size, met where ours over theirs is so close to 1."""
    section = Section(title, [what, "bytes", "ours us", f"{theirs} us", f"ours/{theirs}", "turns",
                              "verdict"])
    met = []
    for comparison in comparisons:
        for size in comparison.sizes():
            met.append(comparison.ratio(size).is_within(1 - within, 1 + within))
            section.rows.append([*compared_row(comparison, size), verdict(met[-1])])
    if met:
        section.targets.append(Target(f"every {what} within {within:.0%}",
                                      f"{met.count(True)} of {len(met)}", all_met(met)))
    return section


def imb_section(comparisons: list[Comparison]) -> Section:
    section = Section("Our MPI numbers against the Intel MPI Benchmarks",
                      ["operation", "bytes", "ours us", "IMB us", "ours/IMB", "turns", "verdict"])
    off: dict[float, list[tuple[float, str, bool | None]]] = {
        PINGPONG_WITHIN: [], COLLECTIVE_WITHIN: []}
    for comparison in comparisons:
        within = PINGPONG_WITHIN if comparison.name == "pingpong" else COLLECTIVE_WITHIN
        for size in comparison.sizes():
            ratio = comparison.ratio(size)
            met = ratio.is_within(1 - within, 1 + within)
            section.rows.append([*compared_row(comparison, size), verdict(met)])
            off[within].append((abs(ratio.value - 1), f"{comparison.name}, {size} bytes", met))
    for within, name in ((PINGPONG_WITHIN, "ping-pong"),
                         (COLLECTIVE_WITHIN, "collectives and message rate")):
        if off[within]:
            distance, where, _ = max(off[within])
            section.targets.append(Target(f"{name} within {within:.0%} at every size",
                                          f"{distance:.1%} at most ({where})",
                                          all_met(met for *_, met in off[within])))
    return section


def latency_section(comparisons: list[Comparison]) -> Section:
    section = Section("8-byte ping-pong against core-to-core-latency",
                      ["peer", "bytes", "ours us", "theirs us", "ours/theirs", "turns"])
    for comparison in comparisons:
        for size in comparison.sizes():
            section.rows.append(compared_row(comparison, size))
            ratio = comparison.ratio(size)
            section.targets.append(Target("no slower than compare-and-swap",
                                          f"{ratio.value:.2f} times its time",
                                          ratio.is_within(0, 1)))
    return section


def ceiling_section(comparisons: list[Comparison]) -> Section:
    """Near the remote-read ceiling; the copy bandwidth is for information."""
    section = Section("Large ping-pong (threads direct, one way) against ceilings",
                      ["ceiling", "bytes", "ours MB/s", "ceiling MB/s", "ours/ceiling", "turns"])
    for comparison in comparisons:
        sizes = comparison.sizes()
        section.rows += [compared_row(comparison, size) for size in sizes]
        if sizes and comparison.name == "remote read":
            ratios = [comparison.ratio(size) for size in sizes]
            section.targets.append(
                Target(f"at least {CEILING_SHARE:g} of the remote read at every size",
                       f"{min(ratio.value for ratio in ratios):.2f}",
                       all_met(ratio.is_within(CEILING_SHARE, inf) for ratio in ratios)))
            section.targets.append(
                Target("nowhere above the remote read",
                       f"{max(ratio.value for ratio in ratios):.2f} at most",
                       all_met(ratio.is_within(0, 1) for ratio in ratios)))
    return section
