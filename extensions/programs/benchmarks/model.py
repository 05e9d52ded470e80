# SPDX-License-Identifier: BSD-3-Clause
"""Is the answer for a program true? Worley's model (extensions/pstswm) is the same computation over
MPI, threads and OpenSHMEM. It is profiled over MPI, `comops answer` says what its communication
would take over the others, and then it runs there.

    python3 model.py COMOPS WORKERS [--turns N] [--budget S] [--folder DIR] [--problems LIST]

WORKERS: the folder with comops-pstswm-PATH. Prints a table in Markdown. Over MPI, communication is
what a run spends in transposes and sums, waiting included; over another path that and what a step
takes more outside them, as all paths compute the same. Of the protocols of a path the fastest
counts, as in the answer. In each turn the model is profiled, answered for and run on the other
paths; medians of the turns are compared. The cores of a virtual machine move: only turns count in
which they were equally far apart before and after each run and while the answer was measured.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from comops.common.batch import batch_text
from comops.measure import library
from comops.measure.launch.launchers import words_of
from comops.measure.launch.paths import paths_find
from comops.measure.launch.processes import objects_in, output_of
from comops.results.plan import Path as RanksPath

RANKS = 2
SECONDS = 0.5  # of a run
PROBLEMS = {"T42": (1, 1800), "T42 of 4 levels": (4, 1800), "T85": (1, 900),
            "T42 of 16 levels": (16, 1800)}  # levels, s a step
WAYS = {"SENDRECV": ("srtrans", "halfsum"), "alltoallv": ("alltoallv", "allreduce")}  # transposes
MESSAGES = "(0,6)"  # MPI_Sendrecv
ONE_SIDED = "(0,1)", "(0,2)", "(1,1)", "(1,2)"  # get and put, with and without a handshake
LEAST = 0.05  # of a step: a smaller difference has no winner
SAME, TRIES = 1.3, 6  # distances within this factor are the same; runs to have one at it


@cache
def paths() -> dict[str, RanksPath]:
    """By label; their launchers are asked for versions."""
    return {path.label: path for path in paths_find()}


class MovedError(Exception):
    """The cores did not stay at their distance."""


def distance() -> float:
    """Between the two cores: microseconds of a hand-over."""
    return min((library.canary([*range(RANKS)]) or (0.0,))[0] for _ in range(3))


def is_same(some: float, other: float) -> bool:
    return max(some, other) < SAME * min(some, other)


class Run(NamedTuple):
    """Seconds of a step, and of the communication in it."""

    step: float
    communication: float


class Turn(NamedTuple):
    """`distance`: us; `own`: over MPI; `mpi_share`: of its time; `saved`: seconds a step, by path,
    as predicted; `others`: by path and protocol."""

    distance: float
    own: Run
    mpi_share: float
    saved: dict[str, float]
    others: dict[tuple[str, str], Run]


@dataclass(frozen=True)
class Model:
    """One problem in one way."""

    problem: str
    way: str
    workers: Path
    folder: Path

    def plan(self, protocol: str, steps: int) -> dict[str, Any]:
        levels, dt = PROBLEMS[self.problem]
        fourier, legendre = WAYS[self.way]
        return {"truncation": self.problem.split()[0], "levels": levels, "dt": dt, "case": 2,
                "tilt": 0, "steps": steps, "columns": RANKS, "rows": 1, "fourier": fourier,
                "fourier_protocol": protocol, "legendre": legendre, "legendre_protocol": protocol}

    def words(self, path: str, protocol: str, steps: int) -> list[str]:
        file = self.folder / "plan"
        file.write_text(batch_text([self.plan(protocol, steps)]))
        program = str(self.workers / f"comops-pstswm-{path}")
        started = paths()[path]
        ranks = [] if started.launcher else ["--ranks", str(RANKS)]
        return [*words_of(started, RANKS, program), *ranks, "--pus",
                ",".join(map(str, range(RANKS))), "--plans", str(file)]

    def run(self, path: str, protocol: str, steps: int, *before: str | Path, at: float = 0.0
            ) -> Run:
        """`before`: words before the command; `at`: the distance, or any."""
        for _ in range(TRIES):
            first = distance()
            text = output_of([*map(str, before), *self.words(path, protocol, steps)])
            if not at or is_same(first, at) and is_same(distance(), at):
                break
        else:
            raise MovedError
        record = next(objects_in(text or ""), {})
        if "seconds" not in record:
            sys.exit(f"{path} {protocol}: {text}")
        step = record["seconds"] / steps
        return Run(step, step * sum(record["shares"][name] for name in ("rows", "columns")))

    @cached_property
    def steps(self) -> int:
        return max(20, round(SECONDS / self.run("mpi", MESSAGES, 20).step))

    @property
    def others(self) -> list[tuple[str, str]]:
        """Paths and protocols with which the other paths run. MPI's collectives have one."""
        if self.way == "alltoallv":
            return [("threads", "(0,1)")]
        return [(path, protocol) for path in ("threads", "shmem") for protocol in ONE_SIDED]

    def answer(self, comops: str, budget: float, at: float) -> dict[str, Any]:
        """What `comops answer` says of the profile, measured at this distance."""
        results = self.folder / "answer.jsonl"
        results.unlink(missing_ok=True)
        done = subprocess.run([comops, "answer", "--json", "-q", "--paths", "threads,mpi,shmem",
                               f"--budget={budget:g}s", "-o", results, self.profile],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):
            sys.exit(done.stderr)
        for record in map(json.loads, results.read_text().splitlines()):
            if record["record"] == "rounds":
                if record["used"] is None:
                    raise MovedError
                used, = record["distances"][record["used"]]["handover_ns"]
                if not is_same(used / 1000, at):
                    raise MovedError
        return json.loads(done.stdout)

    @property
    def profile(self) -> Path:
        return self.folder / "profile.json"

    def turn(self, asked: argparse.Namespace) -> Turn:
        at = distance()
        own = self.run("mpi", MESSAGES, self.steps, asked.comops, "profile", "-q", "-o",
                       self.profile, "--", at=at)
        answer = self.answer(asked.comops, asked.budget, at)
        saved = {path: seconds / (self.steps + 1)  # a step precedes those that are timed
                 for path, seconds in saved_most(answer).items()}
        return Turn(at, own, answer["mpi_seconds"] / answer["seconds"], saved,
                    {way: self.run(*way, self.steps, at=at) for way in self.others})

    def turns(self, asked: argparse.Namespace) -> Iterator[Turn]:
        """The turns in which the cores did not move."""
        for _ in range(asked.turns):
            try:
                yield self.turn(asked)
            except MovedError:
                print(f"{self.problem}, {self.way}: the cores moved", file=sys.stderr)


