# SPDX-License-Identifier: BSD-3-Clause
"""likwid-bench copy: the peak copy rate of the same cores, with a working set of the same size."""

import re
from pathlib import Path

from peers.programs import Unavailable, output_of

# The widest first, with the flag in /proc/cpuinfo that it needs.
KERNELS = {"copy_avx512": "avx512f", "copy_avx": "avx", "copy_sse": "sse2", "copy": ""}
VOLUME = 1e9  # bytes read and written in one measurement
TIME_S = 60


def kernel_of(program: Path) -> str:
    """The widest copy that likwid-bench has and this processor supports."""
    known = set(re.findall(r"^(\w+) - ", output_of([program, "-a"], TIME_S), flags=re.M))
    flags = set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text(encoding="utf-8")))
    for kernel, flag in KERNELS.items():
        if kernel in known and (not flag or flag in flags):
            return kernel
    raise Unavailable("likwid-bench has no copy")


def copied_rate(program: Path, kernel: str, size: int, pus: list[int]) -> float:
    """10^6 bytes/s at which these hardware threads together copy `size` bytes."""
    working_set = max(2 * size // 1000, 1)
    text = output_of(
        ["taskset", "--cpu-list", ",".join(map(str, pus)), program, "-t", kernel,
         "-w", f"N:{working_set}kB:{len(pus)}", "-i", str(max(int(VOLUME / (2 * size)), 1))],
        TIME_S,
    )
    return rate_read(text, pus)


def rate_read(text: str, pus: list[int]) -> float:
    """likwid-bench counts each byte twice, read and written."""
    rate = re.search(r"^MByte/s:\s*([\d.]+)", text, flags=re.M)
    seats = sorted(map(int, re.findall(r"running on hwthread (\d+) - Vector", text)))
    if not rate:
        raise Unavailable("likwid-bench printed no rate")
    if seats != sorted(pus):
        raise Unavailable(f"likwid-bench ran on hardware threads {seats}, not on {sorted(pus)}")
    return float(rate[1]) / 2
