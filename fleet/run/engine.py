# SPDX-License-Identifier: BSD-3-Clause
"""The interface of the engines, which start the nodes' jobs, and the engines by their names."""

import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec

from fleet.run.plan import Folder, Plan, PlanError

PROGRAMS = {"slurm": "sbatch", "ssh": "ssh"}  # that an engine starts
PSIJ = ("pbs", "lsf")  # by PSI/J
ENGINES = ("slurm", "ssh", "local", *PSIJ)
DEFAULT = "slurm"


class Missing(Exception):
    """An engine is missing; one line says what it needs."""


class Unreachable(Exception):
    """The scheduler does not answer now; the request may be repeated."""


class Refused(Exception):
    """The engine takes no job for this node; one line says why."""


class Phase(StrEnum):
    """What a job does."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True)
class Seen:
    """A job as the engine sees it. The reason says why it waits, or why it has failed."""

    phase: Phase
    reason: str = ""


class Ready(StrEnum):
    """How soon a node can get a job."""

    IDLE = "idle"
    BUSY = "busy"


class Engine(ABC):
    """Every method may raise Unreachable."""

    survives = False  # whether jobs go on when this process ends

    def conditions(self, nodes: Collection[str]) -> dict[str, str]:
        """A Ready for each node, or why it cannot be measured."""
        return dict.fromkeys(nodes, Ready.IDLE)

    def adopt(self, jobs: Mapping[str, str]) -> dict[str, str]:
        """Node -> job that an earlier run has started and noted, and that still runs."""
        return {}

    @abstractmethod
    def submit(self, node: str) -> str:
        """The new job; Refused if it cannot be started."""

    @abstractmethod
    def look(self, jobs: Mapping[str, str]) -> dict[str, Seen]:
        """Node -> its job as it is now, of node -> job."""

    @abstractmethod
    def cancel(self, node: str, job: str) -> None:
        """Ends the job, if it has not ended."""

    def close(self) -> None:
        """Called when this process ends; jobs that do not survive it end now or with it."""


def engine_check(name: str) -> None:
    """Missing if the engine cannot work here; PlanError if there is none of this name."""
    if name not in ENGINES:
        raise PlanError(f"`{name}` is not an engine: {', '.join(ENGINES)}")
    program = PROGRAMS.get(name)
    if program and not shutil.which(program):
        raise Missing(f"--engine {name} needs {program}, which is not in PATH; --engine may be "
                      f"{', '.join(ENGINES)}")
    if name in PSIJ and not find_spec("psij"):
        raise Missing(f"--engine {name} needs PSI/J: {sys.executable} -m pip install psij-python")


def engine_open(folder: Folder, plan: Plan) -> Engine:
    """The engine of the plan."""
    if plan.engine == "slurm":
        from fleet.run.slurm import Slurm

        return Slurm(folder, plan)
    if plan.engine in PSIJ:
        from fleet.run.psij_jobs import PsijJobs

        return PsijJobs(folder, plan.engine)
    from fleet.run.shell import Shell

    return Shell(folder, ssh=plan.engine == "ssh")
