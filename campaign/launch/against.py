# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --against`: each path once more, LABEL@old, with another build's workers, another MPI
library, or another environment."""

import os
import re
from typing import TYPE_CHECKING

from campaign.launch.builds import build_ask, build_program, build_use
from campaign.launch.libraries import use_abi
from campaign.launch.paths import Path
from common.console import UsageError
from records.keys import OLD

if TYPE_CHECKING:
    from analysis.random import Random
    from campaign.launch.workers import Supervisor

FORM = "PREFIX where a comops or an MPI library is installed, a build folder, or NAME=VALUE"
_SETTING = re.compile(r"(?s)([A-Za-z_]\w*)=(.*)", flags=re.ASCII)


def _with_setting(base: Path, name: str, value: str) -> Path:
    """The same worker, with a variable in its environment."""
    return Path(base.label + OLD, base.program, base.environment | {name: value}, base.launcher,
                base.launcher_version, base.missing, base.offers, base.absences)


def _of_build(paths: list[Path], program: str) -> list[Path]:
    build = build_ask(program)
    found = [Path(base.label + OLD) for base in paths]
    for path, base in zip(found, paths, strict=True):
        build_use(path, build, base.label)
    return found


def _of_library(paths: list[Path], prefix: str) -> list[Path]:
    base = next(path for path in paths if path.label == "mpi")
    path = Path(base.label + OLD)
    use_abi(path, base, prefix)
    return [path]


def _old_paths(paths: list[Path], place: str) -> list[Path]:
    if os.path.isdir(place):
        place = os.path.abspath(place)
        program = build_program(place)
        return _of_build(paths, program) if program else _of_library(paths, place)
    if setting := _SETTING.fullmatch(place):
        return [_with_setting(base, *setting.groups()) for base in paths]
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
