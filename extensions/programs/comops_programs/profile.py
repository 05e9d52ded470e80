# SPDX-License-Identifier: BSD-3-Clause
"""A profile: which MPI calls a program's ranks made, how often, and how long they took."""

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from comops.common.console import OutputError
from comops.common.files import write
from comops.results.check import check
from comops.results.types import (COUNT, FLAG, TEXT, TIME, US, Json, exactly, list_of, number,
                                  object_of, objects, or_null, whole, words)

SCHEMA = 1
SECONDS = number("s", minimum=0)
ENDS = "finalized", "not finalized", "aborted", "killed"
DISTANCES = "self", "core", "cache", "numa", "package", "machine"
RANK = {
    "rank": (COUNT, "in MPI_COMM_WORLD"), "pid": COUNT,
    "cpus": (list_of(COUNT), "the hardware threads that it may run on"),
    "seconds": (SECONDS, "from the end of MPI_Init to MPI_Finalize, or between the first and the "
                "last call"),
    "mpi_seconds": (SECONDS, "of these in MPI: the calls of all its threads; a call that another "
                    "one makes counts once"),
    "threads": (whole(least=1), "that it has at its end, without those of the MPI library"),
    "finalized": FLAG,
}
CALL = {
    "call": (TEXT, "its name in C"),
    "bytes": (number("bytes", minimum=0), "of one block: count times size of the type; the mean of "
              "a bin, and over the partners where each has its own"),
    "bytes_to": (or_null(COUNT), "the bin's upper end; null if all have these bytes"),
    "ranks": (COUNT, "of the communicator; 0 where there is none, as of MPI_Wait"),
    "distance": (or_null(words(*DISTANCES)), "what the two ranks share at least; null of "
                 "collectives and where the partner is any"),
    "blocking contiguous in_place": FLAG,
    "op": (or_null(TEXT), "of a reduction; `user` if the program made it"),
    "type": (or_null(TEXT), "null if the program made it"),
    "calls": (whole(least=1), "of all ranks"),
    "calls_most": (whole(least=1), "of the rank with the most"),
    "seconds": (SECONDS, "of all ranks"), "shortest_us median_us": US,
}
OTHER = {"call": (TEXT, "its name in C"), "calls": (whole(least=1), "of all ranks"),
         "seconds": (SECONDS, "of all ranks")}
PROFILE: Json = object_of({
    "record": exactly("profile"), "schema": exactly(SCHEMA), "version": (TEXT, "of COMOPS"),
    "host": TEXT, "machine": (TEXT, "hwloc's summary"), "command": list_of(TEXT), "started": TIME,
    "seconds": (SECONDS, "of the slowest rank"), "end": words(*ENDS),
    "mpi": object_of({"abi": words("mpich", "openmpi"),
                      "version": (TEXT, "the first line of MPI_Get_library_version"),
                      "library": (TEXT, "the file")}),
    "elsewhere": (COUNT, "ranks on other nodes, whose calls are not counted"),
    "ranks": list_of(object_of(RANK), minItems=1),
    "calls": (objects(CALL), "that communicate or wait, by all that differs"),
    "other": (objects(OTHER), "all others"),
})


class ProfileError(Exception):
    """A file is no profile; one line says why, and names the member."""


@dataclass(frozen=True)
class MpiLibrary:
    abi: str
    version: str
    library: str


@dataclass(frozen=True)
class ProfiledRank:
    """Members as in RANK."""

    rank: int
    pid: int
    cpus: list[int]
    seconds: float
    mpi_seconds: float
    threads: int
    finalized: bool


@dataclass(frozen=True)
class ProfiledCall:
    """Members as in CALL."""

    call: str
    bytes: float
    bytes_to: int | None
    ranks: int
    distance: str | None
    blocking: bool
    contiguous: bool
    in_place: bool
    op: str | None
    type: str | None
    calls: int
    calls_most: int
    seconds: float
    shortest_us: float
    median_us: float


@dataclass(frozen=True)
class OtherCall:
    """Members as in OTHER."""

    call: str
    calls: int
    seconds: float


@dataclass(frozen=True)
class Profile:
    """Members as in PROFILE."""

    version: str
    host: str
    machine: str
    command: list[str]
    started: str
    seconds: float
    end: str
    mpi: MpiLibrary
    elsewhere: int
    ranks: list[ProfiledRank]
    calls: list[ProfiledCall]
    other: list[OtherCall]

    @cached_property
    def mpi_seconds(self) -> float:
        """In MPI, of all its ranks together."""
        return sum(rank.mpi_seconds for rank in self.ranks)

    def json(self) -> str:
        head = {"record": "profile", "schema": SCHEMA}
        return json.dumps(head | asdict(self), indent=1, ensure_ascii=False) + "\n"


def known(members: Json, kind: Json) -> Json:
    """Without members of a later version."""
    return {name: members[name] for name in kind["properties"] if name in members}


def profile_of(record: Json) -> Profile:
    """ValueError names the member that is wrong."""
    if record.get("record") != "profile" or record.get("schema") != SCHEMA:
        raise ValueError(f"not a profile of schema {SCHEMA}")
    check(PROFILE, record)
    kinds = {name: PROFILE["properties"][name] for name in ("mpi", "ranks", "calls", "other")}
    head = known(record, PROFILE)
    for name in ("record", "schema"):
        del head[name]
    return Profile(**head | {
        "mpi": MpiLibrary(**known(record["mpi"], kinds["mpi"])),
        **{name: [kind(**known(entry, kinds[name]["items"])) for entry in record[name]]
           for name, kind in (("ranks", ProfiledRank), ("calls", ProfiledCall),
                              ("other", OtherCall))}})


def profile_read(file: Path) -> Profile:
    """ProfileError if it is none."""
    try:
        if not file.is_file():  # a pipe or a device may have no end
            raise ProfileError(f"cannot read {file}: "
                               f"{'not a file' if file.exists() else 'No such file or directory'}")
        record = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ProfileError(f"cannot read {file}: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise ProfileError(f"line {error.lineno} of {file} is not JSON: {error.msg}") from None
    except (UnicodeDecodeError, RecursionError):
        raise ProfileError(f"{file} is not a profile of comops") from None
    try:
        return profile_of(record if isinstance(record, dict) else {})
    except ValueError as error:
        raise ProfileError(f"{file} is not a profile of comops: {error}") from None


def profile_write(file: Path, profile: Profile) -> None:
    """OutputError if that fails."""
    try:
        write(file, profile.json().encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OutputError(file, error) from None
