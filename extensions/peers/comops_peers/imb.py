# SPDX-License-Identifier: BSD-3-Clause
"""IMB-MPI1 of the Intel MPI Benchmarks, on our own MPI library."""

import tempfile
from functools import partial
from pathlib import Path

from comops.common.catalogue import PATTERNS
from comops_peers.programs import KEEP_MEMORY, Comops, Measured, Unavailable, ranks_output
from comops_peers.tables import turns_section
from comops_peers.turns import PeerComparison

# Our patterns by IMB's names; ours uses MPI_Reduce_scatter_block.
NAMES = {
    "pingpong": "PingPong", "broadcast": "Bcast", "reduce": "Reduce", "allreduce": "Allreduce",
    "gather": "Gather", "scatter": "Scatter", "alltoall": "Alltoall", "allgather": "Allgather",
    "reduce_scatter": "Reduce_scatter_block", "barrier": "Barrier", "message_rate": "Uniband",
}
WINDOW = 64  # messages; IMB's default is 256
RUNS, MEGABYTES = 10000, 100  # of one size: the smaller of the two
WARM_UPS = 8  # of 10000 runs: in the first three its 8-byte ping-pong took 4 % longer
# Each of our messages has its own place, IMB's share one: up to here both stay in the caches.
WINDOWED_MOST = 4096  # bytes


def measure(program: Path, mpi: Path, pattern: str, sizes: list[int], pus: list[int]) -> Measured:
    """Microseconds by size: one way of a ping-pong, one message of a message rate, else t_max.

    Unavailable if any lacks.
    """
    with tempfile.TemporaryDirectory() as folder:
        lengths = Path(folder) / "lengths"
        # The first size is repeated, and the last time counts: IMB's own warm-up is short.
        lengths.write_text("".join(f"{size}\n" for size in [*sizes[:1] * WARM_UPS, *sizes]))
        times = times_read(ranks_output(
            mpi, pus, program, NAMES[pattern], "-npmin", str(len(pus)), "-msglen", lengths,
            "-iter", f"{RUNS},{MEGABYTES}", "-red_data_type", "double",
            "-window_size", str(WINDOW)))
    for size in sizes:
        if size not in times:
            raise Unavailable(f"{program.name} {NAMES[pattern]}: no time for {size} bytes")
    return times


def times_read(text: str) -> Measured:
    """Microseconds by size; a barrier has the size 0.

    A ping-pong's time is taken from its rate (10^6 bytes/s), which has more digits than the time; a
    message rate has no other.
    """
    times: Measured = {}
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


def ours(comops: Comops, pattern: str, sizes: list[int]) -> Measured:
    """As IMB defines it: a message rate in loops of windows, the time of one message of all
    pairs."""
    if pattern == "message_rate":
        rates = comops.measure(pattern, "mpi", "sendrecv", sizes, "--method", "comops",
                               what="messages_per_s")
        return {size: 1e6 / rate for size, rate in rates.items()}
    protocol = "sendrecv" if pattern == "pingpong" else "library"
    operation = ["--op", "sum"] if PATTERNS[pattern]["reduces"] else []  # IMB's is MPI_SUM
    return comops.measure(pattern, "mpi", protocol, sizes, "--method", "imb", *operation,
                          env=KEEP_MEMORY)


def comparisons(comops: Comops, prefix: Path, sizes: list[int], pus: list[int]
                ) -> list[PeerComparison]:
    """Each operation of IMB over our MPI library."""
    mpi, program = comops.mpi_prefix(), prefix / "bin/IMB-MPI1"
    made = []
    for pattern in NAMES:
        possible = {"pingpong": sizes, "barrier": [0],
                    "message_rate": [size for size in sizes if size <= WINDOWED_MOST],
                    }.get(pattern, sorted({*sizes[::2], sizes[-1]}))
        chosen = pus[:2] if pattern == "pingpong" else pus
        if possible:
            made.append(PeerComparison(pattern, partial(ours, comops, pattern, possible),
                                       partial(measure, program, mpi, pattern, possible, chosen)))
    return made


section = partial(turns_section, "Our MPI numbers against the Intel MPI Benchmarks", "operation",
                  "IMB")
