# SPDX-License-Identifier: BSD-3-Clause
"""Runs the workers of the engines, several at a time, and reads what they print: a JSON object for
each cell."""

import json
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from comops.common.batch import batch_text
from comops.measure.launch.paths import offers_read
from comops.measure.launch.processes import Process, ended
from comops.results.plan import Path as RanksPath
from comops_simulate.engines import Answer, Cell, NoSimulator, SimulationEngine, Start
from comops_simulate.platforms import TWO_SIDED, Platform, PlatformError

MISSING = 77  # the status of a worker that cannot run here
SAME_CODE = ("direct",)  # also in processes it is the threads' files, which the engine watches
_LOOK_S = 0.02  # between two looks at what a worker has printed


class Ended(Exception):
    """The simulator was told to stop."""


@dataclass(frozen=True, eq=False)
class SimulationJob:
    """The cells of one machine and number of ranks that an engine simulates."""

    engine: SimulationEngine
    platform: Platform
    ranks: int
    cells: list[Cell] = field(default_factory=list)


class Simulator:
    """The engines that are here, and why others are not."""

    def __init__(self, kinds: Sequence[type[SimulationEngine]]) -> None:
        self.engines: list[SimulationEngine] = []
        self.missing: dict[str, str] = {}  # by path
        for kind in kinds:
            try:
                self.engines.append(kind())
            except NoSimulator as why:
                self.missing[kind.label] = str(why)
        self._known: dict[str, list[RanksPath]] = {}  # by what the workers listed

    def engine_of(self, label: str, protocol: str) -> SimulationEngine:
        """What simulates a protocol of a path."""
        watched = "threads" if protocol in SAME_CODE else label
        return next(engine for engine in self.engines if engine.label == watched)

    def absences(self, platform: Platform, ranks: int) -> dict[str, str]:
        """The paths of so many ranks that cannot be simulated on a machine, and why."""
        lacking = {engine.label: why for engine in self.engines
                   if (why := engine.absence(platform, ranks))}
        return self.missing | lacking

    def paths(self, platform: Platform, ranks: int) -> list[RanksPath]:
        """What the engines offer so many ranks; PlatformError if one rejects the machine."""
        lines: list[str] = []
        for engine in [engine for engine in self.engines if not engine.absence(platform, ranks)]:
            start = engine.start(platform, 1, TWO_SIDED, ["--list"])
            try:
                lines += [json.dumps(answer) for answer in answers_of(start, 0)
                          if "pattern" not in answer
                          or engine.offers(answer["protocol"], answer["pattern"])]
            except RuntimeError as error:
                raise PlatformError(f"{platform.name}: {error}") from None
        text = "\n".join(lines)
        if text not in self._known:
            self._known[text] = _offered(lines)
        return self._known[text]


def _offered(lines: Sequence[str]) -> list[RanksPath]:
    listed: dict[str, list[str]] = {}
    for line in lines:
        listed.setdefault(json.loads(line)["path"], []).append(line)
    paths = [RanksPath(label) for label in listed]
    for path in paths:
        offers_read(path, "\n".join(listed[path.label]))
    return paths


class Running:
    """Jobs that are simulated, several at a time; their answers are asked for in any order."""

    def __init__(self, jobs: Sequence[SimulationJob]) -> None:
        self._over = threading.Event()
        self._queues: dict[SimulationJob, SimpleQueue] = {job: SimpleQueue() for job in jobs}
        self._known: dict[int, Answer] = {}
        self._pools = {job.engine: ThreadPoolExecutor(job.engine.workers) for job in jobs}
        for job in jobs:
            self._pools[job.engine].submit(self._put, job)

    def answer(self, job: SimulationJob, cell: Cell) -> Answer:
        while id(cell) not in self._known:
            told = self._queues[job].get()
            if isinstance(told, Exception):
                raise told
            self._known[id(told[0])] = told[1]
        return self._known.pop(id(cell))

    def close(self) -> None:
        self._over.set()
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)

    def _put(self, job: SimulationJob) -> None:
        """Puts each cell with its answer, or an error."""
        try:
            for answered in self._simulate(job):
                self._queues[job].put(answered)
        except Exception as error:  # for the thread that reads
            self._queues[job].put(error)

    def _simulate(self, job: SimulationJob) -> Iterator[tuple[Cell, Answer]]:
        """If a cell ends the worker, only that cell is lost."""
        models: dict[str, list[Cell]] = {}
        for cell in job.cells:
            models.setdefault(job.engine.model(job.platform, cell["protocol"]), []).append(cell)
        for model, waiting in models.items():
            start = job.engine.start(job.platform, job.ranks, model, ["--batch", "cells"])
            while waiting:
                start.files["cells"] = batch_text(waiting)
                try:
                    for answer in answers_of(start, len(waiting), self._over):
                        first, *waiting = waiting
                        yield first, answer
                except RuntimeError as error:
                    if waiting:
                        first, *waiting = waiting
                        yield first, {"samples_us": [], "valid": False, "error": str(error)}


def answers_of(start: Start, least: int, over: threading.Event | None = None
               ) -> Iterator[dict[str, Any]]:
    """The objects that a worker prints, as they come, until `over`. RuntimeError if it fails or
    prints fewer than `least`."""
    with tempfile.TemporaryDirectory(prefix="comops-simulate-") as folder:
        for name, text in start.files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        said, done = [], False
        with Process(start.command, start.environment | {"TMPDIR": folder}, folder) as process:
            while not done:
                if over and over.is_set():
                    raise Ended
                done = ended(process.handle, _LOOK_S)
                for line in process.further_lines():
                    if line.startswith("{"):
                        least -= 1
                        yield json.loads(line)
                    else:
                        said.append(line)
            status = process.wait()
    if status == MISSING:
        raise NoSimulator(said[0])
    # The worker's own status is 1 if a cell is wrong, which its record says.
    if status not in (0, 1) or least > 0:
        raise RuntimeError(_reason(said, status))


def _reason(said: Sequence[str], status: int) -> str:
    for line in said:
        if "CRITICAL]" in line:
            return line.split("CRITICAL]", 1)[1].strip()
    return next(filter(None, said), f"the simulator ended with status {status}")
