# SPDX-License-Identifier: BSD-3-Clause
"""Programs that are run, which never outlive this one: those of others, and our own `comops run`,
read back from its results file."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from comops.common import console
from comops.measure.launch.libraries import add_libraries
from comops.measure.launch.paths import paths_find
from comops.measure.launch.places import program_folder
from comops.measure.launch.processes import Process, ended
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import options_parse
from comops.measure.planning.planner import plan_make
from comops.measure.schedule.costs import planned_seconds
from comops.results.cell import CellRecord
from comops.results.keys import CellKey
from comops.results.plan import Path as RanksPath
from comops.results.read import Campaign, ResultsError, campaign_read

PROGRAM = "comops peers"
Word = str | Path
# MPI_Reduce allocates a temporary each time. Whether malloc returns it to the system, to be
# paged in again, depends on the process's history: here it never does.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2), "MALLOC_TRIM_THRESHOLD_": str(1024**3)}
RANKS_S = 60


class Unavailable(Exception):
    """Why a peer is missing or failed, in one line."""


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
        raise Unavailable(f"{name} failed ({status}): {last_line(output)}")
    return output


def ranks_output(mpi: Path, pus: list[int], program: Path, *words: Word) -> str:
    """What an MPI program prints, with one rank on each hardware thread, on our own library under
    `mpi`."""
    return output_of([mpi / "bin" / "mpiexec", "-bind-to", "user:" + ",".join(map(str, pus)),
                      "-n", str(len(pus)), program, *words],
                     RANKS_S, {"LD_LIBRARY_PATH": str(mpi / "lib"), **KEEP_MEMORY})


RUN_S = 3600
SHARED_MEMORY = {"I_MPI_FABRICS": "shm"}  # Intel MPI; the others do not read it
MEASURED = (0, 1, 4)  # exit statuses; 1: some cells were lost, 4: not to be used
ONE_LAUNCH = ["--launches", "1", "--budget", "0.2"]

Measured = dict[int, float]  # by bytes: microseconds or 10^6 bytes/s


def valid_cells(results: Campaign) -> dict[CellKey, CellRecord]:
    return {key: cell for key, cell in results.cells.items() if cell.valid}


def pus_of(results: Campaign) -> list[int]:
    """The hardware thread of each rank."""
    return list(next(iter(valid_cells(results).values())).pus)


@dataclass
class Comops:
    """The program that `comops peers` belongs to, and the placement it measures with."""

    program: str
    seating: list[str]  # options of `comops run`
    paths: dict[str, RanksPath]  # by name, those that can run here

    def mpi_prefix(self) -> Path:
        """Where its own MPI is; Unavailable unless programs of MPICH's ABI can use that."""
        if "mpi" in self.paths:
            prefix = Path(self.paths["mpi"].launcher[0]).resolve().parent.parent
            if (prefix / "lib" / "libmpi.so.12").exists():
                return prefix
        raise Unavailable("this comops has no MPI of MPICH's ABI in a prefix of its own")

    def planned(self, *words: str) -> float:
        """Seconds that a campaign takes."""
        options, paths = options_parse([*self.seating, *words]), paths_find()
        add_libraries(paths, options.mpi, options.openmp)
        return planned_seconds(plan_make(options, Machine.load(), paths), options)

    def run(self, *words: str, env: Mapping[str, str] | None = None) -> Campaign:
        """One campaign, `env` added to its environment; Unavailable if it measured no cell."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.jsonl"
            output_of([self.program, "run", *self.seating, *words, "--earlier=off", "-o", file],
                      RUN_S, {**SHARED_MEMORY, **(env or {})}, good=MEASURED)
            try:
                results = campaign_read(file)
            except ResultsError as error:
                raise Unavailable(f"comops run: {error}") from None
        if not valid_cells(results):
            reason = next(iter(results.cells.values())).error
            raise Unavailable(f"comops run: {reason}")
        return results

    def measure(self, pattern: str, path: str, protocol: str, sizes: list[int], *words: str,
                what: str = "time_us", env: Mapping[str, str] | None = None) -> Measured:
        """One implementation: the member `what` of its cells, by bytes. Of a message rate with as
        many pairs as there are."""
        results = self.run("--patterns", pattern, "--paths", path, "--protocols", protocol,
                           "--sizes", ",".join(map(str, sizes)), *ONE_LAUNCH, *words, env=env)
        cells = sorted(valid_cells(results).items(), key=lambda item: item[0].series)
        return {key.bytes: getattr(cell, what) for key, cell in cells}


def comops_here(ranks: int, placement: str, patterns: list[str]) -> Comops:
    """The program that started this one. Unavailable if it cannot measure with so many ranks,
    UsageError of what it does not know."""
    cores = Machine.load().cores
    if cores < ranks:
        raise Unavailable(f"{ranks} ranks need {ranks} cores; this machine offers {cores}")
    paths, seating = paths_find(), ["--ranks", str(ranks), "--placements", placement]
    options = options_parse([*seating, "--patterns", ",".join(patterns)])
    plan = plan_make(options, Machine.load(), paths)
    if not plan.groups:
        raise Unavailable("; ".join(plan.notes))
    return Comops(str(program_folder() / "comops"), seating,
                  {path.label: path for path in paths if not path.missing})
