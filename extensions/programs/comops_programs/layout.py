# SPDX-License-Identifier: BSD-3-Clause
"""What the preloaded library writes about a rank: a head and a table of rows, in one file. The
build makes C of it (preload/generate.py), and NumPy reads the file by it."""

BINS, BINS_FIRST, BINS_PART = 144, 4, 2  # from 2**4 ticks on, four to a doubling
ROWS = 2048
RUNNING, FINALIZED, ABORTED, EXITED = range(4)  # the member `end`
UNKNOWN, MPICH, OPENMPI = range(3)  # the member `abi`
CONTIGUOUS, IN_PLACE, ROUNDED = 1, 2, 4  # bits of the member `flags`
ANY = -1  # the member `partner`: any or none; so are others below 0

# Member, its type in NumPy's words, and how many if it is an array. Times are ticks.
HEAD = (
    ("began", "u8"),  # after MPI_Init
    ("ended", "u8"),  # at MPI_Finalize, or after the last call
    ("first", "u8", 2), ("last", "u8", 2),  # ticks and ns of a moment
    ("lost", "u8"),  # calls for which there was no row
    ("end", "i4"), ("abi", "i4"), ("rank", "i4"), ("ranks", "i4"),
    ("threads", "i4"), ("threads_first", "i4"), ("forks", "i4"), ("pauses", "i4"),
    ("cpus", "u8", 16),
    ("version", "S", 256), ("library", "S", 512),
)
KEY = (
    ("bytes", "u8"), ("type", "i8"), ("op", "i8"), ("ranks", "i8"), ("partner", "i8"),
    ("call", "u8"), ("flags", "u8"),
)
COUNTS = (
    ("used", "u8"), ("calls", "u8"), ("ticks", "u8"), ("shortest", "u8"), ("bytes_all", "u8"),
    ("bins", "u8", BINS), ("type_name", "S", 32), ("op_name", "S", 32),
)
