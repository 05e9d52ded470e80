# SPDX-License-Identifier: BSD-3-Clause
"""The launchers of MPI (and OpenSHMEM) and their command lines, and the batch system whose job this
is, recognised by the environment of its jobs."""

import os
import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile

from comops.results.plan import Path

# The options by which each is told not to bind its ranks, because these pin themselves, and their
# number, "%d". A launcher is recognised by a part of what its --version prints.
LAUNCHERS = {
    "HYDRA": ["-bind-to", "none", "-n", "%d"],
    "Open MPI": ["--bind-to", "none", "--oversubscribe", "-n", "%d"],
    "OpenRTE": ["--bind-to", "none", "--oversubscribe", "-n", "%d"],
    "Intel(R) MPI": ["-genv", "I_MPI_PIN", "off", "-n", "%d"],
    "": ["-n", "%d"],  # any other
}
_JOBS = {"Slurm": "SLURM_JOB_ID", "PBS": "PBS_JOBID", "LSF": "LSB_JOBID", "Flux": "FLUX_JOB_ID"}
# PMI: a job step that is itself a rank of an MPI program. PMIX_MCA_ are settings of PMIx.
_OF_JOBS = re.compile("SLURM_|PBS_|LSB_|FLUX_|PMI_|PMIX_(?!MCA_)")
# What makes a launcher start ranks in another way, or on other nodes.
ELSEWHERE = re.compile(
    "(HYDRA|I_MPI_HYDRA)_(HOST|LAUNCHER|BOOTSTRAP|RMK)|"
    "(OMPI|PRTE)_MCA_(plm|ras|rmaps_base_mapping|(orte|prte)_default_hostfile)")
_OF_BATCH_SYSTEMS = {"srun", "aprun", "blaunch", "jsrun", "flux", "pbsdsh"}


def words_of(path: Path, ranks: int, program: str | None = None) -> list[str]:
    """The words before a worker's options: launcher, environment, and the worker or another
    program."""
    launcher = [str(ranks) if word == "%d" else word for word in path.launcher or ()]
    settings = [f"{name}={value}" for name, value in path.environment.items()]
    return [*launcher, *(["env", *settings] if settings else []), program or path.program]


def launcher_options(version: str) -> list[str]:
    """What the launcher is told whose --version prints this."""
    return next(words for part, words in LAUNCHERS.items() if part in version)


def batch_job() -> tuple[str, str] | None:
    """Its name and the job; None: this is no job."""
    jobs = ((system, os.environ.get(name)) for system, name in _JOBS.items())
    return next(((system, job) for system, job in jobs if job), None)


def without_batch_system(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program without the variables of the job and of ELSEWHERE, so that an
    MPI launcher starts its ranks on this node, within this job step. A launcher of the batch system
    itself keeps them."""
    program = next(dropwhile(lambda word: word == "env" or "=" in word, words), "")
    if program.rpartition("/")[2] in _OF_BATCH_SYSTEMS:
        return dict(environment)
    return {name: value for name, value in environment.items()
            if not _OF_JOBS.match(name) and not ELSEWHERE.match(name)}
