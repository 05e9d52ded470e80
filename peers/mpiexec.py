# SPDX-License-Identifier: BSD-3-Clause
"""MPI programs of others on our own MPI library."""

from pathlib import Path

from peers.programs import Word, output_of

# MPI_Reduce allocates a temporary each time. Whether malloc returns it to the system, to be
# paged in again, depends on the process's history: here it never does.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2), "MALLOC_TRIM_THRESHOLD_": str(1024**3)}
TIME_S = 60


def ranks_output(mpi: Path, pus: list[int], program: Path, *words: Word) -> str:
    """Of a program that runs with one rank on each hardware thread, on the library under `mpi`."""
    return output_of([mpi / "bin" / "mpiexec", "-bind-to", "user:" + ",".join(map(str, pus)),
                      "-n", str(len(pus)), program, *words],
                     TIME_S, {"LD_LIBRARY_PATH": str(mpi / "lib"), **KEEP_MEMORY})
