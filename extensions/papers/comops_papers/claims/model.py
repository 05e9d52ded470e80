# SPDX-License-Identifier: BSD-3-Clause
"""Tests of claims about runs of Worley's model.

A run has no interval: its fastest and its slowest repetition take its place. Two kinds of run
are apart where these do not overlap.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from comops.reports.words.formats import number_text
from comops_papers.claims.evidence import Evidence
from comops_papers.claims.finding import FAILS, HOLDS, UNDECIDED, ClaimFinding
from comops_pstswm.model_runs import ModelRun, model_runs

Runs = Sequence[ModelRun]
Span = tuple[float, float]  # microseconds a step, of all repetitions
Spans = Mapping[tuple, Span]  # by problem, mesh and algorithm, as far as these matter
Comparison = tuple[str, Span, Span]  # where; the side that should be faster, and the other
COLLECTIVES = ("alltoallv", "allreduce")


def spans(runs: Iterable[ModelRun], name: Callable[[ModelRun], tuple]) -> dict[tuple, Span]:
    """The fastest and the slowest repetition of each kind of run."""
    times: dict[tuple, list[float]] = defaultdict(list)
    for run in runs:
        if run.step_us > 0:
            times[name(run)].append(run.step_us)
    return {kind: (min(steps), max(steps)) for kind, steps in times.items()}


def fastest(candidates: Iterable[Span]) -> Span | None:
    return min(candidates, default=None)


def mesh_of(run: ModelRun) -> tuple[str, int, int]:
    return run.problem, run.columns, run.rows


def where_text(problem: str, columns: int = 0, rows: int = 0, what: str = "") -> str:
    """T42L16; T42L16 on 2x1; srtrans, T42L16 on 2x1."""
    mesh = f" on {columns}x{rows}" if columns else ""
    return f"{what}, {problem}{mesh}" if what else f"{problem}{mesh}"


def matched(faster: Spans, slower: Spans) -> Iterator[Comparison]:
    for where in faster:
        if where in slower:
            yield where_text(*where), faster[where], slower[where]


def compared(faster: Callable[[Runs], Spans], slower: Callable[[Runs], Spans]
             ) -> Callable[[Runs], Iterator[Comparison]]:
    return lambda runs: matched(faster(runs), slower(runs))


@dataclass(frozen=True, slots=True)
class OfModel:
    """A claim that one kind of run is faster than another, or at most `within` times as slow.

    `pairs` yields the comparisons that the runs allow; at most `few` may be otherwise.
    """

    pairs: Callable[[Runs], Iterator[Comparison]]
    command: str
    within: float = 1.0
    few: int = 0

    @property
    def bounds(self) -> str:
        few = f", in all cases but {self.few}" if self.few else ""
        return f"time over that of the other: at most {number_text(self.within)}{few}"

    def find(self, evidence: Evidence) -> ClaimFinding:
        pairs = list(self.pairs([run for run in model_runs(evidence.campaign.further)
                                 if not run.oversubscribed]))
        if not pairs:
            return ClaimFinding(UNDECIDED, "", reason="the model was not run", command=self.command)
        ratios = {where: slower[0] / faster[0] for where, faster, slower in pairs}
        said = [True if faster[1] <= self.within * slower[0] else
                False if faster[0] > self.within * slower[1] else None
                for _, faster, slower in pairs]
        ends = sorted((ratio, where) for where, ratio in ratios.items())
        words = "; ".join(f"{number_text(ratio)} times as fast in {where}"
                          for ratio, where in (ends if len(ends) < 3 else (ends[0], ends[-1])))
        words = f"In {len(pairs)} comparisons: {words}."
        if said.count(False) > self.few:
            return ClaimFinding(FAILS, words)
        if said.count(False) + said.count(None) > self.few:
            return ClaimFinding(UNDECIDED, words, reason="repetitions overlap in "
                                f"{said.count(None)} of {len(said)}",
                                command=f"{self.command} --runs 10")
        return ClaimFinding(HOLDS, words)


def serial(runs: Runs, fft: str) -> dict[tuple, Span]:
    return spans((run for run in runs if not run.path and run.fft == fft),
                 lambda run: (run.problem,))


def few_levels_faster(runs: Runs) -> Iterator[Comparison]:
    """Compares the time of a level."""
    for fft in ("fftw", "blocked"):
        by_problem = serial(runs, fft)
        for (problem,), span in by_problem.items():
            many = by_problem.get((f"{problem}6",))
            if problem.endswith("L1") and many:
                yield f"{problem}, {fft}", span, (many[0] / 16, many[1] / 16)


def full(runs: Runs, variant: str, path: str) -> dict[tuple, Span]:
    """Full simulations by problem and mesh."""
    return spans((run for run in runs if (run.variant, run.path) == (variant, path)), mesh_of)


def share_faster(runs: Runs) -> Iterator[Comparison]:
    """A rank's share of a serial run against the full simulation, with the same FFT."""
    alone = serial(runs, "blocked")
    named = spans((run for run in runs if run.variant),
                  lambda run: (*mesh_of(run), f"{run.variant} over {run.path}"))
    for where, span in named.items():
        problem, columns, rows, _ = where
        if (problem,) in alone and columns * rows > 1:
            share = tuple(time / (columns * rows) for time in alone[problem,])
            yield where_text(*where), share, span


