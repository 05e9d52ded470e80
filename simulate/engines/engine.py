# SPDX-License-Identifier: BSD-3-Clause
"""The engines' interface: their offers, and the simulation of a cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from simulate.platforms import Platform
from simulate.engines.workers import Answer, Cell


class Missing(Exception):
    """The engine is missing; the text says how to get it."""


@dataclass(frozen=True)
class Offer:
    """A worker's offer for some number of ranks.

    `patterns`: its definitions, by name. `implementations`: its lines, in its order.
    """

    patterns: dict[str, dict[str, Any]]
    implementations: list[dict[str, Any]]

    def paths(self) -> list[str]:
        return list(dict.fromkeys(one["path"] for one in self.implementations))

    def protocols(self) -> list[str]:
        return list(dict.fromkeys(one["protocol"] for one in self.implementations))

    def implemented(self) -> list[str]:
        """The patterns that have an implementation."""
        having = {one["pattern"] for one in self.implementations}
        return [name for name in self.patterns if name in having]


def offer_of(patterns: Iterator[Answer], listed: Iterator[Answer]) -> Offer:
    """From the lines of a worker's --patterns and --list, without what it lacks."""
    return Offer({line["name"]: line for line in patterns},
                 [line for line in listed if "pattern" in line])


class Engine(Protocol):
    """`runtimes`: by path, the replacement for its runtime."""

    name: str
    workers: int  # that may run at a time
    runtimes: dict[str, str]
    launchers: dict[str, dict[str, Any]]
    consume: str  # by default
    caches: bool
    runs: dict[str, int]  # `samples` and `checks` of a cell, unless the worker decides

    def offer(self, platform: Platform, ranks: int) -> Offer:
        """PlatformError if the platform is rejected."""

    def simulate(
        self, platform: Platform, ranks: int, cells: list[Cell]
    ) -> Iterator[tuple[Cell, Answer]]:
        """Each cell with the worker's answer, not necessarily in order."""

    def model(self, platform: Platform, cell: Cell) -> str:
        """The name of the model that simulates a cell."""

    def facts(self, platform: Platform) -> dict[str, Any]:
        """What the campaign records of a platform for this engine."""
