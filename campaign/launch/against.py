# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --against`: each path once more, LABEL@old, with another build's workers, another MPI
library, another environment, or another setting of the kernel."""

import os
import re
import subprocess
from dataclasses import dataclass
from glob import glob
from pathlib import Path as File
from typing import TYPE_CHECKING

from campaign.launch.libraries import build_ask, build_program, build_use, use_abi
from campaign.launch.paths import Path
from common.console import UsageError
from records.keys import OLD

if TYPE_CHECKING:
    from analysis.random import Random
    from campaign.launch.supervisor import Supervisor

FORM = ("PREFIX where a comops or an MPI library is installed, a build folder, NAME=VALUE, or "
        "FILE=VALUE below /proc/sys or /sys")
_SETTING = re.compile(r"(?s)([A-Za-z_]\w*)=(.*)", flags=re.ASCII)
KERNEL = ("/proc/sys/", "/sys/")  # where the kernel's settings are
# Writes a value to each file, unless it is told before its input ends that this has been done.
_GUARDIAN = """trap '' INT TERM HUP; read -r done && exit
while [ $# -gt 0 ]; do printf %s "$2" >"$1"; shift 2; done"""


def _value_in(file: str) -> str:
    """What a setting is: the chosen one of several has brackets."""
    text = File(file).read_text(errors="replace")
    chosen = re.search(r"\[(.+?)\]", text)
    return chosen[1] if chosen else text.strip()


@dataclass
class KernelSetting:
    """A setting of the kernel that differs between both sides: each has its own whenever its
    workers start and whenever one of its blocks is measured. `present`: the value of each file that
    has it; `old`: that of the old side; `guardian`: a process that restores the present values if
    this one is killed."""

    present: dict[str, str]
    old: str
    is_old: bool = False
    guardian: "subprocess.Popen[bytes] | None" = None

    def use(self, old: bool) -> None:
        """From now on the value of this side; OSError if the kernel refuses it."""
        if old == self.is_old:
            return
        if not self.guardian:
            words = [word for setting in self.present.items() for word in setting]
            self.guardian = subprocess.Popen(["sh", "-c", _GUARDIAN, "sh", *words],
                                             stdin=subprocess.PIPE, start_new_session=True)
        for file, value in self.present.items():
            File(file).write_text(self.old if old else value)
        self.is_old = old

    def close(self) -> None:
        """Restores the present values, and ends the guardian."""
        try:
            self.use(False)
        finally:
            if self.guardian:
                self.guardian.communicate(b"done\n")
                self.guardian = None


def _with_setting(base: Path, environment: dict[str, str]) -> Path:
    """The same worker in another environment."""
    return Path(base.label + OLD, base.program, environment, base.launcher, base.launcher_version,
                base.missing, base.offers, base.absences)


def _kernel_setting(files: list[str], value: str) -> KernelSetting:
    """UsageError if the kernel does not take the value."""
    try:
        setting = KernelSetting({file: _value_in(file) for file in files}, value)
        try:
            setting.use(True)
            taken = {_value_in(file) for file in files}
        finally:
            setting.is_old = True  # some may be written
            setting.close()
    except OSError as error:
        advice = "; only root can set it" if isinstance(error, PermissionError) else ""
        raise UsageError(f"{error.filename or files[0]}: {error.strerror}{advice}") from None
    if taken != {value}:
        raise UsageError(f"{files[0]} does not take the value {value}")
    return setting


def _old_paths(paths: list[Path], place: str) -> list[Path]:
    if os.path.isdir(place):
        place = os.path.abspath(place)
        if program := build_program(place):
            build, found = build_ask(program), [Path(base.label + OLD) for base in paths]
            for path, base in zip(found, paths, strict=True):
                build_use(path, build, base.label)
            return found
        base = next(path for path in paths if path.label == "mpi")
        path = Path(base.label + OLD)
        use_abi(path, base, place)
        return [path]
    if setting := _SETTING.fullmatch(place):
        return [_with_setting(base, base.environment | dict([setting.groups()])) for base in paths]
    name, _, value = place.partition("=")
    if value and os.path.abspath(name).startswith(KERNEL) and (files := sorted(glob(name))):
        kernel = _kernel_setting(files, value)
        old = [_with_setting(base, base.environment) for base in paths]
        for path in (*paths, *old):  # both sides change the setting, each to its own
            path.kernel = kernel
        return old
    raise UsageError(f"there is no such folder; name a {FORM}")


def add_against(paths: list[Path], place: str) -> None:
    """Adds the old paths that run here; UsageError if there are none."""
    try:
        old = _old_paths([path for path in paths if not path.missing], place)
        if all(path.missing for path in old):
            raise UsageError(*(f"{path.label}: {path.missing}" for path in old))
    except UsageError as error:
        raise UsageError(*(f"--against {place}: {why}" for why in error.args)) from None
    paths += [path for path in old if not path.missing]


Wanted = dict[tuple[Path, int], bool]


def workers_in_turns(supervisor: "Supervisor", workers: Wanted, random: "Random") -> Wanted:
    """The workers of two builds, by path and ranks, in a new order, and their places in the arena
    exchanged or not: neither build always starts first, or has the better place."""
    if not any(path.is_old for path, _ in workers):
        return workers
    order = list(workers)
    random.shuffle(order)
    new = {(path.label, ranks): path for path, ranks in order}
    for path, ranks in order:
        partner = new.get((path.base, ranks))
        if path.is_old and partner and random.next() & 1:
            supervisor.exchange(path, partner, ranks)
    return {one: workers[one] for one in order}
