# SPDX-License-Identifier: BSD-3-Clause
"""The programs that run Worley's model on ranks, comops-pstswm-PATH.

They are started anew for each list of plans, because a run takes much longer than a start.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaign.planning.machine import Machine
from campaign.launch.paths import Path as RanksPath
from campaign.launch.paths import paths_find
from campaign.launch.places import program_file
from campaign.launch.processes import objects_in, output_of, result_of
from campaign.pstswm.request import LOST, PROGRAM, USAGE, Failed
from common.batch import batch_text
from common.console import note
from common.nearest import no_such


@dataclass(frozen=True)
class Worker:
    """`offer`: protocols; fourier and legendre, lists of {name, power_of_two, collective};
    collectives, whether the path has any."""

    path: RanksPath
    program: Path
    offer: dict[str, Any]

    @property
    def usual(self) -> str:
        """The paper's default protocol: MPI_SENDRECV, and get over shared memory."""
        return "(0,6)" if self.path.is_a("mpi") else "(0,1)"

    def protocols(self, algorithm: dict[str, Any]) -> list[str]:
        """The protocols in which it can run: for a collective, the usual one."""
        return [self.usual] if algorithm["collective"] else self.offer["protocols"]


@dataclass(frozen=True)
class Workers:
    """The workers of the paths that can run here, and the hardware thread of each rank."""

    all: list[Worker]
    pus: tuple[int, ...]

    @property
    def ranks(self) -> int:
        return len(self.pus)

    def run(self, worker: Worker, plans: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each plan with what was measured, in order; one that cannot run has `refused`."""
        if not plans:
            return []
        ranks = [] if worker.path.launcher else ["--ranks", str(self.ranks)]
        words = [*worker.path.command(self.ranks, str(worker.program)), *ranks,
                 "--pus", ",".join(map(str, self.pus))]
        answers = plans_run(words, plans, str(worker.program))
        return [plan | answer for plan, answer in zip(plans, answers, strict=True)]


def plans_run(words: list[str], plans: list[dict[str, Any]], program: str
              ) -> list[dict[str, Any]]:
    """What a program answers to --plans after these words; Failed if it fails or answers too few.
    The plans are in memory, so that no file is left whatever happens."""
    file = os.memfd_create("comops-plans")
    try:
        os.write(file, batch_text(plans).encode())
        text, why = result_of([*words, "--plans", f"/proc/{os.getpid()}/fd/{file}"])
    finally:
        os.close(file)
    answers = list(objects_in(text or ""))
    if text is None or len(answers) != len(plans):
        raise Failed(f"{program}: {why or 'it answered too few plans'}", LOST)
    return answers


def _worker(path: RanksPath) -> Worker | None:
    program = program_file(f"comops-pstswm-{path.label}", "pstswm")
    text = output_of([str(program), "--list"]) if program and not path.missing else None
    if text is None:
        note(PROGRAM, f"not over {path.label}: "
             f"{path.missing or 'the worker of its model does not start'}")
        return None
    return Worker(path, program, next(objects_in(text)))


def workers_find(asked: list[str] | None, ranks: int | None, oversubscribe: bool) -> Workers:
    """What can run on the first cores of this machine over the given paths (None: all). Failed if
    nothing can."""
    machine = Machine.load()
    placement = machine.placement("core", ranks or machine.ranks_default, oversubscribe)
    if placement.refused:
        raise Failed(placement.refused, USAGE)
    paths = paths_find()
    for name in asked or []:
        if name not in (known := [path.label for path in paths]):
            raise Failed(no_such("path ", name, known), USAGE)
    workers = [worker for path in paths if (not asked or path.label in asked)
               and (worker := _worker(path))]
    if not workers:
        raise Failed("none of the requested paths can run the model here", USAGE)
    return Workers(workers, placement.pus)
