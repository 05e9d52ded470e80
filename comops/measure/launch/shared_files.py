# SPDX-License-Identifier: BSD-3-Clause
"""The files in /dev/shm through which the processes of an MPI job share memory. Killed processes
leave theirs behind."""

import contextlib
import os
import stat
import time

from comops.measure.launch.processes import any_process

FOLDER = "/dev/shm"
# MPICH and Intel MPI; Open MPI 4; Open MPI 5.
_PREFIXES = ("mpich_shar_tmp", "vader_segment.", "sm_segment.")
_WAITS, _WAIT_S = 20, 0.01


def shared_files() -> set[str]:
    """Their names."""
    with contextlib.suppress(OSError):
        return {name for name in os.listdir(FOLDER) if name.startswith(_PREFIXES)}
    return set()


def shared_space() -> int:
    """Bytes that all files in /dev/shm may take together; 0 if unknown."""
    with contextlib.suppress(OSError):
        system = os.statvfs(FOLDER)
        return system.f_blocks * system.f_frsize
    return 0


def _opens(pid: str, file: os.stat_result) -> bool:
    with contextlib.suppress(OSError):
        folder = f"/proc/{pid}/fd"
        for name in os.listdir(folder):
            with contextlib.suppress(OSError):
                if os.path.samestat(os.stat(f"{folder}/{name}"), file):
                    return True
    return False


def _maps(pid: str, file: os.stat_result) -> bool:
    """A line of maps: address, permissions, offset, device, inode, path."""
    wanted = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}", str(file.st_ino)
    with contextlib.suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8",
                                            errors="replace") as maps:
        return any(tuple(line.split(maxsplit=5)[3:5]) == wanted for line in maps)
    return False


def _in_use_for_long(file: os.stat_result) -> bool:
    """The last processes of a job may still be ending. The creator of such a file keeps it open
    until it is mapped, so checking in this order misses none."""
    for _ in range(_WAITS):
        if not any_process(lambda pid: _opens(pid, file) or _maps(pid, file)):
            return False
        time.sleep(_WAIT_S)
    return True


def _remove_abandoned(name: str) -> None:
    path = f"{FOLDER}/{name}"
    with contextlib.suppress(OSError):
        file = os.lstat(path)
        if (stat.S_ISREG(file.st_mode) and file.st_uid == os.geteuid()
                and not _in_use_for_long(file)):
            os.unlink(path)


def shared_files_remove(before: set[str], pid: int) -> None:
    """Removes the files left by a job whose processes have all ended: those not in `before`, from
    before the job, if they belong to this user and no process maps them or has them open. `pid` is
    the program that was started."""
    for name in shared_files() - before:
        _remove_abandoned(name)
    _remove_abandoned(f"__KMP_REGISTERED_LIB_{pid}_{os.getuid()}")  # LLVM's OpenMP: says whose
