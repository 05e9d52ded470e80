# SPDX-License-Identifier: BSD-3-Clause
"""Machines that are not here."""

from comops.extension import Command, Extension, PageSection

EXTENSION = Extension(
    commands={"simulate": Command("run the implementations on a simulated machine",
                                  "comops_simulate.command:main")},
    sections=(PageSection("Simulated answer", "comops_simulate.page:simulated_answer",
                          before="libraries"),
              PageSection("Simulated machines", "comops_simulate.page:simulated",
                          before="operations")),
    lines="comops_simulate.terminal:lines",
    exports={"json": "comops_simulate.terminal:record"})
