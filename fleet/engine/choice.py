# SPDX-License-Identifier: BSD-3-Clause
"""The engines by their names."""

import shutil
import sys
from importlib.util import find_spec

from fleet.engine.engine import Engine
from fleet.plan.folder import Folder
from fleet.plan.plan import Plan

PROGRAMS = {"slurm": "sbatch", "ssh": "ssh"}  # that an engine starts
PSIJ = ("pbs", "lsf")  # by PSI/J
ENGINES = ("slurm", "ssh", "local", *PSIJ)
DEFAULT = "slurm"


class Missing(Exception):
    """An engine is missing; one line says what it needs."""


def engine_check(name: str) -> None:
    """Missing if the engine cannot work here."""
    program = PROGRAMS.get(name)
    if program and not shutil.which(program):
        raise Missing(f"--engine {name} needs {program}, which is not in PATH; --engine may be "
                      f"{', '.join(ENGINES)}")
    if name in PSIJ and not find_spec("psij"):
        raise Missing(f"--engine {name} needs PSI/J: {sys.executable} -m pip install psij-python")


def engine_open(folder: Folder, plan: Plan) -> Engine:
    """The engine of the plan."""
    if plan.engine == "slurm":
        from fleet.engine.slurm import Slurm

        return Slurm(folder, plan)
    if plan.engine in PSIJ:
        from fleet.engine.psij_jobs import PsijJobs

        return PsijJobs(folder, plan.engine)
    from fleet.engine.shell import Shell

    return Shell(folder, ssh=plan.engine == "ssh")
