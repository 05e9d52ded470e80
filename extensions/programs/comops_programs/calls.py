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


def calls() -> list[MpiCall]:
    """In the order of the file: the number of a call in a rank's file is its place here."""
    made, section, signature = [], "", [""]
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, *roles = line.split() or ["#"]
        if line.startswith("["):
            section, *signature = line.strip("[]").split()
        elif section == "other":
            count, *texts = [int(word) for word in signature if word != "!"]
            made += [MpiCall(other, ("_",) * count, True, True, sum(texts), "!" in signature)
                     for other in line.split()]
        elif name != "#":
            made.append(MpiCall(name, tuple(roles), section == "blocking"))
    return made
