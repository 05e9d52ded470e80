# SPDX-License-Identifier: BSD-3-Clause
"""What a user's own program spends in MPI, and what it would spend over another path."""

from comops.extension import Command, Extension, PageSection

EXTENSION = Extension(
    commands={
        "profile": Command("count the MPI calls of a program and the time that they take",
                           "comops_programs.profile_command:main"),
        "answer": Command("say what a program's communication would take over other paths",
                          "comops_programs.answer_command:main")},
    sections=(PageSection("Program", "comops_programs.page:section", before="answer"),),
    records=("comops_programs.program:Program",), lines="comops_programs.screen:lines",
    schemas="comops_programs.schemas:schemas")
