# SPDX-License-Identifier: BSD-3-Clause
"""Paths that are another path with another library, mpi@NAME and threads@NAME, or with the workers
of another build."""

import ctypes
import json
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from comops.common.console import UsageError
from comops.common.files import build
from comops.measure.launch.paths import Question, ask
from comops.measure.launch.processes import output_of, results_of
from comops.measure.library import layout_mark
from comops.results.check import check
from comops.results.lines import reason_of
from comops.results.plan import Path
from comops.results.types import TEXT, list_of, object_of, objects, or_null

_PROGRAMS = ("bin/comops", "comops/cli/comops")  # installed, or in a build folder
# Where a library with MPICH's ABI lies in its prefix; Intel's is in lib/release.
FOLDERS = ("lib", "lib/release", "lib64", "lib/x86_64-linux-gnu")
LIBRARY = "libmpi.so.12"
NAME_RULE = "a name must be new and consist of letters, digits, '-', '_' and '.'"


# What is used of another build's list.
LISTED = object_of({"paths": objects({
    "name": TEXT, "program?": or_null(TEXT), "missing?": or_null(TEXT),
    "launcher?": or_null(list_of(TEXT))})})


class Build(NamedTuple):
    """`paths`: those of its `list --json`, by name."""

    program: str
    paths: dict[str, dict[str, Any]]


def build_program(prefix: str) -> str | None:
    """The program comops where it is installed, or in a build folder."""
    files = (f"{prefix}/{name}" for name in _PROGRAMS)
    return next((file for file in files if os.access(file, os.X_OK)), None)


def build_ask(program: str) -> Build:
    """UsageError if its workers cannot share memory with this program."""
    try:
        listed = json.loads(output_of([program, "list", "--json"]) or "")
        check(LISTED, listed)
    except (ValueError, RecursionError) as error:
        why = reason_of(error) if isinstance(error, ValueError) else "nested too deeply"
        raise UsageError(f"`{program} list --json` fails: {why}") from None
    if listed.get("arena") != layout_mark():
        raise UsageError(
            "its workers use another layout of the memory that they share with this program; "
            "instead, measure with each build's own program, and compare the files: "
            f"`{program} run -o old.jsonl`, `comops run -o new.jsonl`, "
            "`comops compare old.jsonl new.jsonl`")
    return Build(program, {path["name"]: path for path in listed["paths"]})


def build_use(path: Path, other: Build, base: str) -> None:
    """Its worker over the path of this name, with its launcher; missing if it has none."""
    there = other.paths.get(base, {})
    path.program, launcher = there.get("program"), there.get("launcher")
    if not path.program:
        path.missing = there.get("missing") or f"{other.program} has no path {base}"
        return
    if launcher:
        (path.launcher_version, _), = results_of([[launcher[0], "--version"]])
        path.launcher = launcher
    ask([Question(path, [path.program, "--list"])])


def use_abi(path: Path, base: Path, prefix: str) -> None:
    """Our own worker; LD_LIBRARY_PATH replaces its library."""
    folder = next((f"{prefix}/{name}" for name in FOLDERS
                   if os.access(f"{prefix}/{name}/{LIBRARY}", os.R_OK)), None)
    mpiexec = f"{prefix}/bin/mpiexec"
    if not os.access(mpiexec, os.X_OK):
        raise UsageError(f"{prefix} has no bin/mpiexec and no bin/comops")
    if not folder:
        raise UsageError(f"{prefix} has no {LIBRARY} of MPICH's ABI")
    if not build()["mpi_abi"] or not base.program:
        raise UsageError("this comops has no MPI worker with MPICH's ABI")
    setting = ["env", f"LD_LIBRARY_PATH={folder}"]
    path.program = base.program
    ask([Question(path, [*setting, path.program, "--list"], [*setting, mpiexec])])


def _use_mpi(path: Path, base: Path, prefix: str) -> None:
    """`prefix`: where a library with the ABI of our worker is installed (MPICH from 3.1 on, Intel
    MPI), or another build of comops, whose worker is then used."""
    program = build_program(prefix)
    if not program:
        use_abi(path, base, prefix)
        return
    build_use(path, build_ask(program), "mpi")
    if path.missing:
        raise UsageError(f"{program}: {path.missing}")


def _check_openmp(file: str) -> None:
    """LLVM's and Intel's libraries also have GCC's entry points, but GCC's does not have theirs."""
    entry = build()["openmp_entry"]
    if "/" not in file:
        raise UsageError("a library is named by its path, which contains '/'")
    if " " in file or ":" in file:  # which separate libraries in LD_PRELOAD
        raise UsageError("its path must not contain blanks or colons")
    try:
        library = ctypes.CDLL(file)
    except OSError as error:
        raise UsageError(f"not a library: {error}") from None
    if not hasattr(library, entry):
        raise UsageError(f"no OpenMP library that our worker can use: it lacks {entry}")


def _use_openmp(path: Path, base: Path, place: str) -> None:
    """`place`: the library's file, optionally followed by :active or :passive."""
    file, policy = re.fullmatch(r"(?s)(.*?)(?::(active|passive))?", place).groups()
    if not base.program:
        raise UsageError(base.missing)
    _check_openmp(file)
    path.environment = {"LD_PRELOAD": file} | ({"OMP_WAIT_POLICY": policy} if policy else {})
    path.program = base.program
    ask([Question(path, [path.program, "--list"])])


class LibraryKind(NamedTuple):
    """An option that adds paths, the form of its values, and the path that they are forms of."""

    option: str
    form: str
    base: str
    use: Callable[[Path, Path, str], None]


KINDS = (LibraryKind("mpi", "NAME=PREFIX", "mpi", _use_mpi),
         LibraryKind("openmp", "NAME=LIBRARY", "threads", _use_openmp))


def option_of(path: Path) -> str | None:
    """The option that added the path; None for the built-in and the old ones."""
    added = "@" in path.label and not path.is_old
    return next((kind.option for kind in KINDS if added and path.is_a(kind.base)), None)


def _add(paths: list[Path], kind: LibraryKind, name: str, place: str) -> None:
    path = Path(f"{kind.base}@{name}")
    labels = {path.label: path for path in paths}
    if not re.fullmatch(r"[\w.-]+", name, flags=re.ASCII) or path.label in labels:
        raise UsageError(NAME_RULE)
    kind.use(path, labels[kind.base], place)
    if path.missing:
        raise UsageError(path.missing)
    paths.append(path)


def add_libraries(paths: list[Path], mpi: list[str] | None, openmp: list[str] | None) -> None:
    """Adds a path mpi@NAME for each NAME=PREFIX, and threads@NAME for each NAME=LIBRARY; UsageError
    if one cannot be used."""
    for kind, listed in zip(KINDS, (mpi, openmp), strict=True):
        for named in listed or ():
            name, equals, place = named.partition("=")
            try:
                _add(paths, kind, name if equals else "", place)
            except UsageError as error:
                raise UsageError(f"--{kind.option} {named}: {error}; write {kind.form}") from None
