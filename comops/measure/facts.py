# SPDX-License-Identifier: BSD-3-Clause
"""What may differ between two nodes of one kind: firmware, kernel, its settings, memory, libraries.
"""

import contextlib
import glob
import hashlib
import os
import platform
import re
from collections.abc import Mapping
from typing import Any

from comops.results.write import text

Facts = dict[str, Any]
_CPU, _DMI = "/sys/devices/system/cpu/", "/sys/class/dmi/id/"
_LINES = {
    "bios_vendor": f"{_DMI}bios_vendor",
    "bios_version": f"{_DMI}bios_version",
    "bios_date": f"{_DMI}bios_date",
    "board": f"{_DMI}board_name",
    "kernel_release": "/proc/sys/kernel/osrelease",
    "kernel_build": "/proc/sys/kernel/version",
    "kernel_command_line": "/proc/cmdline",
    "clock_source": "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    "governor": f"{_CPU}cpu0/cpufreq/scaling_governor",
    "frequency_driver": f"{_CPU}cpu0/cpufreq/scaling_driver",
    "smt": f"{_CPU}smt/control",
}
_NUMBERS = {
    "frequency_most_khz": f"{_CPU}cpu0/cpufreq/scaling_max_freq",
    "boost": f"{_CPU}cpufreq/boost",
    "turbo_off": f"{_CPU}intel_pstate/no_turbo",
    "huge_pages": "/proc/sys/vm/nr_hugepages",
    "numa_balancing": "/proc/sys/kernel/numa_balancing",
}
# What names the sensors of processors: Intel's, AMD's (two drivers), AArch64's.
_SENSORS = {"coretemp", "k10temp", "zenpower", "cpu_thermal"}
_DEGREE = 1000
# The libraries that decide how a path's messages travel, by the beginnings of their names.
_OPENMP, _MPI = ("libgomp", "libomp", "libiomp"), ("libmpi.", "libmpich.")
_LIBRARIES = (*_OPENMP, *_MPI, "liboshmem.", "libsma.", "libfabric.", "libucp.", "libuct.",
              "libpsm", "libopen-pal.")


def first_line(file: str, beginning: str = "") -> str | None:
    """The first line that begins like this; None if there is none."""
    with contextlib.suppress(OSError), open(file, "rb") as lines:
        for line in lines:
            if line.startswith(beginning.encode()):
                return text(line.removesuffix(b"\n"))
    return None


def _number(file: str) -> int | None:
    match = re.match(r"\s*([-+]?(?:0[xX][0-9a-fA-F]+|\d+))", first_line(file) or "")
    return int(match[1], 0 if "x" in match[1].lower() else 10) if match else None


def _largest(pattern: str) -> int | None:
    """The largest number in files with such names."""
    numbers = (_number(name) for name in glob.glob(pattern))
    return max((number for number in numbers if number is not None), default=None)


def _match(pattern: str, line: str | None) -> str | None:
    match = re.search(pattern, line or "")
    return match and match[1]


def _mitigations(root: str) -> str | None:
    """ "meltdown: Not affected; ..." """
    said = [f"{os.path.basename(name)}: {first_line(name) or ''}"
            for name in sorted(glob.glob(f"{root}{_CPU}vulnerabilities/*"))]
    return "; ".join(said) or None


def _memory(root: str) -> Facts:
    """What hardware has: MemTotal lacks what firmware and kernel keep, which varies. By NUMA node,
    "0:17179869184 1:17179869184"."""
    size = _match(r"^([0-9a-fA-F]+)",
                  first_line(f"{root}/sys/devices/system/memory/block_size_bytes"))
    bytes_of = {}
    for node in sorted(glob.glob(f"{root}/sys/devices/system/node/node[0-9]*")):
        blocks = len(glob.glob(f"{node}/memory[0-9]*"))
        bytes_of[os.path.basename(node)[len("node"):]] = int(size or "0", 16) * blocks
    layout = " ".join(f"{node}:{most}" for node, most in bytes_of.items()) if size else ""
    return {"memory_bytes": sum(bytes_of.values()) or None, "memory_layout": layout or None}


def _temperature(root: str) -> float | None:
    """Degrees Celsius of the hottest sensor of a processor."""
    folders = [folder for folder in glob.glob(f"{root}/sys/class/hwmon/hwmon*")
               if first_line(f"{folder}/name") in _SENSORS]
    degrees = [_largest(f"{folder}/temp*_input") for folder in folders]
    return max((degree / _DEGREE for degree in degrees if degree is not None and degree >= 0),
               default=None)


def throttle_count(root: str = "") -> int | None:
    """How often the core that was throttled most has been since boot."""
    return _largest(f"{root}{_CPU}cpu[0-9]*/thermal_throttle/core_throttle_count")


def facts_read(root: str = "") -> Facts:
    """The facts of the campaign record (docs/results-file.md), each a text or a number, or None if
    the kernel does not say. `root` comes before /sys and /proc; "" is this machine."""
    partition = os.environ.get("SLURM_JOB_PARTITION")
    return {
        # The names by which a scheduler knows this node, since virtual nodes share a host.
        "node_name": text(os.environ.get("SLURMD_NODENAME") or platform.node()),
        "host_name": text(platform.node()),
        "partition": partition and text(partition),
        **{name: first_line(root + file) for name, file in _LINES.items()},
        **{name: _number(root + file) for name, file in _NUMBERS.items()},
        "microcode": _match(r": *(.*)", first_line(f"{root}/proc/cpuinfo", "microcode")),
        "mitigations": _mitigations(root),
        "transparent_hugepages": _match(
            r"\[([^]]*)", first_line(f"{root}/sys/kernel/mm/transparent_hugepage/enabled")),
        **_memory(root),
        "temperature_max": _temperature(root),
        "throttle_count": throttle_count(root),
    }


def libraries_loaded(pid: int) -> dict[str, str]:
    """The SHA-256 of each file that the process maps of these libraries and of those that were
    preloaded, by name, since two builds may have the same version: libmpi, libfabric."""
    hashes: dict[str, str] = {}
    with (contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as environment,
          open(f"/proc/{pid}/maps", "rb") as maps):
        preloaded = re.findall(rb"(?:^|\0)LD_PRELOAD=([^\0]*)", environment.read())
        names = {os.path.basename(file) for part in preloaded for file in re.split(rb"[ :]", part)}
        files = {slash + rest for line in maps for _, slash, rest in (
            line.rstrip(b"\n").partition(b"/"),) if slash}
        for file in sorted(files):
            name = os.path.basename(file)
            if name in names or os.fsdecode(name).startswith(_LIBRARIES):
                with contextlib.suppress(OSError), open(file, "rb") as library:
                    hashes[text(name.partition(b".so")[0])] = (
                        hashlib.file_digest(library, "sha256").hexdigest())
    return hashes


def library_hashes(loaded: Mapping[str, dict[str, str]]) -> Facts:
    """The libraries of OpenMP and MPI, as facts, from what was loaded over each path."""
    def sha256_of(path: str, beginnings: tuple[str, ...]) -> str | None:
        return next((digest for name, digest in loaded.get(path, {}).items()
                     if f"{name}.".startswith(beginnings)), None)

    return {"openmp_library_sha256": sha256_of("threads", _OPENMP),
            "mpi_library_sha256": sha256_of("mpi", _MPI)}
