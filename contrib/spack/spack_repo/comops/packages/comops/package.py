# SPDX-License-Identifier: BSD-3-Clause
# ruff: noqa: F403, F405 (Spack's recipes are written with its names)
"""The recipe is part of what it builds: `main` is that branch of the checkout it lies in."""

from pathlib import Path

from spack_repo.builtin.build_systems.meson import MesonPackage

from spack.package import *


class Comops(MesonPackage):
    """Compares threads over shared memory with MPI on the cores of one machine: the same
    operations, cores and bytes, in turns, with checked data and intervals."""

    git = Path(__file__).resolve().parents[6].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    requires("platform=linux")

    variant("mpi", default=True, description="Measure MPI")
    variant("shmem", default=False, description="Measure OpenSHMEM, that of Open MPI")
    variant("likwid", default=False, description="Hardware counters (comops run --counters)")
    variant("report", default=True,
            description="Report and compare (comops report, comops compare)")

    depends_on("c", type="build")
    depends_on("meson@1.0:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("hwloc@2.5:")
    depends_on("py-numpy@2.3:", type="run")
    depends_on("mpi@3:", when="+mpi")
    depends_on("openmpi@4.1: +openshmem", when="+shmem")

    depends_on("likwid@5:", when="+likwid")

    with when("+report"), default_args(type="run"):
        depends_on("py-jinja2@3.1:")
        depends_on("py-orjson@3.11:")
        depends_on("py-vl-convert-python@1.9:")

    def meson_args(self):
        spec = self.spec
        return [
            "-Dmpi=" + (spec["mpi"].mpicc if spec.satisfies("+mpi") else "none"),
            "-Dshmem=" + ("enabled" if spec.satisfies("+shmem") else "disabled"),
            "-Dlikwid=" + ("enabled" if spec.satisfies("+likwid") else "disabled"),
            "-Dsimgrid=disabled",
        ]
