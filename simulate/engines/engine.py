# SPDX-License-Identifier: BSD-3-Clause
"""The engines' interface: how their workers are started, and what they are."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from campaign.planning.plan import Group
from simulate.platforms import Platform

Cell = dict[str, Any]  # a line of a worker's --batch
Answer = dict[str, Any]  # and what it prints


class Missing(Exception):
    """The engine is missing; the text says how to get it."""


class Start(NamedTuple):
    """A start of a worker in a folder of its own, which has these files."""

    files: dict[str, str]
    command: list[str]


class Engine(Protocol):
    """`runtimes`: by path, what stands for its runtime."""

    name: str
    workers: int  # that may run at a time
    runtimes: dict[str, str]
    launchers: dict[str, dict[str, Any]]
    consume: str  # by default
    caches: bool
    runs: dict[str, int]  # `samples` and `checks` of a cell, unless the worker decides

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        """Of a worker with these options."""

    def offers(self, protocol: str, pattern: str) -> bool:
        """Whether it can simulate what its worker offers."""

    def refusal(self, group: Group) -> str | None:
        """Why it cannot simulate such cells."""

    def model(self, platform: Platform, protocol: str) -> str:
        """The name of the model that simulates a cell; cells of different models have different
        starts."""

    def facts(self, platform: Platform) -> dict[str, Any]:
        """What the campaign records of a platform for this engine."""
