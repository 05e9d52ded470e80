# SPDX-License-Identifier: BSD-3-Clause
"""Quotas on processor time (cgroups v1 and v2): of this process's group and those above it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_MOUNTS = "/sys/fs/cgroup"


class Quota(NamedTuple):
    """The file that sets it, how many cores it allows, and cpu.stat beside it."""

    file: str
    cores: float
    stat: str

    @property
    def record(self) -> dict[str, Any]:
        return {"file": self.file, "cores": self.cores}

    @property
    def text(self) -> str:
        """For the user."""
        return (f"{self.file} allows {self.cores:.3g} cores: ranks that use more stand still until "
                "the next period; raise it, or measure outside this group")

    @property
    def throttled_s(self) -> float:
        """Seconds for which the group's programs were kept from the cores so far."""
        words = dict(line.split()[:2] for line in _read(self.stat).splitlines() if " " in line)
        return int(words.get("throttled_usec", 0)) / 1e6 + int(words.get("throttled_time", 0)) / 1e9


def _read(file: str) -> str:
    with contextlib.suppress(OSError, ValueError):
        return Path(file).read_text(encoding="ascii")
    return ""


def _folders(root: str) -> Iterator[str]:
    """The groups that may limit the processor, this process's own first."""
    for line in _read(f"{root}/proc/self/cgroup").splitlines():
        _, controllers, group = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        # In a container the mount may begin at the group itself.
        mounts = [f"{root}{_MOUNTS}/{name}" for name in (controllers, "cpu", "unified", "")]
        mount = next((mount for mount in mounts if os.path.isdir(mount + group)), mounts[-1])
        folder = os.path.normpath(mount + group)
        while folder.startswith(mount.rstrip("/")):
            yield folder
            folder = os.path.dirname(folder)


def _cores(folder: str) -> tuple[str, float] | None:
    for name in ("cpu.max", "cpu.cfs_quota_us"):
        words = (_read(f"{folder}/{name}") + " " + _read(f"{folder}/cpu.cfs_period_us")).split()
        if len(words) > 1 and words[0].isdigit() and int(words[1]):
            return f"{folder}/{name}", int(words[0]) / int(words[1])
    return None


def quota_here(root: str = "") -> Quota | None:
    """The strictest; None without one. `root` comes before /sys and /proc."""
    quotas = [Quota(known[0].removeprefix(root), known[1], f"{folder}/cpu.stat")
              for folder in dict.fromkeys(_folders(root)) if (known := _cores(folder))]
    return min(quotas, key=lambda quota: quota.cores, default=None)
