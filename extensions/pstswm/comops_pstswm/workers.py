# SPDX-License-Identifier: BSD-3-Clause
"""The programs that run Worley's model on ranks, comops-pstswm-PATH.

They are started anew for each list of plans, because a run takes much longer than a start.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from comops.common.batch import batch_text
from comops.common.console import note
from comops.common.nearest import no_such
from comops.measure.launch.launchers import words_of
from comops.measure.launch.paths import paths_find
from comops.measure.launch.places import program_file
from comops.measure.launch.processes import Process, ended, objects_in, output_of
from comops.measure.planning.machine import Machine
from comops.results.plan import Path as RanksPath
from comops_pstswm.request import LOST, PROGRAM, USAGE, Failed, Request

Plan = dict[str, Any]
Tick = Callable[[], None]
TICK_S = 0.3


@dataclass(frozen=True)
class ModelWorker:
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

    all: list[ModelWorker]
    pus: tuple[int, ...]
    cores: int  # of the machine
    oversubscribed: bool

    @property
    def ranks(self) -> int:
        return len(self.pus)

    def speed(self, serial: float) -> float:
        """The speed of all ranks together without messages, from that of one core."""
        return serial * min(self.ranks, self.cores)

    def run(self, worker: ModelWorker, plans: list[Plan], tick: Tick) -> Iterator[Plan]:
        """Each plan with what was measured, when it has been."""
        if not plans:
            return
        ranks = [] if worker.path.launcher else ["--ranks", str(self.ranks)]
        words = [*words_of(worker.path, self.ranks, str(worker.program)), *ranks,
                 "--pus", ",".join(map(str, self.pus))]
        more = {"oversubscribed": True} if self.oversubscribed else {}
        with closing(plans_run(words, plans, str(worker.program), tick)) as answers:
            yield from (plan | answer | more for plan, answer in zip(plans, answers))

    def possible(self, plans: list[list[Plan]]) -> tuple[list[list[Plan]], list[str]]:
        """The plans of each worker that can be run, and why the others cannot."""
        refused: dict[str, None] = {}
        kept = []
        for worker, asked in zip(self.all, plans, strict=True):
            with plans_file(asked) as file:
                answers = list(objects_in(output_of([str(worker.program), "--check", file]) or ""))
            if len(answers) != len(asked):
                raise Failed(f"{worker.program}: it checked too few plans", LOST)
            kept.append([plan for plan, answer in zip(asked, answers) if not answer])
            refused |= dict.fromkeys(answer["refused"] for answer in answers if answer)
        return kept, list(refused)


@contextmanager
def plans_file(plans: list[Plan]) -> Iterator[str]:
    """Its name. It is in memory, so that no file is left whatever happens."""
    file = os.memfd_create("comops-plans")
    try:
        os.write(file, batch_text(plans).encode())
        yield f"/proc/{os.getpid()}/fd/{file}"
    finally:
        os.close(file)


def plans_run(words: list[str], plans: list[Plan], program: str, tick: Tick) -> Iterator[Plan]:
    """What a program answers to --plans after these words, each answer when it comes; Failed if it
    fails or answers too few. `tick` is called several times a second."""
    left = len(plans)
    with plans_file(plans) as file:
        try:
            process = Process([*words, "--plans", file])
        except OSError as error:
            raise Failed(f"{program}: {error.strerror}", LOST) from None
        with process:
            running = True
            while running:
                running = not ended(process.handle, TICK_S)
                tick()
                for answer in objects_in("\n".join(process.further_lines())):
                    left -= 1
                    yield answer
            why = process.last_words() if process.wait() else "it answered too few plans"
            if process.wait() or left:
                raise Failed(f"{program}: {why}", LOST)


def _worker(path: RanksPath) -> ModelWorker | None:
    program = program_file(f"comops-pstswm-{path.label}", "extensions/pstswm")
    text = output_of([str(program), "--list"]) if program and not path.missing else None
    if text is None:
        note(PROGRAM, f"not over {path.label}: "
             f"{path.missing or 'the worker of its model does not start'}")
        return None
    return ModelWorker(path, program, next(objects_in(text)))


def workers_find(request: Request, ranks: int | None) -> Workers:
    """What can run on the first cores of this machine over the requested paths. Failed if nothing
    can; a dry run may have more ranks than there are cores."""
    machine = Machine.load()
    ranks, asked = ranks or machine.ranks_default, request.paths
    placement = machine.placement("core", ranks, request.oversubscribe or request.dry_run)
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
    return Workers(workers, placement.pus, machine.cores, placement.oversubscribed)
