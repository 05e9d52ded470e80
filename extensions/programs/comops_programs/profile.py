# SPDX-License-Identifier: BSD-3-Clause
"""A profile: which MPI calls a program's ranks made, how often, and how long they took."""

import json
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Annotated

from comops.common.console import OutputError
from comops.common.files import write
from comops.results.declared import Count, Declared, Some, Time, Us, has, record
from comops.results.types import exactly, list_of, number, words
from comops_programs.program import ProgramError, Seconds

SCHEMA = 1
ENDS = "finalized", "not finalized", "aborted", "killed"
DISTANCES = "self", "core", "cache", "numa", "package", "machine"


@record()
class MpiLibrary(Declared):
    abi: Annotated[str, words("mpich", "openmpi")] = has()
    version: str = has("the first line of MPI_Get_library_version")
    library: str = has("the file")


@record()
class ProfiledRank(Declared):
    rank: Count = has("in MPI_COMM_WORLD")
    pid: Count = has()
    cpus: list[Count] = has("the hardware threads that it may run on")
    seconds: Seconds = has("from the end of MPI_Init to MPI_Finalize, or between the first and the "
                           "last call")
    mpi_seconds: Seconds = has("of these in MPI: the calls of all its threads; a call that another "
                               "one makes counts once")
    threads: Some = has("that it has at its end, without those of the MPI library")
    finalized: bool = has()


@record()
class OtherCall(Declared):
    call: str = has("its name in C")
    calls: Some = has("of all ranks")
    seconds: Seconds = has("of all ranks")


@record()
class ProfiledCall(OtherCall):
    bytes: Annotated[float, number("bytes", minimum=0)] = has(
        "of one block: count times size of the type; the mean of a bin, and over the partners "
        "where each has its own")
    bytes_to: Count | None = has("the bin's upper end; null if all have these bytes")
    ranks: Count = has("of the communicator; 0 where there is none, as of MPI_Wait")
    distance: Annotated[str, words(*DISTANCES)] | None = has(
        "what the two ranks share at least; null of collectives and where the partner is any")
    blocking: bool = has()
    contiguous: bool = has()
    in_place: bool = has()
    op: str | None = has("of a reduction; `user` if the program made it")
    type: str | None = has("null if the program made it")
    calls_most: Some = has("of the rank with the most")
    shortest_us: Us = has()
    median_us: Us = has()


def plain_call(call: str, calls: int, seconds: float, bytes_: float = 0, ranks: int = 0
               ) -> ProfiledCall:
    """A call about which nothing else is known."""
    return ProfiledCall(
        call=call, calls=calls, calls_most=calls, seconds=seconds, bytes=bytes_, bytes_to=None,
        ranks=ranks, distance=None, blocking=True, contiguous=True, in_place=False, op=None,
        type=None, shortest_us=0, median_us=0)


@record("profile")
class Profile(Declared):
    schema: Annotated[int, exactly(SCHEMA)] = has()
    version: str = has("of COMOPS")
    host: str = has()
    machine: str = has("hwloc's summary")
    command: list[str] = has()
    started: Time = has()
    seconds: Seconds = has("of the slowest rank")
    end: Annotated[str, words(*ENDS)] = has()
    mpi: MpiLibrary = has()
    elsewhere: Count = has("ranks on other nodes, whose calls are not counted")
    ranks: Annotated[list[ProfiledRank], list_of(ProfiledRank.SCHEMA, minItems=1)] = has()
    calls: list[ProfiledCall] = has("that communicate or wait, by all that differs")
    other: list[OtherCall] = has("all others")

    @cached_property
    def mpi_seconds(self) -> float:
        """In MPI, of all its ranks together."""
        return sum(rank.mpi_seconds for rank in self.ranks)

    def json(self) -> str:
        return json.dumps({"record": self.KIND} | asdict(self), indent=1, ensure_ascii=False) + "\n"


def profile_read(file: Path, text: str) -> Profile:
    """ProgramError if the file, whose text this is, is none."""
    try:
        members = json.loads(text)
        if not isinstance(members, dict) or (members.get("record"), members.get("schema")) != (
                Profile.KIND, SCHEMA):
            raise ValueError(f"not a profile of schema {SCHEMA}")
        return Profile.from_json(members)
    except json.JSONDecodeError as error:
        raise ProgramError(f"line {error.lineno} of {file} is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise ProgramError(f"{file} is not a profile of comops: {error}") from None


def profile_write(file: Path, profile: Profile) -> None:
    """OutputError if that fails."""
    try:
        write(file, profile.json().encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OutputError(file, error) from None
