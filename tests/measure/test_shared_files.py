# SPDX-License-Identifier: BSD-3-Clause
"""Only what a job has left in /dev/shm is removed."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from comops.measure.launch.shared_files import shared_files, shared_files_remove

USE = """
import mmap, sys, time
file = open(sys.argv[1], "w+b")
file.truncate(4096)
if sys.argv[2] == "maps":
    memory = mmap.mmap(file.fileno(), 4096)
    file.close()
print(flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Other campaigns of this machine clean /dev/shm itself."""
    with tempfile.TemporaryDirectory(prefix="comops-test-", dir="/dev/shm") as name:
        monkeypatch.setattr("comops.measure.launch.shared_files.FOLDER", name)
        yield Path(name)


@contextlib.contextmanager
def user_of(path: Path, how: str) -> Iterator[subprocess.Popen]:
    """A process that makes the file and maps it, or has it open alone."""
    with subprocess.Popen([sys.executable, "-c", USE, path, how], stdout=subprocess.PIPE) as user:
        try:
            assert user.stdout and user.stdout.readline()
            yield user
        finally:
            user.kill()


def test_new_files_of_mpi_and_of_the_program_are_removed_and_others_left(folder):
    older = folder / "mpich_shar_tmp-older"
    older.touch()
    before = shared_files()
    of_mpi = [folder / f"{prefix}-test" for prefix in ("mpich_shar_tmp", "vader_segment.",
                                                       "sm_segment.")]
    mine, other = (folder / f"__KMP_REGISTERED_LIB_{pid}_{os.getuid()}"  # LLVM's OpenMP
                   for pid in (os.getpid(), os.getppid()))
    left = {older, other, folder / "sem.mpich_shar_tmp"}
    for path in (*of_mpi, mine, *left):
        path.touch()
    shared_files_remove(before, os.getpid())
    assert set(folder.iterdir()) == left


@pytest.mark.parametrize("how", ["maps", "opens"])
def test_a_file_that_a_process_uses_is_left(folder, how):
    path = folder / "mpich_shar_tmp"
    with user_of(path, how):
        shared_files_remove(set(), os.getpid())
        assert path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_left(folder):
    path = folder / "mpich_shar_tmp"
    path.touch()
    os.chown(path, 65534, -1)
    shared_files_remove(set(), os.getpid())
    assert path.exists()


def test_a_file_is_removed_as_soon_as_its_last_process_has_ended(folder):
    path = folder / "mpich_shar_tmp"
    with user_of(path, "maps") as user:
        killer = threading.Thread(target=lambda: (time.sleep(0.05), user.kill()))
        killer.start()
        shared_files_remove(set(), os.getpid())
        killer.join()
        assert not path.exists()