def is_even(mesh: tuple[str, int, int]) -> bool:
    """Whether its sizes, powers of two, divide those of the problem."""
    return all(count & (count - 1) == 0 for count in mesh[1:])


def even_faster(variant: str, path: str, runs: Runs) -> Iterator[Comparison]:
    """Compares the time of all ranks together on a mesh that divides the problem with that on the
    next larger mesh that does not."""
    times = {where: tuple(where[1] * where[2] * time for time in span)
             for where, span in full(runs, variant, path).items()}
    for where, span in times.items():
        smaller = [time for time in times if is_even(time) and time[0] == where[0]
                   and time[1] * time[2] < where[1] * where[2]]
        if smaller and not is_even(where):
            best = max(smaller, key=lambda mesh: mesh[1] * mesh[2])
            yield where_text(*where), times[best], span


def alone(runs: Runs, path: str) -> dict[tuple[str, int, int, str], dict[str, Span]]:
    """One transform in parallel: by problem, mesh and algorithm the spans of the protocols."""
    cases: dict[tuple, dict[str, Span]] = defaultdict(dict)
    transforms = (run for run in runs
                  if run.path == path and not run.variant and 1 in (run.columns, run.rows))
    for (*where, protocol), span in spans(
            transforms, lambda run: (*mesh_of(run), *(
                run.fourier if run.columns > 1 else run.legendre))).items():
        cases[tuple(where)][protocol] = span
    return cases


def protocol_over_best(path: str, protocol: str, runs: Runs) -> Iterator[Comparison]:
    several = {where: ways for where, ways in alone(runs, path).items() if len(ways) > 1}
    yield from matched(
        {where: ways[protocol] for where, ways in several.items() if protocol in ways},
        {where: fastest(ways.values()) for where, ways in several.items()})


def best_of(runs: Runs, path: str, orders: str = "", without: Sequence[str] = ()
            ) -> dict[tuple, Span]:
    """The fastest protocol by problem, mesh and algorithm, of these orders if they are named."""
    chosen = {where: [span for protocol, span in protocols.items()
                      if not orders or protocol[1:2] in orders]
              for where, protocols in alone(runs, path).items() if where[3] not in without}
    return {where: fastest(times) for where, times in chosen.items() if times}


def shmem_near_mpi(runs: Runs) -> Iterator[Comparison]:
    """Compares both ways, so neither may be far ahead."""
    shmem, mpi = best_of(runs, "shmem"), best_of(runs, "mpi")
    yield from matched(shmem, mpi)
    for where, first, second in matched(mpi, shmem):
        yield f"{where} (MPI)", first, second


def collective(name: str, others: Sequence[str], faster: bool, runs: Runs) -> Iterator[Comparison]:
    """Compares MPI's collective, which should be faster or slower, with the others over
    messages."""
    times = best_of(runs, "mpi")
    for (*where, algorithm), span in times.items():
        best = fastest(times[*where, other] for other in others if (*where, other) in times)
        if algorithm == name and best:
            sides = (span, best) if faster else (best, span)
            yield where_text(*where, name), *sides
