# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --against`: each path once more, LABEL@old, with another build's workers, another MPI
library, another environment, or another setting of the kernel."""

import os
import re
from glob import glob

from comops.common.console import UsageError
from comops.measure.launch.kernel import KernelSetting, kernel_setting
from comops.measure.launch.libraries import build_ask, build_program, build_use, use_abi
from comops.measure.launch.supervisor import Supervisor
from comops.results.keys import OLD
from comops.results.plan import Path
from comops.statistics.random import Random

FORM = ("PREFIX where a comops or an MPI library is installed, a build folder, NAME=VALUE, or "
        "FILE=VALUE below /proc/sys or /sys")
_SETTING = re.compile(r"(?s)([A-Za-z_]\w*)=(.*)", flags=re.ASCII)
KERNEL = ("/proc/sys/", "/sys/")  # where the kernel's settings are


def _with_setting(base: Path, environment: dict[str, str]) -> Path:
    """The same worker in another environment."""
    return Path(base.label + OLD, base.program, environment, base.launcher, base.launcher_version,
                base.missing, base.offers, base.absences)


def _old_paths(paths: list[Path], place: str) -> tuple[list[Path], KernelSetting | None]:
    """And the setting of the kernel that they differ in, each side its own."""
    if os.path.isdir(place):
        place = os.path.abspath(place)
        if program := build_program(place):
            build, old = build_ask(program), [Path(base.label + OLD) for base in paths]
            for path, base in zip(old, paths, strict=True):
                build_use(path, build, base.label)
            return old, None
        base = next(path for path in paths if path.label == "mpi")
        path = Path(base.label + OLD)
        use_abi(path, base, place)
        return [path], None
    if setting := _SETTING.fullmatch(place):
        return [_with_setting(base, base.environment | dict([setting.groups()]))
                for base in paths], None
    name, _, value = place.partition("=")
    if value and os.path.abspath(name).startswith(KERNEL) and (files := sorted(glob(name))):
        kernel = kernel_setting(files, value)
        return [_with_setting(base, base.environment) for base in paths], kernel
    raise UsageError(f"there is no such folder; name a {FORM}")


def add_against(paths: list[Path], place: str) -> KernelSetting | None:
    """Adds the old paths that run here; UsageError if there are none. The setting of the kernel
    that each side has its own of."""
    try:
        old, kernel = _old_paths([path for path in paths if not path.missing], place)
        if all(path.missing for path in old):
            raise UsageError(*(f"{path.label}: {path.missing}" for path in old))
    except UsageError as error:
        raise UsageError(*(f"--against {place}: {why}" for why in error.args)) from None
    paths += [path for path in old if not path.missing]
    return kernel


Wanted = dict[tuple[Path, int], bool]


def workers_in_turns(supervisor: Supervisor, workers: Wanted, random: Random) -> Wanted:
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
    return {key: workers[key] for key in order}
