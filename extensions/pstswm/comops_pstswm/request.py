# SPDX-License-Identifier: BSD-3-Clause
"""What `comops pstswm` was asked for, and its options' values, as types of argparse."""

import json
import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from comops.common.console import choice_of
from comops.common.sizes import number_of, words_of
from comops.measure.launch.places import program_file
from comops.measure.launch.processes import result_of
from comops.measure.planning.option_values import numbers_listed

PROGRAM = "comops"
LOST, USAGE, NOTHING = 1, 2, 77
LEVELS_MOST, STEPS_MOST = 100, 1_000_000
SECONDS_A_DAY = 86400
FFTS = ("fftw", "blocked")


class Failed(Exception):
    """Ends an experiment; the text says why, `status` is the command's."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


@cache
def serial_worker() -> tuple[Path, dict[str, Any]]:
    """comops-pstswm-serial, and the ffts and truncations that it lists; Failed without it."""
    program = program_file("comops-pstswm-serial", "extensions/pstswm")
    text, why = result_of([str(program), "--list"]) if program else (None, "not installed")
    if text is None:
        raise Failed(f"comops-pstswm-serial: {why}", LOST)
    return program, json.loads(text)


@dataclass(frozen=True)
class Problem:
    """`word` is how it was written: T42L16, T10; `dt` is a stable time step in seconds, `steps` are
    those of the printed runs, `facts` what the serial worker lists of the truncation."""

    word: str
    truncation: str
    levels: int
    dt: float
    steps: tuple[int, int]
    facts: dict[str, Any] = field(compare=False, repr=False)

    @property
    def points(self) -> int:
        """The points of the grid, on all levels."""
        return self.facts["latitudes"] * self.facts["longitudes"] * self.levels

    @property
    def grid(self) -> str:
        """Latitudes, longitudes and levels."""
        return f"{self.facts['latitudes']}x{self.facts['longitudes']}x{self.levels}"


class Mesh(NamedTuple):
    """How ranks are arranged."""

    columns: int
    rows: int

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def ranks(self) -> int:
        return self.columns * self.rows


@dataclass(frozen=True)
class Request:
    """What is None is as the experiment has it. `tilt` is in degrees, `dt` in seconds; the model
    runs once for each number of `steps`."""

    experiment: str = "A"
    problems: list[Problem] | None = None
    ffts: list[str] | None = None
    paths: list[str] | None = None
    case: str = "2"
    tilt: float = 0
    dt: float | None = None
    steps: list[int] | None = None
    days: float | None = None
    runs: int = 3
    ranks: list[int] | None = None
    mesh: Mesh | None = None
    oversubscribe: bool = False
    dry_run: bool = False
    json: bool = False

    @property
    def every_ranks(self) -> Sequence[int | None]:
        """None for those of this machine."""
        return [self.mesh.ranks] if self.mesh else self.ranks or [None]

    def dt_of(self, problem: Problem) -> float:
        return self.dt or problem.dt

    def steps_of(self, problem: Problem, *usual: int, days: float | None = None) -> Sequence[int]:
        """What was asked for; else those of so many days, or the usual numbers."""
        days = self.days or (None if self.steps else days)
        if days:
            return [max(1, round(days * SECONDS_A_DAY / self.dt_of(problem)))]
        return self.steps or usual

    def problems_or(self, *words: str) -> list[Problem]:
        return self.problems or problems(",".join(words))


def truncations() -> dict[str, dict[str, Any]]:
    """By name, ascending."""
    return {row["name"]: row for row in serial_worker()[1]["truncations"]}


def _problem(word: str) -> Problem:
    name, letter, number = word.partition("L")
    known = truncations()
    if name not in known:
        *names, last = known
        raise ArgumentTypeError(f"no truncation `{name}`; there are {', '.join(names)} and {last}")
    levels = number_of(number, 1, LEVELS_MOST) if letter else 1
    if levels is None:
        raise ArgumentTypeError(f"`{word}`: levels are L1 to L{LEVELS_MOST}, as in T42L16")
    return Problem(word, name, levels, known[name]["dt"], known[name]["steps"],
                   known[name])


def problems(text: str) -> list[Problem]:
    if not (words := words_of(text)):
        raise ArgumentTypeError("the list names no problem")
    return list(map(_problem, words))


def steps(text: str) -> list[int]:
    return numbers_listed(text, "steps", STEPS_MOST)


def ffts(text: str) -> list[str]:
    if not (words := words_of(text)):
        raise ArgumentTypeError("the list names no FFT")
    return list(map(choice_of(FFTS, "FFT "), words))


def one_of(known: list[str], refusal: str) -> Callable[[str], str]:
    """`refusal` has {} for what was written."""

    def parse(text: str) -> str:
        if text not in known:
            raise ArgumentTypeError(refusal.format(text))
        return text

    return parse


def mesh(text: str) -> Mesh:
    match = re.fullmatch(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
    if not match:
        raise ArgumentTypeError(f"`{text}` is not a mesh; write 4x2 for 4 columns and 2 rows of "
                                "ranks")
    return Mesh(int(match[1]), int(match[2]))


def number(what: str, least: float, most: float) -> Callable[[str], float]:
    """`what`: a number of seconds."""

    def limited(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise ArgumentTypeError(f"`{text}` is not {what} from {least} to {most}")
        return value

    return limited
