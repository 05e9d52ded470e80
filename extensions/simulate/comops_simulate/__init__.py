# SPDX-License-Identifier: BSD-3-Clause
"""Machines that are not here."""

from comops.extension import Command, Extension, Section

EXTENSION = Extension(
    commands={"simulate": Command("run the implementations on a simulated machine",
                                  "comops_simulate.command:main")},
    sections=(Section("Simulated answer", "comops_simulate.page:simulated_answer",
                      before="libraries"),
              Section("Simulated machines", "comops_simulate.page:simulated",
                      before="operations")))
