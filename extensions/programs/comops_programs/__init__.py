# SPDX-License-Identifier: BSD-3-Clause
"""What a user's own program spends in MPI, and what it would spend over another path."""

from comops.extension import Command, Extension

EXTENSION = Extension(
    commands={"profile": Command("count the MPI calls of a program and the time that they take",
                                 "comops_programs.profile_command:main")},
    schemas="comops_programs.schemas:schemas")
