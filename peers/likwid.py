# SPDX-License-Identifier: BSD-3-Clause
"""Ceilings of a large ping-pong: likwid-bench copy, the peak copy rate of the same cores with a
working set of the same size, and our own pattern remote_read."""

import re
from pathlib import Path

from peers.ours import Comops, Measured
from peers.programs import Unavailable, output_of
from peers.turns import Comparison

# The widest first, with the flag in /proc/cpuinfo that it needs.
KERNELS = {"copy_avx512": "avx512f", "copy_avx": "avx", "copy_sse": "sse2", "copy": ""}
VOLUME = 1e9  # bytes read and written in one measurement
TIME_S = 60
LARGE_LEAST = 256 * 1024  # bytes


def kernel_of(program: Path) -> str:
    """The widest copy that likwid-bench has and this processor supports."""
    known = set(re.findall(r"^(\w+) - ", output_of([program, "-a"], TIME_S), flags=re.M))
    flags = set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text(encoding="utf-8")))
    for kernel, flag in KERNELS.items():
        if kernel in known and (not flag or flag in flags):
            return kernel
    raise Unavailable("likwid-bench has no benchmark `copy`")


def measure(program: Path, kernel: str, sizes: list[int], pus: list[int]) -> Measured:
    """10^6 bytes/s at which these hardware threads together copy each number of bytes."""
    seats = ["taskset", "--cpu-list", ",".join(map(str, pus))]
    return {size: rate_read(output_of(
        [*seats, program, "-t", kernel, "-w", f"N:{max(2 * size // 1000, 1)}kB:{len(pus)}",
         "-i", str(max(int(VOLUME / (2 * size)), 1))], TIME_S), pus) for size in sizes}


def rate_read(text: str, pus: list[int]) -> float:
    """likwid-bench counts each byte twice, read and written."""
    rate = re.search(r"^MByte/s:\s*([\d.]+)", text, flags=re.M)
    seats = sorted(map(int, re.findall(r"running on hwthread (\d+) - Vector", text)))
    if not rate:
        raise Unavailable("likwid-bench printed no rate")
    if seats != sorted(pus):
        raise Unavailable(f"likwid-bench ran on hardware threads {seats}, not on {sorted(pus)}")
    return float(rate[1]) / 2


def rate(comops: Comops, pattern: str, sizes: list[int]) -> Measured:
    return comops.measure(pattern, "threads", "direct", sizes, what="rate_MBps")


def comparisons(comops: Comops, program: Path, sizes: list[int], pus: list[int]
                ) -> list[Comparison]:
    large = [size for size in sizes if size >= LARGE_LEAST]
    if not large:
        return []
    kernel = kernel_of(program)
    return [Comparison(f"likwid-bench {kernel}", lambda: rate(comops, "pingpong", large),
                       lambda: measure(program, kernel, large, pus))]


def read_comparisons(comops: Comops, sizes: list[int]) -> list[Comparison]:
    """Our large ping-pong against one core that reads what the other has just written."""
    large = [size for size in sizes if size >= LARGE_LEAST]
    if not large:
        return []
    if not comops.offers("threads", "direct", "remote_read"):
        raise Unavailable("this comops has no pattern remote_read over threads/direct")
    return [Comparison("remote read", lambda: rate(comops, "pingpong", large),
                       lambda: rate(comops, "remote_read", large))]
