# SPDX-License-Identifier: BSD-3-Clause
"""What `comops pstswm` was asked for."""

import json
import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from campaign.places import program_file
from campaign.processes import result_of

PROGRAM = "comops"
LOST, USAGE, NOTHING = 1, 2, 77
LEVELS_MOST = 100
FFTS = ("fftw", "blocked")


class Failed(Exception):
    """Ends an experiment; the text says why, `status` is the command's."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


class Truncation(NamedTuple):
    """A triangular truncation; `dt` is a stable time step in seconds, `steps` are those of the
    printed runs."""

    name: str
    dt: float
    steps: tuple[int, int]


@cache
def serial_worker() -> tuple[Path, dict[str, Any]]:
    """comops-pstswm-serial, and the ffts and truncations that it lists; Failed without it."""
    program = program_file("comops-pstswm-serial", "pstswm")
    text, why = result_of([str(program), "--list"]) if program else (None, "not installed")
    if text is None:
        raise Failed(f"comops-pstswm-serial: {why}", LOST)
    return program, json.loads(text)


@dataclass(frozen=True)
class Problem:
    """`word` is how it was written: T42L16, T10."""

    word: str
    truncation: Truncation
    levels: int = 1


def problem_parse(word: str) -> Problem:
    """ValueError if there is no such problem."""
    name, letter, number = word.partition("L")
    known = [Truncation(**one) for one in serial_worker()[1]["truncations"]]
    found = next((one for one in known if one.name == name), None)
    if not found:
        *names, last = (one.name for one in known)
        raise ValueError(f"no truncation `{name}`; there are {', '.join(names)} and {last}")
    if not letter:
        return Problem(word, found)
    if not re.fullmatch(r"[0-9]{1,9}", number) or not 1 <= int(number) <= LEVELS_MOST:
        raise ValueError(f"`{word}`: levels are L1 to L{LEVELS_MOST}, as in T42L16")
    return Problem(word, found, int(number))


class Mesh(NamedTuple):
    """Of ranks."""

    columns: int
    rows: int

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def ranks(self) -> int:
        return math.prod(self)


@dataclass(frozen=True)
class Request:
    """None: as the experiment has it. `tilt` in degrees, `dt` in seconds."""

    problems: list[Problem] | None = None
    ffts: list[str] | None = None
    paths: list[str] | None = None
    case: int = 2
    tilt: float = 0
    dt: float | None = None
    steps: int | None = None
    runs: int = 3
    ranks: int | None = None
    mesh: Mesh | None = None
    oversubscribe: bool = False
    json: bool = False

    def dt_of(self, problem: Problem) -> float:
        return self.dt or problem.truncation.dt

    def problems_or(self, *words: str) -> list[Problem]:
        return self.problems or list(map(problem_parse, words))
