# SPDX-License-Identifier: BSD-3-Clause
"""Tables, figures and claims of five papers, measured here beside what they print."""

from comops.extension import Command, Extension

EXTENSION = Extension(commands={
    "reproduce": Command("measure the tables and figures of five papers, beside the printed values",
                         "comops_papers.command:main")})
