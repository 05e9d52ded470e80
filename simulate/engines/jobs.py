# SPDX-License-Identifier: BSD-3-Clause
"""Simulates several machines and numbers of ranks at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from simulate.engines.engine import Engine, Offer
from simulate.platforms import Platform
from simulate.engines.workers import Answer, Cell, end_all


@dataclass(frozen=True)
class Job:
    """The cells of one machine and number of ranks."""

    platform: Platform
    ranks: int
    offer: Offer
    cells: list[Cell]


def _simulate(engine: Engine, job: Job, found: SimpleQueue) -> None:
    """Puts each cell with its answer, then None, or an error."""
    try:
        for one in engine.simulate(job.platform, job.ranks, job.cells):
            found.put(one)
        found.put(None)
    except Exception as error:  # for the thread that reads
        found.put(error)


def simulate(engine: Engine, jobs: list[Job]) -> Iterator[tuple[Job, Cell, Answer]]:
    """Every cell of every job with its answer, in the order of the jobs."""
    queues: list[SimpleQueue] = [SimpleQueue() for _ in jobs]
    with ThreadPoolExecutor(engine.workers) as pool:
        try:
            for job, found in zip(jobs, queues):
                pool.submit(_simulate, engine, job, found)
            for job, found in zip(jobs, queues):
                for one in iter(found.get, None):
                    if isinstance(one, Exception):
                        raise one
                    yield job, *one
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise
