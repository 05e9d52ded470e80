# SPDX-License-Identifier: BSD-3-Clause
"""Machines that are not here."""

from comops.extension import Command, Extension

EXTENSION = Extension(commands={
    "simulate": Command("run the implementations on a simulated machine",
                        "comops_simulate.command:main")})
