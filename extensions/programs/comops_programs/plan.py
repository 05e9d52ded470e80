# SPDX-License-Identifier: BSD-3-Clause
"""What of a program is measured: the cells that make up most of its expected time, and with which
implementations."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from comops_programs.mix import PATTERNS
from comops_programs.operations import BLOCKS, expected_us
from comops_programs.program import ProgramOperation, Program

NEAR = 1.12  # sizes within this factor are measured as one
NEAR_MOST = 16.0  # larger factors say nothing
SHARE = 0.95  # of the expected time, that the cells make up
# So many are measured if each has so much of it: what is expected is rough.
CELLS_LEAST, SHARE_LEAST = 6, 0.002
CELLS_MOST = 24  # a minute or two is too short for more: then the factor is larger
SECONDS_LEAST, SECONDS_A_CELL, SECONDS_MOST = 45.0, 10.0, 120.0

# The side of OpenMP: what a textbook has, and where that is nothing a copy by the side that acts.
OPENMP, COPIES = ("barrier", "lock", "library"), ("put", "get")
DIRECT, PUT = "direct", "put"
SHMEM = "library", "put", "get"
STAYS_LEAST = 4096  # bytes: of shorter messages the flags take longer than the data


def expected(operation: ProgramOperation) -> float:
    """Seconds of a rank, at most those in which it was seen there."""
    seconds = 1e-6 * operation.times * expected_us(operation.pattern, operation.series,
                                                   operation.bytes, operation.ranks)
    return seconds if operation.seconds is None else min(seconds, operation.seconds)


def merged(operations: Sequence[ProgramOperation], near: float = NEAR) -> list[ProgramOperation]:
    """Operations of a kind with sizes within this factor as one, at their mean size, weighted by
    how often they happen."""
    kinds: dict[tuple, list[ProgramOperation]] = defaultdict(list)
    for operation in operations:
        size = size_of(operation, operation.bytes)
        kinds[operation.kind].append(replace(operation, bytes=size))
    return [combined(part) for kind in kinds.values()
            for part in parts(sorted(kind, key=lambda operation: operation.bytes), near)]


def parts(operations: Sequence[ProgramOperation], near: float) -> Iterator[list[ProgramOperation]]:
    """In ascending order of size."""
    part: list[ProgramOperation] = []
    for operation in operations:
        if part and operation.bytes > near * part[0].bytes:
            yield part
            part = []
        part.append(operation)
    yield part


def size_of(operation: ProgramOperation, bytes_: float) -> int:
    """The size next to this one that the pattern can have."""
    pattern = PATTERNS[operation.pattern]
    unit = pattern["unit"]
    return unit * max(round(bytes_ / unit), 0 if pattern["empty"] else 1) if unit else 0


def combined(operations: Sequence[ProgramOperation]) -> ProgramOperation:
    """One for all of these."""
    first, times = operations[0], sum(operation.times for operation in operations)
    mean = sum(operation.times * operation.bytes for operation in operations) / times
    seconds = [operation.seconds for operation in operations]
    return replace(first, bytes=size_of(first, mean), times=times,
                   seconds=None if None in seconds else sum(seconds),
                   call=" ".join(filter(None, dict.fromkeys(
                       operation.call for operation in operations))))


def measured_count(seconds: Sequence[float]) -> int:
    """How many of these, in descending order, are measured."""
    whole, so_far = sum(seconds), 0.0
    for count, part in enumerate(seconds):
        if so_far >= SHARE * whole and not (count < CELLS_LEAST and part > SHARE_LEAST * whole):
            return count
        so_far += part
    return len(seconds)


def planned(program: Program, core_cache: int = 0) -> Program:
    """The same with its operations merged, those with most time first, and marked if they are to be
    measured, and if their data may stay in a cache of so many bytes: none of them fills it."""
    near = NEAR
    while True:
        operations = sorted(merged(program.operations, near), key=expected, reverse=True)
        count = measured_count([expected(operation) for operation in operations])
        if count <= CELLS_MOST or near >= NEAR_MOST:
            break
        near = min(near * near, NEAR_MOST)
    count = min(count, CELLS_MOST)
    notes = [*program.notes]
    if near > NEAR:
        notes.append(f"sizes within a factor of {near:.2g} are measured as one, because there are "
                     "many")
    fits = all(2 * operation.bytes * (operation.ranks if operation.pattern in BLOCKS else 1)
               < core_cache for operation in operations[:count])  # to send and to receive
    return replace(program, notes=notes, operations=[
        replace(operation, measured=at < count, stays=fits and operation.bytes >= STAYS_LEAST)
        for at, operation in enumerate(operations)])


def implementations(operation: ProgramOperation, own: str, libraries: Sequence[str],
                    paths: Sequence[str]) -> Iterator[str]:
    """PATH/PROTOCOL of all that are compared. `libraries`: labels of paths with an MPI; the
    protocols that a path lacks are left out by the campaign."""
    for label in dict.fromkeys([own, *libraries]):
        yield f"{label}/{operation.protocol}"
    if "mpi" in paths:
        yield f"mpi/{DIRECT}"
    if "threads" in paths:
        alone = COPIES if operation.pattern in COPIES else ()
        again = [PUT] if operation.stays and not alone else []
        yield from (f"threads/{name}" for name in (*OPENMP, *alone, *again, DIRECT))
    if "shmem" in paths:
        yield from (f"shmem/{name}" for name in SHMEM)


def cells_text(program: Program, libraries: Sequence[str], paths: Sequence[str]) -> str:
    """The value of --cells."""
    return ",".join(
        f"{operation.name}:{operation.bytes}:{operation.ranks}:"
        + "+".join(implementations(operation, program.path, libraries, paths))
        for operation in program.operations if operation.measured)


def seconds_planned(program: Program) -> float:
    """A minute or two."""
    cells = sum(operation.measured for operation in program.operations)
    return min(max(SECONDS_LEAST, SECONDS_A_CELL * cells), SECONDS_MOST)
