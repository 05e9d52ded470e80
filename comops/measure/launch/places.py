# SPDX-License-Identifier: BSD-3-Clause
"""Where this comops has its programs, its library and its files: in a build folder, installed in a
prefix, or in a wheel; and what campaigns keep for later ones."""

import contextlib
import hashlib
import json
import os
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from comops.common.files import ROOT, build, build_file, write

BUILT = "cli"  # the folder of comops in a build tree
# What all campaigns load. Other objects, and programs that are no path's, may be installed later.
OBJECTS = {"libcomops-timed.so", "libcomops-front.so", "libcomops-direct.so"}


def library_file() -> Path:
    return (build_file().parent / build()["library"]).resolve()


@cache
def program() -> Path:
    """comops itself."""
    usual = Path(sysconfig.get_path("scripts"), "comops")
    return Path(os.environ.get("COMOPS_PROGRAM", usual)).resolve()


def program_folder() -> Path:
    """Where comops itself is."""
    return program().parent


def _workers(comops: Path) -> Iterable[Path]:
    """The paths' workers with the objects that they load: installed, or in the build tree."""
    names = {path["program"] for path in build()["paths"]} | OBJECTS
    folder = comops.parents[1]
    patterns = ("bin/comops-*", "lib*/comops/*.so", "lib/*/comops/*.so",
                "share/comops/*.so")  # the last in a wheel
    if comops.parent.name == BUILT:
        folder = comops.parents[2]
        patterns = "*/comops-*", "*/libcomops-*.so", "comops/ranks/libcomops-*.so"
    files = {file for pattern in patterns for file in folder.glob(pattern)}
    return sorted(file for file in files
                  if file.name in names and file.is_file()
                  and (file.suffix == ".so" or os.access(file, os.X_OK)))


def program_hash(comops: Path) -> str:
    """SHA-256 of the program, its paths' workers and their objects."""
    whole = hashlib.sha256()
    for file in [comops, *_workers(comops)]:
        with open(file, "rb") as content:
            whole.update(hashlib.file_digest(content, "sha256").digest())
    return whole.hexdigest()


def program_file(name: str, build_folder: str) -> Path | None:
    """A program beside comops or, in a build tree, in its folder; None if there is none."""
    own = program_folder() / name
    built = build_file().parent / build_folder / name
    return next((file for file in (own, built) if os.access(file, os.X_OK)), None)


def launcher_file(program: str) -> str:
    """The program of that name beside comops, if there is one: a wheel's MPI is in the environment
    that the wheel is installed into."""
    beside = program_folder() / program
    return str(beside) if "/" not in program and os.access(beside, os.X_OK) else program


def data_file(name: str) -> Path | None:
    """An installed file, or that of the source tree; None if there is none."""
    file = ROOT / name
    return file if os.access(file, os.R_OK) else None


@dataclass(frozen=True)
class Kept:
    """What campaigns keep for later ones in a folder of the user: a JSON file with the `key` of all
    that its content depends on. A file that is damaged, or of another key, is as none.

    `folder` None: there is no home. `most`: how many files the folder may have; 0: any number.
    """

    folder: Path | None
    key: dict[str, Any]
    most: int = 0

    @property
    def file(self) -> Path | None:
        text = json.dumps(self.key, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        name = hashlib.sha256(text.encode()).hexdigest()
        return self.folder / f"{name}.json" if self.folder else None

    def read(self, member: str) -> Any:
        """None if nothing was kept."""
        name = self.file
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
            if not name or not name.is_file():  # a pipe or a device may have no end
                return None
            content = json.loads(name.read_text(encoding="utf-8"))
            return content[member] if content["key"] == self.key else None
        return None

    def write(self, member: str, value: Any) -> str:
        """Replaces the file as a whole: a campaign that reads it meanwhile gets the old or the new
        one. The reason if it cannot be written, else ""."""
        name = self.file
        if not name:
            return "there is no home folder"
        if name.exists() and not name.is_file():
            return f"{name} is not a file"
        try:
            name.parent.mkdir(parents=True, exist_ok=True)
            write(name, json.dumps({"key": self.key, member: value}, indent=1).encode())
            self._clear(name.parent)
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def _clear(self, folder: Path) -> None:
        """Removes the oldest files beyond those that there may be."""
        if self.most:
            for file in sorted(folder.iterdir(), key=os.path.getmtime)[: -self.most]:
                file.unlink(missing_ok=True)
