# SPDX-License-Identifier: BSD-3-Clause
"""Where this comops has its programs, its library and its files: in a build folder, installed in a
prefix, or in a wheel.

build.json (commands/build.json.in) says what was built. It lies beside the installed rooms, or in
the build folder, whose launcher names it in COMOPS_BUILD.
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]  # the folder that has the rooms


@cache
def build_file() -> Path:
    named = os.environ.get("COMOPS_BUILD")
    if named:
        return Path(named)
    installed = ROOT / "build.json"
    return installed if installed.exists() else ROOT / "build/build.json"


@cache
def build() -> dict[str, Any]:
    """version, compiler, flags, source, mpi_abi, openmp_entry, library, paths: [{label, program,
    folder, launcher, by_mpiexec, why_missing}]; `library` is relative to the file."""
    return json.loads(build_file().read_text(encoding="utf-8"))


def is_installed() -> bool:
    """Not in a build folder."""
    return build_file().parent == ROOT


def library_file() -> Path:
    return (build_file().parent / build()["library"]).resolve()


@cache
def program_folder() -> Path:
    """Of comops itself."""
    return Path(os.environ.get("COMOPS_PROGRAM", ROOT / "bin/comops")).resolve().parent


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
