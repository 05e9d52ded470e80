# SPDX-License-Identifier: BSD-3-Clause
"""Other programs, which never outlive this one."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from campaign.launch.processes import Process, ended
from common import console

PROGRAM = "comops peers"
Word = str | Path
# MPI_Reduce allocates a temporary each time. Whether malloc returns it to the system, to be
# paged in again, depends on the process's history: here it never does.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2), "MALLOC_TRIM_THRESHOLD_": str(1024**3)}
RANKS_S = 60


class Unavailable(Exception):
    """Why a peer is missing or failed, in one line; `status` is the program's."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.status = status


complain, note = partial(console.complain, PROGRAM), partial(console.note, PROGRAM)


def last_line(text: str) -> str:
    """The last line of a failed program's output."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no message"


def output_of(
    command: Sequence[Word], timeout: float, env: Mapping[str, str] | None = None,
    good: Sequence[int] = (0,),
) -> str:
    """What a program prints; `timeout` in seconds, `env` added to the environment.

    Unavailable if it cannot be started, takes longer, or ends with a status not in `good`.
    """
    name = Path(command[0]).name
    try:
        process = Process([str(word) for word in command], env)
    except OSError as error:
        raise Unavailable(f"{name} cannot be started: {error.strerror}") from error
    with process:
        if not ended(process.handle, timeout):
            raise Unavailable(f"{name} took longer than {timeout:.0f} s")
        status, output = process.wait(), process.output()
    if status not in good:
        raise Unavailable(f"{name} failed ({status}): {last_line(output)}", status)
    return output


def ranks_output(mpi: Path, pus: list[int], program: Path, *words: Word) -> str:
    """What an MPI program prints, with one rank on each hardware thread, on our own library under
    `mpi`."""
    return output_of([mpi / "bin" / "mpiexec", "-bind-to", "user:" + ",".join(map(str, pus)),
                      "-n", str(len(pus)), program, *words],
                     RANKS_S, {"LD_LIBRARY_PATH": str(mpi / "lib"), **KEEP_MEMORY})
