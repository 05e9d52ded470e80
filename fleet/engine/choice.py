# SPDX-License-Identifier: BSD-3-Clause
"""The engines by their names."""

import shutil

from fleet.engine.engine import Engine
from fleet.plan.folder import Folder
from fleet.plan.plan import Plan

PROGRAMS = {"slurm": "sbatch", "ssh": "ssh"}  # that an engine starts
ENGINES = ("slurm", "ssh", "local")
DEFAULT = "slurm"


class Missing(Exception):
    """An engine is not here; one line says what it needs."""


def engine_check(name: str) -> None:
    """Missing if the engine cannot work here."""
    program = PROGRAMS.get(name)
    if program and not shutil.which(program):
        raise Missing(f"--engine {name} needs {program}, which is not in PATH; --engine may be "
                      f"{', '.join(ENGINES)}")


def engine_open(folder: Folder, plan: Plan) -> Engine:
    """The engine of the plan."""
    if plan.engine == "slurm":
        from fleet.engine.slurm import Slurm

        return Slurm(folder, plan)
    from fleet.engine.shell import Shell

    return Shell(folder, ssh=plan.engine == "ssh")
