# SPDX-License-Identifier: BSD-3-Clause
"""The OSU Micro-Benchmarks, version 7.4, on our own MPI library."""

import os
import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from comops_peers.programs import KEEP_MEMORY, Comops, Measured, Unavailable, ranks_output
from comops_peers.tables import turns_section
from comops_peers.turns import PeerComparison

NOTE = "windows: time of one message; collective operations: OSU's Max Latency"
WINDOW_MOST = 64 * 1024  # bytes; of longer messages our windows have fewer than OSU's 64
# OSU's warm-up is too short for the first sizes; of longer messages it has fewer runs by itself.
SMALL_MOST, SMALL_RUNS = 8192, ("-i", "10000", "-x", "1000")


class OsuKind(NamedTuple):
    """How some of OSU's programs measure, and how ours does the same."""

    column: str  # of OSU's table: microseconds, or 10^6 bytes/s
    words: tuple[str, ...]  # options of OSU's
    protocol: str
    ours: tuple[str, ...]  # options of `comops run`

    @property
    def is_rate(self) -> bool:
        return self.column.endswith("MB/s")


EACH, LOOP = ("--method", "imb"), ("--method", "comops")
# Each message of a window has a place of its own, as ours.
WINDOWS = ("-i", "1000", "-x", "100", "-b", "multiple")
PINGPONG = OsuKind("Avg Latency(us)", (), "sendrecv", EACH)
BANDWIDTH = OsuKind("MB/s", WINDOWS, "sendrecv", LOOP)
MESSAGE_RATE = OsuKind("MB/s", WINDOWS, "sendrecv", EACH)  # a barrier before each window
COLLECTIVE = OsuKind("Max Latency(us)", ("-f",), "library", EACH)
REDUCTION = OsuKind("Max Latency(us)", ("-f", "-T", "mpi_float"), "library",
                    (*EACH, "--op", "sum", "--datatype", "float"))

PROGRAMS = {
    "pingpong": ("osu_latency", PINGPONG),
    "bandwidth": ("osu_bw", BANDWIDTH),
    "bidirectional": ("osu_bibw", BANDWIDTH),
    "message_rate": ("osu_mbw_mr", MESSAGE_RATE),
    "broadcast": ("osu_bcast", COLLECTIVE),
    "reduce": ("osu_reduce", REDUCTION),
    "allreduce": ("osu_allreduce", REDUCTION),
    "gather": ("osu_gather", COLLECTIVE),
    "scatter": ("osu_scatter", COLLECTIVE),
    "alltoall": ("osu_alltoall", COLLECTIVE),
    "allgather": ("osu_allgather", COLLECTIVE),
    "reduce_scatter": ("osu_reduce_scatter_block", REDUCTION),
    "barrier": ("osu_barrier", COLLECTIVE),
}
OF_TWO = ("pingpong", "bandwidth", "bidirectional")


def programs_in(folder: Path) -> dict[str, Path]:
    """By our pattern the programs that a folder has or, as OSU installs them, folders below it."""
    files = {file.name: file for file in sorted(folder.rglob("osu_*"))
             if file.is_file() and os.access(file, os.X_OK)}
    return {pattern: files[name] for pattern, (name, _) in PROGRAMS.items() if name in files}


def table_read(text: str, column: str) -> Measured:
    """A column of the table by size; a barrier has the size 0."""
    heads: list[str] = []
    table: Measured = {}
    for line in text.splitlines():
        words = line.split()
        if line.startswith("#"):
            heads = re.split(r"\s{2,}", line.strip("# ").replace("Bandwidth (MB/s)", "MB/s"))
        elif column in heads and len(words) == len(heads):
            row = dict(zip(heads, map(float, words), strict=True))
            table[int(row.get("Size", 0))] = row[column]
    return table


def calls(kind: OsuKind, sizes: list[int]) -> list[tuple[list[int], tuple[str, ...]]]:
    """Sizes that one call measures, and its options."""
    if kind.is_rate:
        return [(sizes, kind.words)]
    small = [size for size in sizes if size <= SMALL_MOST]
    both = [(small, (*kind.words, *SMALL_RUNS)), (sizes[len(small):], kind.words)]
    return [call for call in both if call[0]]


def measure(mpi: Path, program: Path, pattern: str, sizes: list[int], pus: list[int]) -> Measured:
    """Microseconds by size, of those that OSU measures: each is twice the one before.

    Unavailable if there are none.
    """
    name, kind = PROGRAMS[pattern]
    # What OSU calls the size of this one is that of all ranks' slices together.
    slices = len(pus) if pattern == "reduce_scatter" else 1
    table: Measured = {}
    for message_sizes, words in calls(kind, sizes):
        if any(message_sizes):  # a barrier has none
            words = (*words, "-m", f"{message_sizes[0] * slices}:{message_sizes[-1] * slices}")
        table |= table_read(ranks_output(mpi, pus, program, *words), kind.column)
    values = {size: table[size * slices] for size in sizes if size * slices in table}
    if not values:
        raise Unavailable(f"{name} printed no {kind.column}")
    return time_of_message(values) if kind.is_rate else values


def time_of_message(rates: Measured) -> Measured:
    """Microseconds, from 10^6 bytes/s."""
    return {size: size / rate for size, rate in rates.items()}


def ours(comops: Comops, pattern: str, sizes: list[int]) -> Measured:
    """As OSU measures it."""
    kind = PROGRAMS[pattern][1]
    values = comops.measure(pattern, "mpi", kind.protocol, sizes, *kind.ours, env=KEEP_MEMORY,
                            what="rate_MBps" if kind.is_rate else "time_us")
    return time_of_message(values) if kind.is_rate else values


def comparisons(comops: Comops, folder: Path, sizes: list[int], pus: list[int]
                ) -> list[PeerComparison]:
    """Each operation that both have, over our MPI library."""
    mpi, made = comops.mpi_prefix(), []
    for pattern, program in programs_in(folder).items():
        name, kind = PROGRAMS[pattern]
        possible = ([0] if pattern == "barrier" else sizes if pattern == "pingpong" else
                    [size for size in sizes if size <= WINDOW_MOST] if kind.is_rate else
                    sorted({*sizes[::2], sizes[-1]}))
        chosen = pus[:2] if pattern in OF_TWO else pus
        if possible:
            made.append(PeerComparison(name, partial(ours, comops, pattern, possible),
                                       partial(measure, mpi, program, pattern, possible, chosen)))
    return made


section = partial(turns_section, "Our MPI numbers against the OSU Micro-Benchmarks", "program",
                  "OSU", note=NOTE)
