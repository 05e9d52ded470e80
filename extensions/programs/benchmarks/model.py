# SPDX-License-Identifier: BSD-3-Clause
"""Is the answer for a program true? Worley's model (extensions/pstswm) is the same computation over
MPI, threads and OpenSHMEM. It is profiled over MPI, `comops answer` says what its communication
would take over the others, and then it runs there.

    python3 model.py COMOPS WORKERS [--turns N] [--budget S] [--folder DIR]

WORKERS: the folder with comops-pstswm-PATH. Prints a table in Markdown. Communication is what a run
does not spend computing, waiting included; of the protocols of a path the fastest counts, as in the
answer. All runs of a row are made in turns, and their medians are compared.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median
from typing import Any

from comops.common.batch import batch_text
from comops.measure.launch.launchers import words_of
from comops.measure.launch.paths import paths_find
from comops.measure.launch.processes import objects_in, output_of
from comops.results.plan import Path as RanksPath

RANKS = 2
SECONDS = 1.0  # of a run
PROBLEMS = {"T42": (1, 1800), "T85": (1, 900), "T42 of 16 levels": (16, 1800)}  # levels, s a step
WAYS = {  # columns and rows of ranks, algorithms of both transforms
    "transposes, SENDRECV": (2, 1, "srtrans", "halfsum"),
    "transposes, alltoallv": (2, 1, "alltoallv", "allreduce"),
    "sums, SENDRECV": (1, 2, "srtrans", "halfsum"),
    "sums, allreduce": (1, 2, "alltoallv", "allreduce")}
PROTOCOLS = {  # the usual one of MPI; one-sided: get and put, with and without a handshake
    "mpi": ["(0,6)"], "threads": ["(0,1)", "(0,2)", "(1,1)", "(1,2)"],
    "shmem": ["(0,1)", "(0,2)", "(1,1)", "(1,2)"]}
LEAST = 0.05  # of a step: a smaller difference has no winner


@cache
def paths() -> dict[str, RanksPath]:
    """By label; their launchers are asked for versions."""
    return {path.label: path for path in paths_find()}


@dataclass(frozen=True)
class Model:
    """One problem in one way."""

    problem: str
    way: str
    workers: Path
    folder: Path

    def plan(self, protocol: str, steps: int) -> dict[str, Any]:
        levels, dt = PROBLEMS[self.problem]
        columns, rows, fourier, legendre = WAYS[self.way]
        return {"truncation": self.problem.split()[0], "levels": levels, "dt": dt, "case": 2,
                "tilt": 0, "steps": steps, "columns": columns, "rows": rows, "fourier": fourier,
                "fourier_protocol": protocol, "legendre": legendre, "legendre_protocol": protocol}

    def words(self, path: str, protocol: str, steps: int) -> list[str]:
        file = self.folder / "plan"
        file.write_text(batch_text([self.plan(protocol, steps)]))
        program = str(self.workers / f"comops-pstswm-{path}")
        started = paths()[path]
        ranks = [] if started.launcher else ["--ranks", str(RANKS)]
        return [*words_of(started, RANKS, program), *ranks, "--pus",
                ",".join(map(str, range(RANKS))), "--plans", str(file)]

    def run(self, path: str, protocol: str, steps: int) -> tuple[float, float]:
        """Seconds of a step, and of its communication."""
        text = output_of(self.words(path, protocol, steps))
        record = next(objects_in(text or ""), {})
        if "seconds" not in record:
            sys.exit(f"{path} {protocol}: {text}")
        step = record["seconds"] / steps
        return step, step * sum(record["shares"][name] for name in ("rows", "columns"))

    @cached_property
    def steps(self) -> int:
        return max(20, round(SECONDS / self.run("mpi", "(0,6)", 20)[0]))

    def runs(self, turns: int) -> dict[str, tuple[float, float]]:
        """By path, the medians of its fastest protocol."""
        ways = [(path, protocol) for path, protocols in PROTOCOLS.items() for protocol in protocols]
        if "all" in WAYS[self.way][2]:  # MPI's collectives, which threads have in one protocol
            ways = [("mpi", "(0,6)"), ("threads", "(0,1)")]
        times: dict[tuple[str, str], list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(turns):
            for way in ways:
                times[way].append(self.run(*way, self.steps))
        fastest: dict[str, tuple[float, float]] = {}
        for (path, _), runs in times.items():
            steps, messages = zip(*runs, strict=True)
            middle = median(steps), median(messages)
            fastest[path] = min(fastest.get(path, middle), middle)
        return fastest

    def answer(self, comops: str, budget: float) -> dict[str, Any]:
        """What `comops answer` says of a profile of the run over MPI."""
        profile, results = self.folder / "profile.json", self.folder / "answer.jsonl"
        results.unlink(missing_ok=True)
        subprocess.run([comops, "profile", "-q", "-o", profile, "--",
                        *self.words("mpi", "(0,6)", self.steps)], check=True,
                       stdout=subprocess.DEVNULL)
        done = subprocess.run([comops, "answer", "--json", "-q", "--paths", "threads,mpi,shmem",
                               f"--budget={budget:g}s", "-o", results, profile],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):
            sys.exit(done.stderr)
        return json.loads(done.stdout)


def predicted(answer: dict[str, Any]) -> dict[str, float]:
    """Seconds saved over each path, by the best of its ways."""
    saved: dict[str, float] = {}
    for way in answer["ways"]:
        if way["saves"] and way["name"] != "processes":
            gain = way["saves"]["seconds"]
            saved[way["path"]] = max(gain, saved.get(way["path"], gain))
    return saved


def rows(model: Model, asked: argparse.Namespace) -> Iterator[str]:
    answer = model.answer(asked.comops, asked.budget)
    saved, measured = predicted(answer), model.runs(asked.turns)
    step, own = measured["mpi"]
    share = answer["mpi_seconds"] / answer["seconds"]
    for path in ("threads", "shmem"):
        if path not in measured or path not in saved:
            continue
        expected = own - saved[path] / answer["seconds"] * step
        there, took = measured[path]
        off = expected / took - 1
        decided = abs(there / step - 1) > LEAST
        right = ("right" if (there < step) == (saved[path] > 0) else "wrong") if decided else "even"
        us = " | ".join(f"{1e6 * value:.0f}" for value in (step, own, expected, took))
        yield (f"| {model.problem} | {model.way} | {100 * share:.0f} % | {path} | {us} | "
               f"{100 * off:+.0f} % | {there / step:.2f} | {right} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("comops")
    parser.add_argument("workers", type=Path)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--budget", type=float, default=30)
    parser.add_argument("--folder", type=Path, default=Path("model-answers"))
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    print("| problem | way | in MPI | path | us a step over MPI | communication: over MPI | "
          "predicted | measured | off | step there / over MPI | winner |\n|" + "---|" * 11)
    for problem in PROBLEMS:
        for way in WAYS:
            for row in rows(Model(problem, way, asked.workers, asked.folder), asked):
                print(row, flush=True)


if __name__ == "__main__":
    main()
