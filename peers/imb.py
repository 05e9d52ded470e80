# SPDX-License-Identifier: BSD-3-Clause
"""IMB-MPI1 of the Intel MPI Benchmarks, on our own MPI library."""

import tempfile
from pathlib import Path
from typing import NamedTuple

from peers.mpiexec import ranks_output
from peers.programs import Unavailable

# Our patterns by IMB's names; ours uses MPI_Reduce_scatter_block.
NAMES = {
    "pingpong": "PingPong", "broadcast": "Bcast", "reduce": "Reduce", "allreduce": "Allreduce",
    "gather": "Gather", "scatter": "Scatter", "alltoall": "Alltoall", "allgather": "Allgather",
    "reduce_scatter": "Reduce_scatter_block", "barrier": "Barrier", "message_rate": "Uniband",
}
WINDOW = 64  # messages; IMB's default is 256
RUNS, MEGABYTES = 10000, 100  # of one size: the smaller of the two
WARM_UPS = 8  # of 10000 runs: in the first three its 8-byte ping-pong took 4 % longer


class Imb(NamedTuple):
    """The program, and the library it runs on."""

    program: Path
    mpi: Path

    def times(self, pattern: str, sizes: list[int], pus: list[int]) -> dict[int, float]:
        """Microseconds by size: one way of a ping-pong, one message of a message rate, else t_max.

        Unavailable if any lacks.
        """
        with tempfile.TemporaryDirectory() as folder:
            lengths = Path(folder) / "lengths"
            # The first size is repeated, and the last time counts: IMB's own warm-up is short.
            lengths.write_text("".join(f"{size}\n" for size in [*sizes[:1] * WARM_UPS, *sizes]))
            text = ranks_output(
                self.mpi, pus, self.program, NAMES[pattern], "-npmin", str(len(pus)),
                "-msglen", lengths, "-iter", f"{RUNS},{MEGABYTES}", "-red_data_type", "double",
                "-window_size", str(WINDOW))
        times = times_read(text)
        for size in sizes:
            if size not in times:
                raise Unavailable(f"{self.program.name} {NAMES[pattern]}: no time for {size} bytes")
        return times


def times_read(text: str) -> dict[int, float]:
    """Microseconds by size; a barrier has the size 0.

    A ping-pong's time is taken from its rate (10^6 bytes/s), which has more digits than the time; a
    message rate has no other.
    """
    times: dict[int, float] = {}
    columns: list[str] = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in ("#bytes", "#repetitions"):
            columns = words
        elif columns and len(words) == len(columns) and words[0].isdigit():
            row = dict(zip(columns, map(float, words), strict=True))
            size = int(row.get("#bytes", 0))
            rate = row.get("Mbytes/sec")
            time = row.get("t_max[usec]", row.get("t[usec]"))
            times[size] = size / rate if rate else time
    return times
