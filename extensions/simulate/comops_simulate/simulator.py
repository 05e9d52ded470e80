# SPDX-License-Identifier: BSD-3-Clause
"""Runs the workers of an engine, several at a time, and reads what they print: a JSON object for
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
_LOOK_S = 0.02  # between two looks at what a worker has printed


class Ended(Exception):
    """The simulator was told to stop."""


@dataclass(frozen=True)
class SimulationJob:
    """The cells of one machine and number of ranks."""

    platform: Platform
    ranks: int
    cells: list[Cell]


@dataclass
class Simulator:
    engine: SimulationEngine
    known: dict[str, list[RanksPath]] = field(default_factory=dict)  # by what a worker listed
    over: threading.Event = field(default_factory=threading.Event)

    def paths(self, platform: Platform) -> list[RanksPath]:
        """What the engine offers on a machine; PlatformError if it rejects the machine."""
        start = self.engine.start(platform, 1, TWO_SIDED, ["--list"])
        try:
            lines = [json.dumps(answer) for answer in self._answers(start, 0)]
        except RuntimeError as error:
            raise PlatformError(f"{platform.name}: {error}") from None
        text = "\n".join(lines)
        if text not in self.known:
            self.known[text] = self._offered(lines)
        return self.known[text]

    def _offered(self, lines: Sequence[str]) -> list[RanksPath]:
        found: dict[str, list[str]] = {}
        for line in lines:
            found.setdefault(json.loads(line)["path"], []).append(line)
        paths = [RanksPath(label) for label in found]
        for path in paths:
            offers_read(path, "\n".join(found[path.label]))
            path.offers = [offer for offer in path.offers
                           if self.engine.offers(offer.protocol, offer.pattern)]
        return paths

    def answers(self, jobs: Sequence[SimulationJob]) -> Iterator[tuple[Cell, Answer]]:
        """Each cell with its answer, in the order of the jobs; within a job by their models."""
        queues: list[SimpleQueue] = [SimpleQueue() for _ in jobs]
        with ThreadPoolExecutor(self.engine.workers) as pool:
            try:
                for job, found in zip(jobs, queues, strict=True):
                    pool.submit(self._put, job, found)
                for found in queues:
                    for one in iter(found.get, None):
                        if isinstance(one, Exception):
                            raise one
                        yield one
            except BaseException:
                self.over.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _put(self, job: SimulationJob, found: SimpleQueue) -> None:
        """Puts each cell with its answer, then None, or an error."""
        try:
            for one in self._simulate(job):
                found.put(one)
            found.put(None)
        except Exception as error:  # for the thread that reads
            found.put(error)

    def _simulate(self, job: SimulationJob) -> Iterator[tuple[Cell, Answer]]:
        """If a cell ends the worker, only that cell is lost."""
        models: dict[str, list[Cell]] = {}
        for cell in job.cells:
            models.setdefault(self.engine.model(job.platform, cell["protocol"]), []).append(cell)
        for model, waiting in models.items():
            start = self.engine.start(job.platform, job.ranks, model, ["--batch", "cells"])
            while waiting:
                start.files["cells"] = batch_text(waiting)
                try:
                    for answer in self._answers(start, len(waiting)):
                        one, *waiting = waiting
                        yield one, answer
                except RuntimeError as error:
                    if waiting:
                        one, *waiting = waiting
                        yield one, {"samples_us": [], "valid": False, "error": str(error)}

    def _answers(self, start: Start, least: int) -> Iterator[dict[str, Any]]:
        """The objects that a worker prints, as they come. RuntimeError if it fails or prints fewer
        than `least`."""
        with tempfile.TemporaryDirectory(prefix="comops-simulate-") as folder:
            for name, text in start.files.items():
                Path(folder, name).write_text(text, encoding="utf-8")
            said, over = [], False
            with Process(start.command, {"TMPDIR": folder}, folder) as process:
                while not over:
                    if self.over.is_set():
                        raise Ended
                    over = ended(process.handle, _LOOK_S)
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
