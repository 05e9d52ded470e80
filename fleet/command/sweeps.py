# SPDX-License-Identifier: BSD-3-Clause
"""The sweep that a command was given, and why some of its nodes are not measured."""

import sqlite3
from contextlib import closing
from pathlib import Path

from common.console import note
from fleet.plan.folder import Folder
from fleet.plan.jobs import Jobs, State
from fleet.read.kept import sweep_kept
from fleet.read.sweep import Sweep


def sweep_open(program: str, path: Path) -> Sweep:
    """Opens a sweep; prints its notes on standard error. ResultsError if it is no sweep."""
    sweep = sweep_kept(path)
    for sentence in sweep.notes:
        note(program, sentence)
    sweep.unmeasured |= {node: reason for node, reason in reasons_of(Folder(path)).items()
                         if node in sweep.unmeasured}
    return sweep


def reasons_of(folder: Folder) -> dict[str, str]:
    """What the scheduler said of nodes that it could not measure."""
    if not folder.jobs.exists():
        return {}
    try:
        with closing(Jobs(folder.jobs)) as jobs:
            return {node: job.reason for node, job in jobs.read().items()
                    if job.state == State.NOT_MEASURED and job.reason}
    except (sqlite3.Error, ValueError):
        return {}
