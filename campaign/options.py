# SPDX-License-Identifier: BSD-3-Clause
"""The options of `comops run`."""

from dataclasses import dataclass, field

from campaign.methods import DEFAULT, Method

LAUNCHES_LEAST, LAUNCHES_MOST = 6, 200  # fewer than six values have no 95 % interval


@dataclass
class Options:
    """Lists that are None have their default."""

    patterns: list[str] | None = None
    paths: list[str] | None = None
    protocols: list[str] | None = None
    placements: list[str] | None = None
    memory: list[str] | None = None
    pages: list[str] | None = None
    buffers: list[str] | None = None
    consume: list[str] | None = None
    operations: list[str] | None = None  # of patterns that reduce
    datatypes: list[str] | None = None
    mpi: list[str] | None = None  # NAME=PREFIX of further MPI libraries
    openmp: list[str] | None = None  # NAME=LIBRARY of further OpenMP libraries
    ranks: list[int] | None = None
    sizes: list[int] | None = None
    skew_us: int = 0  # delay of the last rank after a common start
    perturb: int = 0  # also measure sizes this many bytes below and above; 0: off
    mpiexec: str | None = None
    output: str | None = None
    resume: str | None = None
    method: Method = DEFAULT
    tuning: str | None = None  # "off", or a file; None: as kept, or by trials
    counters: str | None = None  # likwid's group of hardware counters
    precision: float = 0.02  # of the interval's half width, a fraction
    budget: float = 0.0  # seconds for the whole campaign; 0: a default for each table
    launches: int = LAUNCHES_LEAST  # of the workers for each table, at least; 1: exactly one
    timeout: float = 30.0  # watchdog of one block, seconds
    seed: int = 1
    quick: bool = False
    dry_run: bool = False
    json: bool = False
    oversubscribe: bool = False
    percentiles: bool = False
    preset: str | None = None
    settings: str | None = None  # the file that has the preset
    command: list[str] = field(default_factory=list)  # argv, for the record and for --resume


def options_parse(words: list[str]) -> Options:
    """Of the words after `comops run`. Exits with 2 on wrong usage, with 0 after --help."""
    raise NotImplementedError


def options_parse_recorded(command: list[str]) -> Options:
    """Of a command line that a campaign has recorded; UsageError if no campaign can have had it."""
    raise NotImplementedError
