# SPDX-License-Identifier: BSD-3-Clause
"""Other benchmarks, and MPI libraries beside each other."""

from comops.extension import Command, Extension

EXTENSION = Extension(
    commands={"peers": Command(
        "compare with MPI libraries, other benchmarks and this machine's limits",
        "comops_peers.command:main")},
    schemas="comops_peers.schemas:schemas")
