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

from campaign.launch import shared_files as files
from campaign.launch.shared_files import shared_files, shared_files_remove

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
        monkeypatch.setattr("campaign.launch.shared_files.FOLDER", name)
        yield Path(name)


@contextlib.contextmanager
def file_of(prefix: str, made: bool = True) -> Iterator[Path]:
    path = Path(files.FOLDER, f"{prefix}-comops-test")
    if made:
        path.write_bytes(bytes(4096))
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def user_of(path: Path, how: str) -> Iterator[subprocess.Popen]:
    """A process that makes the file and maps it, or has it open alone."""
    with subprocess.Popen([sys.executable, "-c", USE, path, how], stdout=subprocess.PIPE) as user:
        try:
            assert user.stdout and user.stdout.readline()
            yield user
        finally:
            user.kill()


@pytest.mark.parametrize("prefix", ["mpich_shar_tmp", "vader_segment.", "sm_segment."])
def test_new_files_of_mpi_that_are_not_used_are_removed(prefix: str) -> None:
    before = shared_files()
    with file_of(prefix) as path:
        shared_files_remove(before, os.getpid())
        assert not path.exists()


def test_other_and_older_files_are_left() -> None:
    with file_of("mpich_shar_tmp-older") as older, file_of("sem.mpich_shar_tmp") as other:
        shared_files_remove(shared_files(), os.getpid())
        assert older.exists()
        assert other.exists()


@pytest.mark.parametrize("how", ["maps", "opens"])
def test_a_file_that_a_process_uses_is_left(how: str) -> None:
    before = shared_files()
    with file_of("mpich_shar_tmp", made=False) as path, user_of(path, how):
        shared_files_remove(before, os.getpid())
        assert path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_left() -> None:
    before = shared_files()
    with file_of("mpich_shar_tmp") as path:
        os.chown(path, 65534, -1)
        shared_files_remove(before, os.getpid())
        assert path.exists()


def test_a_file_is_removed_as_soon_as_its_last_process_has_ended() -> None:
    before = shared_files()
    with file_of("mpich_shar_tmp", made=False) as path, user_of(path, "maps") as user:
        killer = threading.Thread(target=lambda: (time.sleep(0.05), user.kill()))
        killer.start()
        shared_files_remove(before, os.getpid())
        killer.join()
        assert not path.exists()


def test_what_llvms_openmp_leaves_is_removed_by_its_process_id() -> None:
    with contextlib.ExitStack() as removed:
        mine, other = (Path(files.FOLDER, f"__KMP_REGISTERED_LIB_{pid}_{os.getuid()}")
                       for pid in (os.getpid(), os.getppid()))
        for path in (mine, other):
            path.touch()
            removed.callback(path.unlink, missing_ok=True)
        shared_files_remove(shared_files(), os.getpid())
        assert not mine.exists()
        assert other.exists()
