# SPDX-License-Identifier: BSD-3-Clause
"""How fast one machine is simulated: processor seconds, and charged accesses a second.

Every implementation with messages of 8 bytes on 64 and on 256 ranks, an all-to-all of 1 MiB, and
cells in which most accesses hit, most miss, or many ranks wait for a line. Fails if a cell takes
longer, or accesses of a kind are fewer, than it may.

Usage: coherence_speed.py WORKER [PLATFORM]    (PLATFORM: bus or crossbar)
"""

import functools
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import batch_simulate, head, row  # noqa: E402

from comops_simulate.descriptions.__main__ import description_find  # noqa: E402
from comops_simulate.descriptions.description import description_text  # noqa: E402

WORKER = Path(sys.argv.pop(1)).resolve()
PLATFORM = sys.argv[1] if sys.argv[1:] else "bus"
SMALL, VOLUME, LONG = 8, 1024, 1 << 20
PATHS = ("threads",)
MOST_SECONDS = {64: 1, 256: 10}
LONG_SECONDS = 60
LEAST_RATE = 5e6
SHOWN = 8  # of the slowest
# What most accesses do: path, pattern, protocol, bytes, ranks, runs in a loop.
KINDS = {
    "hit": ("threads", "alltoall", "direct", 65536, 64, 1),
    "miss": ("threads", "alltoall", "put", SMALL, 64, 1),
    "miss, many ranks": ("threads", "alltoall", "get", SMALL, 256, 1),
    "wait for a counter": ("threads", "barrier", "barrier", 0, 256, 16),
    "wait for a critical section": ("threads", "reduce", "barrier", SMALL, 256, 1),
    "wait for a lock": ("threads", "reduce", "lock", SMALL, 256, 1),
}
# A pattern that this number of ranks or bytes cannot have.
REFUSED = ("power of two", "exceed the volume")


class Answer(NamedTuple):
    name: str
    seconds: float
    accesses: int

    @property
    def rate(self) -> float:
        return self.accesses / self.seconds


def ask(*words: str) -> list[dict[str, Any]]:
    done = subprocess.run([WORKER, *words], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def processor_seconds() -> float:
    """The time of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@functools.cache
def description(ranks: int) -> str:
    return description_text(description_find(f"{PLATFORM}:{ranks}"))


def run(cell: dict[str, Any], ranks: int) -> Answer | None:
    """None if the pattern cannot have this number of ranks."""
    name = f"{cell['pattern']} {cell['path']}/{cell['protocol']}"
    machine, before = description(ranks), processor_seconds()
    done = batch_simulate(WORKER, machine, ranks, [cell])
    took = processor_seconds() - before
    if not done.stdout:
        sys.exit(f"{name}, {ranks} ranks: {done.stderr}")
    answer = json.loads(done.stdout)
    if any(why in answer.get("error", "") for why in REFUSED):
        return None
    if "error" in answer:
        sys.exit(f"{name}, {ranks} ranks: {answer['error']}")
    return Answer(name, took, answer["accesses"])


def cell_of(path: str, pattern: str, protocol: str, size: int, **more: Any) -> dict[str, Any]:
    return {"path": path, "pattern": pattern, "protocol": protocol, "bytes": size,
            "buffers": "rewrite", "consume": "timed", **more}


def small_cells(ranks: int) -> Iterator[dict[str, Any]]:
    """One of each implementation."""
    patterns = {line["name"]: line for line in ask("--ranks", str(ranks), "--patterns")}
    for line in ask("--list"):
        pattern = patterns.get(line.get("pattern", ""))
        if not pattern or pattern["min_ranks"] > ranks or line["path"] not in PATHS:
            continue
        volume = pattern["series_of"] == "volume"
        series = {"series": pattern["series"][-1]} if pattern["series"] else {}
        size = VOLUME if volume else SMALL if pattern["unit"] else 0
        yield cell_of(line["path"], line["pattern"], line["protocol"], size, **series)


def print_table(what: str, rows: list[Answer]) -> None:
    print("\n" + head(what, "seconds", "accesses, 10^6", "10^6 a second"))
    for answer in rows:
        print(row(answer.name, f"{answer.seconds:.2f}", f"{answer.accesses / 1e6:.1f}",
                  f"{answer.rate / 1e6:.1f}"), flush=True)


def small_run(ranks: int) -> list[str]:
    """What is too slow."""
    answers = [answer for cell in small_cells(ranks) if (answer := run(cell, ranks))]
    answers.sort(key=lambda answer: -answer.seconds)
    total = sum(answer.seconds for answer in answers)
    print_table(f"{PLATFORM}:{ranks}, {SMALL} bytes: the slowest of {len(answers)} "
                f"implementations, {total:.0f} s in all", answers[:SHOWN])
    return [f"{answer.name} on {ranks} ranks takes more than {MOST_SECONDS[ranks]} s"
            for answer in answers if answer.seconds > MOST_SECONDS[ranks]]


def kinds_run() -> list[str]:
    answers = {}
    for kind, (path, pattern, protocol, size, ranks, repeats) in KINDS.items():
        answer = run(cell_of(path, pattern, protocol, size, repeats=repeats), ranks)
        assert answer
        answers[kind] = answer._replace(name=f"{kind}: {answer.name}, {size} bytes, {ranks} ranks")
    print_table(f"{PLATFORM}: what most accesses do", list(answers.values()))
    return [f"{answer.name}: fewer than {LEAST_RATE:g} a second"
            for answer in answers.values() if answer.rate < LEAST_RATE]


def long_run() -> list[str]:
    answers = []
    for protocol in ("direct", "get"):
        answer = run(cell_of("threads", "alltoall", protocol, LONG), 64)
        assert answer
        answers.append(answer)
    print_table(f"{PLATFORM}:64, {LONG} bytes", answers)
    return [f"{answer.name} of {LONG} bytes takes more than {LONG_SECONDS} s"
            for answer in answers if answer.seconds > LONG_SECONDS]


sys.exit("\n".join(kinds_run() + small_run(64) + small_run(256) + long_run()))
