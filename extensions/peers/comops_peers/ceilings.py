# SPDX-License-Identifier: BSD-3-Clause
"""What others measure beside our ping-pong: two cores that alternate in compare-and-swap on one
cache line (core-to-core-latency); the peak copy rate of the same cores with a working set of the
same size (likwid-bench). Times are of one way."""

import re
from functools import partial
from pathlib import Path

from comops_peers.programs import Comops, Measured, Unavailable, output_of
from comops_peers.tables import turns_section
from comops_peers.turns import PeerComparison

TIME_S = 60
SIZE = 8  # of compare-and-swap
# The widest first, with the flag in /proc/cpuinfo that it needs.
KERNELS = {"copy_avx512": "avx512f", "copy_avx": "avx", "copy_sse": "sse2", "copy": ""}
VOLUME = 1e9  # bytes read and written in one measurement
LARGE_LEAST = 256 * 1024  # bytes


def large_of(sizes: list[int]) -> list[int]:
    return [size for size in sizes if size >= LARGE_LEAST]


def latency_read(text: str) -> float:
    """From its matrix of nanoseconds, which has one value for two cores."""
    for value in text.replace(",", " ").split():
        try:
            return float(value) / 1e3
        except ValueError:
            continue
    raise Unavailable("core-to-core-latency printed no latency")


def latency_comparisons(comops: Comops, program: Path, _sizes: list[int], pus: list[int]
                        ) -> list[PeerComparison]:
    """One way of 8 bytes against half a round trip of compare-and-swap."""
    words = [program, "--csv", "--cores", ",".join(map(str, pus[:2]))]
    return [PeerComparison("compare-and-swap",
                           lambda: comops.measure("pingpong", "threads", "direct", [SIZE],
                                                  "--method", "comops"),
                           lambda: {SIZE: latency_read(output_of(words, TIME_S))})]


def kernel_of(program: Path) -> str:
    """The widest copy that likwid-bench has and this processor supports."""
    known = set(re.findall(r"^(\w+) - ", output_of([program, "-a"], TIME_S), flags=re.M))
    flags = set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text(encoding="utf-8")))
    for kernel, flag in KERNELS.items():
        if kernel in known and (not flag or flag in flags):
            return kernel
    raise Unavailable("likwid-bench has no benchmark `copy`")


def copy_times(program: Path, kernel: str, sizes: list[int], pus: list[int]) -> Measured:
    """Microseconds in which these hardware threads together copy each number of bytes."""
    bound = ["taskset", "--cpu-list", ",".join(map(str, pus))]
    return {size: size / rate_read(output_of(
        [*bound, program, "-t", kernel, "-w", f"N:{max(2 * size // 1000, 1)}kB:{len(pus)}",
         "-i", str(max(int(VOLUME / (2 * size)), 1))], TIME_S), pus) for size in sizes}


def rate_read(text: str, pus: list[int]) -> float:
    """10^6 bytes/s; likwid-bench counts each byte twice, read and written."""
    rate = re.search(r"^MByte/s:\s*([\d.]+)", text, flags=re.M)
    ran_on = sorted(map(int, re.findall(r"running on hwthread (\d+) - Vector", text)))
    if not rate:
        raise Unavailable("likwid-bench printed no rate")
    if ran_on != sorted(pus):
        raise Unavailable(f"likwid-bench ran on hardware threads {ran_on}, not on {sorted(pus)}")
    return float(rate[1]) / 2


def copy_comparisons(comops: Comops, program: Path, sizes: list[int], pus: list[int]
                     ) -> list[PeerComparison]:
    """Our large ping-pong against the copy rate of the same cores."""
    large, kernel = large_of(sizes), kernel_of(program)
    return [PeerComparison(kernel, partial(comops.measure, "pingpong", "threads", "direct", large),
                           partial(copy_times, program, kernel, large, pus))]


latency_section = partial(turns_section, "8-byte ping-pong against core-to-core-latency", "peer",
                          "theirs")
section = partial(turns_section, "Large ping-pong against likwid-bench", "kernel", "copy")
