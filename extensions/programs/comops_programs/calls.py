# SPDX-License-Identifier: BSD-3-Clause
"""The calls of MPI (calls.txt): what their parameters are."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("calls.txt")


@dataclass(frozen=True)
class MpiCall:
    """`roles`: of each parameter, "_" of one that is only passed on; `other`: it neither
    communicates nor waits; `texts`: parameters with a hidden length in Fortran; `forgets`: handles
    may mean something else after it."""

    name: str
    roles: tuple[str, ...]
    blocking: bool = True
    other: bool = False
    texts: int = 0
    forgets: bool = False

    @property
    def symbol(self) -> str:
        return f"MPI_{self.name}"


def call_of(section: str, name: str, words: list[str]) -> MpiCall:
    if section != "other":
        return MpiCall(name, tuple(words), section == "blocking")
    numbers = [int(word) for word in words if word.isdigit()]
    return MpiCall(name, ("_",) * numbers[0], True, True, sum(numbers[1:]), "!" in words)


def calls() -> list[MpiCall]:
    """In the order of the file: the number of a call in a rank's file is its place here."""
    made, section = [], ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, *words = line.split() or [""]
        if name.startswith("["):
            section = name.strip("[]")
        elif name and name != "#":
            made.append(call_of(section, name, words))
    return made