def saved_most(answer: dict[str, Any]) -> dict[str, float]:
    """Seconds saved over each path, by the best of its ways."""
    saved: dict[str, float] = {}
    for way in answer["ways"]:
        if way["saves"] and way["name"] != "processes":
            gain = way["saves"]["seconds"]
            saved[way["path"]] = max(gain, saved.get(way["path"], gain))
    return saved


def fastest(path: str, turns: Sequence[Turn]) -> Run:
    """The medians of the path's fastest protocol."""
    return min(Run(*map(median, zip(*(turn.others[way] for turn in turns), strict=True)))
               for way in turns[0].others if way[0] == path)


def by_distance(turns: Sequence[Turn]) -> list[list[Turn]]:
    groups: list[list[Turn]] = []
    for turn in sorted(turns, key=lambda turn: turn.distance):
        if not groups or not is_same(groups[-1][-1].distance, turn.distance):
            groups.append([])
        groups[-1].append(turn)
    return groups


def rows(model: Model, turns: Sequence[Turn]) -> Iterator[str]:
    """The table's rows of turns at one distance."""
    apart = f"{1000 * median(turn.distance for turn in turns):.0f} ns"
    step, own = (median(values) for values in zip(*(turn.own for turn in turns), strict=True))
    share = median(turn.mpi_share for turn in turns)
    for path in dict.fromkeys(path for path, _ in model.others):
        saved = median(turn.saved[path] for turn in turns)
        expected = median(turn.own.communication - turn.saved[path] for turn in turns)
        took = fastest(path, turns)
        decided = abs(took.step / step - 1) > LEAST
        right = ("right" if (took.step < step) == (saved > 0) else "wrong") if decided else "even"
        whole = own + took.step - step
        us = " | ".join(f"{1e6 * value:.0f}" for value in (
            step, own, expected, whole, took.communication))
        yield (f"| {model.problem}, {model.way} | {apart} | {path} | {len(turns)} | "
               f"{100 * share:.0f} % | {us} | {100 * (expected / whole - 1):+.0f} % | "
               f"{1 - saved / step:.2f} | {took.step / step:.2f} | {right} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("comops")
    parser.add_argument("workers", type=Path)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--budget", type=float, default=20)
    parser.add_argument("--folder", type=Path, default=Path("model-answers"))
    parser.add_argument("--problems", default=",".join(PROBLEMS))
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    if why := library.canary_open():
        sys.exit(why)
    columns = ("problem, transposes", "cores apart", "path", "turns", "in MPI",
               "us a step over MPI", "communication: over MPI", "predicted",
               "measured", "of it in transposes", "off",
               "step, to MPI's: predicted", "measured", "winner")
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for problem in asked.problems.split(","):
        for way in WAYS:
            model = Model(problem, way, asked.workers, asked.folder)
            for turns in by_distance([*model.turns(asked)]):
                print(*rows(model, turns), sep="\n", flush=True)


if __name__ == "__main__":
    main()
