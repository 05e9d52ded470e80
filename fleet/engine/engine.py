# SPDX-License-Identifier: BSD-3-Clause
"""The interface of the engines, which start the nodes' jobs."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Unreachable(Exception):
    """The scheduler does not answer now; the request may be repeated."""


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
