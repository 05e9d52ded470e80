# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command with the library preloaded into all its processes."""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from comops.common.files import build_file
from comops.common.signals import signals_seen
from comops.measure.launch.processes import output_of
from comops.measure.launch.places import library_file
from comops_programs.rank_files import RankFile, rank_files_read

LIBRARY, LARGE = "libcomops-profile.so", "libcomops-profile-large.so"
MPICH_4 = re.compile(r"HYDRA build details:\s*Version: +([4-9]|\d\d)\.")
LAUNCHER = re.compile(r"mpi(exec|run)(\.\w+)?")
MEMORY = Path("/dev/shm")  # where files cost no writing to a disk
STEADY = {"constant_tsc", "nonstop_tsc"}  # flags of a processor whose counter is a clock


@dataclass(frozen=True)
class Launched:
    """`status`: as the shell would give it; `files`: of the processes that called MPI."""

    status: int
    started: float  # seconds since 1970
    files: list[RankFile]


def library(command: Sequence[str] = ()) -> Path:
    """Installed beside the other libraries, or in the build folder. With large counts if the
    command begins with MPICH's launcher from version 4 on: wrappers of calls that MPI lacks would
    tell a program with weak symbols, such as mpi4py, that it has them."""
    launches = command and LAUNCHER.fullmatch(Path(command[0]).name)
    said = (output_of([command[0], "--version"]) or "") if launches else ""
    name = LARGE if MPICH_4.match(said) else LIBRARY
    built = build_file().parent / "extensions/programs/preload" / name
    return next((file for file in (library_file().with_name(name), built) if file.exists()), built)


def counts_cycles(cpuinfo: str) -> bool:
    """Whether the processor's counter has a constant rate."""
    flags = next((line for line in cpuinfo.splitlines() if line.startswith("flags")), "")
    return STEADY <= {*flags.split()}


def environment(folder: Path, inherited: dict[str, str], file: Path) -> dict[str, str]:
    """With this library in front of others that are preloaded."""
    preloaded = inherited.get("LD_PRELOAD", "")
    if any(letter in str(file) for letter in " :"):  # which separate libraries
        link = folder / file.name
        link.symlink_to(file)
        file = link
    added = {"LD_PRELOAD": f"{file} {preloaded}".strip(), "COMOPS_PROFILE": str(folder)}
    if counts_cycles(Path("/proc/cpuinfo").read_text(errors="replace")):
        added["COMOPS_PROFILE_CYCLES"] = "1"
    return inherited | added


def status_of(process: "subprocess.Popen[bytes]") -> int:
    while True:  # an interruption leads to its end as well
        try:
            code = process.wait()
            return code if code >= 0 else 128 - code
        except KeyboardInterrupt:
            process.send_signal(signals_seen())


def launched(command: Sequence[str], output: int | None) -> Launched:
    """OSError if the command does not start. `output`: the descriptor that its standard output
    goes to."""
    where = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="comops-profile-", dir=where) as name:
        folder, started = Path(name), time.time()
        variables = environment(folder, dict(os.environ), library(command))
        process = subprocess.Popen(command, env=variables, stdout=output)
        return Launched(status_of(process), started, rank_files_read(folder))
