# SPDX-License-Identifier: BSD-3-Clause
"""What is known of a program: the operations of its ranks, whoever counted them."""

from dataclasses import asdict
from typing import Annotated, Any

from comops.common.sizes import size_text
from comops.results.declared import Bytes, Count, Declared, Some, has, may, record
from comops.results.types import number

Seconds = Annotated[float, number("s", minimum=0)]
Times = Annotated[float, number("", exclusiveMinimum=0)]


class ProgramError(Exception):
    """A file says nothing of a program; one line says why, and where."""


@record()
class ProgramOperation(Declared):
    """Times and seconds are those of the mean rank of the program."""

    pattern: str = has("the pattern that is this operation")
    protocol: str = has("which of the path `mpi` the program uses")
    series: Count = has("value of the pattern's parameter; 0 without one")
    bytes: Bytes = has("as the pattern counts them; of operations that are measured as one their "
                       "mean, weighted by how often they happen")
    ranks: Some = has("that take part")
    times: Times = has("how often a rank takes part in one")
    seconds: Seconds | None = may("in its calls; absent if nobody has looked")
    call: str = has("of MPI, or \"\"")
    measured: bool = has("whether it is among those that make up 95 % of the expected time")
    stays: bool = may("whether its data may stay in the cache of the core that writes them", False)

    @property
    def kind(self) -> tuple[str, str, int, int]:
        """What operations must have in common to be measured as one."""
        return self.pattern, self.protocol, self.series, self.ranks

    @property
    def name(self) -> str:
        """halo/2."""
        return f"{self.pattern}/{self.series}" if self.series else self.pattern

    @property
    def text(self) -> str:
        """halo/2 64K."""
        return f"{self.name} {size_text(self.bytes)}" if self.bytes else self.name


@record()
class Uncounted(Declared):
    """Calls that no pattern stands for."""

    call: str = has("of MPI")
    times: Times = has("of a rank")
    seconds: Seconds | None = may("of a rank")


@record("program")
class Program(Declared):
    """A program

    Of `comops answer`: what the cells of its campaign stand for. Seconds are those of the mean
    rank.
    """

    name: str = has("its command, or the file that describes it")
    ranks: Some = has()
    seconds: Seconds | None = may("from its first to its last call")
    mpi_seconds: Seconds | None = may("in MPI, as its profile has it")
    slowest: Seconds | None = may("in MPI, of the rank with most")
    fastest: Seconds | None = may("in MPI, of the rank with least")
    path: str = may("the path with its MPI library, if that was measured", "")
    operations: list[ProgramOperation] = has()
    uncounted: list[Uncounted] = has()
    notes: list[str] = has("what is not as the program has it")

    @property
    def observed(self) -> float | None:
        """Seconds in all its calls; None if nobody has looked."""
        if self.mpi_seconds is not None:
            return self.mpi_seconds
        seconds = [calls.seconds for calls in (*self.operations, *self.uncounted)]
        return None if None in seconds else sum(seconds)

    @property
    def record(self) -> dict[str, Any]:
        """As in a results file."""
        return {"record": self.KIND} | asdict(self, dict_factory=lambda members: {
            name: value for name, value in members if value is not None})
