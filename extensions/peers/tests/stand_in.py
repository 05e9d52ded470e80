#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints what a program of others prints, by the name it is called by; of MPI programs only rank 0,
as they do."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

OSU = ["Avg Latency(us)", "Min Latency(us)", "Max Latency(us)", "Iterations"]


def imb(benchmark: str, *words: str) -> Iterator[str]:
    """Every time is 1 us."""
    yield f"# Benchmarking {benchmark}"
    lengths = Path(words[words.index("-msglen") + 1]).read_text().split()
    if benchmark == "Barrier":
        yield " #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n 1000 0.50 1.00 0.75"
    elif benchmark == "PingPong":
        yield " #bytes #repetitions t[usec] Mbytes/sec"
        yield from (f" {size} 1000 1.00 {size}.00" for size in lengths)
    else:
        yield " #bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]"
        yield from (f" {size} 1000 0.50 1.00 0.75" for size in lengths)


def osu(*words: str) -> Iterator[str]:
    """Every time is 1 us."""
    sizes = [""]  # of a barrier
    if "-m" in words:
        least, most = map(int, words[words.index("-m") + 1].split(":"))
        sizes = [least << power for power in range(32) if least << power <= most]
    heads, values = OSU[:1], ["1.00"]
    if NAME in ("osu_bw", "osu_bibw"):
        heads, values = ["Bandwidth (MB/s)"], ["{}.00"]
    elif NAME == "osu_mbw_mr":
        heads, values = ["MB/s", "Messages/s"], ["{}.00", "1000000.00"]
    elif "-f" in words:
        heads, values = OSU, ["0.75", "0.50", "1.00", "10000"]
    yield f"\n# OSU MPI Test v7.4\n# Datatype: MPI_{'FLOAT' if '-T' in words else 'CHAR'}."
    yield ("# Size    " if sizes[0] else "#") + "".join(f"{head:>18}" for head in heads)
    for size in sizes:
        yield f"{size:<10}" + "".join(f"{value.format(size):>18}" for value in values)


def likwid_bench(*words: str) -> Iterator[str]:
    """Its kernels, or a rate of 80 GB/s."""
    if "-a" in words:
        yield "copy - Double-precision vector copy, only scalar operations"
        return
    for number, pu in enumerate(sorted(os.sched_getaffinity(0))):
        yield (f"Group: 0 Thread {number} Global Thread {number} running on hwthread {pu} - "
               "Vector length 8")
    yield "MByte/s:\t\t80000.00"


def syncbench(*_: str) -> Iterator[str]:
    """Every overhead is 0.5 us a thread."""
    threads = int(os.environ["OMP_NUM_THREADS"])
    assert os.environ["OMP_PLACES"].count("{") == threads
    for name in ("BARRIER", "CRITICAL", "LOCK_CONTENDED", "ATOMIC", "SINGLE"):
        us = 0.5 * threads if name in ("BARRIER", "SINGLE") else 0.5
        yield f"{name} time         = {us + 0.1:f} microseconds +/- 0.009000"
        yield f"{name} overhead     = {us + 1:f} microseconds +/- 0.010000"
        yield f"{name} median_ovrhd = {us:f} microseconds "


NAME = Path(sys.argv[0]).name
if NAME == "cargo":  # off line
    print("error: failed to get the index", file=sys.stderr)
    sys.exit(101)
if NAME == "core-to-core-latency":
    print(",\n27.0,")  # ns, one line for two cores
elif NAME in ("likwid-bench", "syncbench"):
    print(*(likwid_bench if NAME == "likwid-bench" else syncbench)(*sys.argv[1:]), sep="\n")
elif os.environ.get("PMI_RANK") == "0":
    print(*(imb if NAME == "IMB-MPI1" else osu)(*sys.argv[1:]), sep="\n")
