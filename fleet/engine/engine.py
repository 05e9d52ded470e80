# SPDX-License-Identifier: BSD-3-Clause
"""What a sweep asks of whatever starts its nodes' jobs."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Unreachable(Exception):
    """The scheduler does not answer now; what was asked may be asked again."""


class Refused(Exception):
    """The engine takes no job for this node; one line says why."""


class Phase(StrEnum):
    """Of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True)
class Seen:
    """A job as the engine sees it. The reason says why it waits, or why it has failed."""

    phase: Phase
    reason: str = ""


class Ready(StrEnum):
    """Of a node that can get a job."""

    IDLE = "idle"
    BUSY = "busy"


class Engine(ABC):
    """Every method may raise Unreachable."""

    survives = False  # whether jobs go on when this process ends

    def conditions(self, nodes: Collection[str]) -> dict[str, str]:
        """Of each node a Ready, or why it cannot be measured."""
        return dict.fromkeys(nodes, Ready.IDLE)

    def adopt(self, jobs: Mapping[str, str]) -> dict[str, str]:
        """Node -> job that goes on since an earlier run, which has noted these."""
        return {}

    @abstractmethod
    def submit(self, node: str) -> str:
        """The new job; Refused if there can be none."""

    @abstractmethod
    def look(self, jobs: Mapping[str, str]) -> dict[str, Seen]:
        """Node -> its job as it is now, of node -> job."""

    @abstractmethod
    def cancel(self, node: str, job: str) -> None:
        """End it, if it has not ended."""

    def close(self) -> None:
        """This process ends: so do jobs that do not survive it, now or with it."""
