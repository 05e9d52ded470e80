# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command with the library preloaded into all its processes."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from comops.common.files import build_file
from comops.common.signals import signals_seen
from comops.measure.launch.places import library_file
from comops_programs.rank_files import RankFile, rank_files_read

LIBRARY = "libcomops-profile.so"
MEMORY = Path("/dev/shm")  # where files cost no writing to a disk
STEADY = {"constant_tsc", "nonstop_tsc"}  # flags of a processor whose counter is a clock


@dataclass(frozen=True)
class Launched:
    """`status`: as the shell would give it; `files`: of the processes that called MPI."""

    status: int
    started: float  # seconds since 1970
    files: list[RankFile]


def library() -> Path:
    """Installed beside the other libraries, or in the build folder."""
    built = build_file().parent / "extensions/programs/preload" / LIBRARY
    return next((file for file in (library_file().with_name(LIBRARY), built) if file.exists()),
                built)


def counts_cycles(cpuinfo: str) -> bool:
    """Whether the processor's counter has a constant rate."""
    flags = next((line for line in cpuinfo.splitlines() if line.startswith("flags")), "")
    return STEADY <= {*flags.split()}


def environment(folder: Path, inherited: dict[str, str]) -> dict[str, str]:
    """With the library, in front of others that are preloaded."""
    preloaded, file = inherited.get("LD_PRELOAD", ""), library()
    if any(letter in str(file) for letter in " :"):  # which separate libraries
        file = folder / LIBRARY
        file.symlink_to(library())
    added = {"LD_PRELOAD": f"{file} {preloaded}".strip(), "COMOPS_PROFILE": str(folder)}
    if counts_cycles(Path("/proc/cpuinfo").read_text(errors="replace")):
        added["COMOPS_PROFILE_CYCLES"] = "1"
    return inherited | added


def status_of(process: "subprocess.Popen[bytes]") -> int:
    """Waits for its end, to which an interruption leads as well."""
    while True:
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
        process = subprocess.Popen(command, env=environment(folder, dict(os.environ)),
                                   stdout=output)
        return Launched(status_of(process), started, rank_files_read(folder))
