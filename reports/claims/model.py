# SPDX-License-Identifier: BSD-3-Clause
"""Tests of claims about runs of Worley's model.

A run has no interval: its fastest and its slowest repetition take its place. Two kinds of run
are apart where these do not overlap.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from reports.claims.evidence import Evidence
from reports.claims.finding import FAILS, HOLDS, UNDECIDED, Finding
from records.model_runs import ModelRun
from reports.words.formats import number_text

Span = tuple[float, float]  # microseconds a step, of all repetitions
Comparison = tuple[str, Span, Span]  # where; the side that should be faster, and the other


def spans(runs: Iterable[ModelRun], name: Callable[[ModelRun], object]) -> dict[object, Span]:
    """Of each kind of run the fastest and the slowest repetition."""
    times: dict[object, list[float]] = defaultdict(list)
    for one in runs:
        if one.step_us > 0:
            times[name(one)].append(one.step_us)
    return {kind: (min(some), max(some)) for kind, some in times.items()}


def fastest(found: Iterable[Span]) -> Span | None:
    return min(found, default=None)


@dataclass(frozen=True, slots=True)
class OfModel:
    """A claim that one kind of run is faster than another, or at most `within` times as slow.

    `pairs` yields the comparisons that the runs allow.
    """

    pairs: Callable[[list[ModelRun]], Iterator[Comparison]]
    command: str
    within: float = 1.0

    def find(self, evidence: Evidence) -> Finding:
        found = list(self.pairs(evidence.campaign.model_runs))
        if not found:
            return Finding(UNDECIDED, "", reason="the model was not run", command=self.command)
        ratios = {where: other[0] / one[0] for where, one, other in found}
        said = [True if one[1] <= self.within * other[0] else
                False if one[0] > self.within * other[1] else None for _, one, other in found]
        ends = sorted((ratio, where) for where, ratio in ratios.items())
        words = "; ".join(f"{number_text(ratio)} times as fast in {where}"
                          for ratio, where in (ends if len(ends) < 3 else (ends[0], ends[-1])))
        words = f"In {len(found)} comparisons: {words}."
        if False in said:
            return Finding(FAILS, words)
        if None in said:
            return Finding(UNDECIDED, words, reason=f"repetitions overlap in {said.count(None)} of "
                           f"{len(said)}", command=f"{self.command} --runs 10")
        return Finding(HOLDS, words)


def serial(runs: list[ModelRun]) -> list[ModelRun]:
    return [one for one in runs if not one.path]


def library_faster(runs: list[ModelRun]) -> Iterator[Comparison]:
    found = spans(serial(runs), lambda one: (one.problem, one.fft))
    for problem, fft in found:
        if fft == "fftw" and (problem, "blocked") in found:
            yield problem, found[problem, fft], found[problem, "blocked"]


def few_levels_faster(runs: list[ModelRun]) -> Iterator[Comparison]:
    """Time of a level."""
    found = spans(serial(runs), lambda one: (one.problem, one.fft))
    for (problem, fft), span in found.items():
        many = found.get((f"{problem}6", fft))
        if problem.endswith("L1") and many:
            yield f"{problem}, {fft}", span, (many[0] / 16, many[1] / 16)


def full(runs: list[ModelRun], variant: str) -> dict[tuple[str, int, int], dict[str, Span]]:
    """By problem and mesh: the spans of the paths in a full simulation."""
    found: dict[tuple[str, int, int], dict[str, Span]] = defaultdict(dict)
    named = spans((one for one in runs if one.variant == variant),
                  lambda one: (one.problem, one.columns, one.rows, one.path))
    for (*where, path), span in named.items():
        found[tuple(where)][path] = span
    return found


def mesh_text(where: tuple[str, int, int]) -> str:
    return f"{where[0]} on {where[1]}x{where[2]}"


def shmem_over_mpi(variant: str) -> Callable[[list[ModelRun]], Iterator[Comparison]]:
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        for where, paths in full(runs, variant).items():
            if {"shmem", "mpi"} <= paths.keys():
                yield mesh_text(where), paths["shmem"], paths["mpi"]
    return pairs


def variants(faster: str, slower: str, path: str) -> Callable[
        [list[ModelRun]], Iterator[Comparison]]:
    """Two variants of the full simulation over a path."""
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        others = full(runs, slower)
        for where, paths in full(runs, faster).items():
            if path in paths and path in others.get(where, {}):
                yield mesh_text(where), paths[path], others[where][path]
    return pairs


def share_faster(runs: list[ModelRun]) -> Iterator[Comparison]:
    """A rank's share of a serial run against the full simulation, with the same FFT."""
    alone = spans((one for one in serial(runs) if one.fft == "blocked"), lambda one: one.problem)
    named = spans((one for one in runs if one.variant),
                  lambda one: (one.problem, one.columns, one.rows, one.path, one.variant))
    for (problem, columns, rows, path, variant), span in named.items():
        if problem in alone and columns * rows > 1:
            share = tuple(time / (columns * rows) for time in alone[problem])
            yield f"{variant} over {path}, {mesh_text((problem, columns, rows))}", share, span


def is_even(mesh: tuple[str, int, int]) -> bool:
    """Whether its sizes, powers of two, divide those of the problem."""
    return all(count & (count - 1) == 0 for count in mesh[1:])


def even_faster(variant: str, path: str) -> Callable[[list[ModelRun]], Iterator[Comparison]]:
    """Time of all ranks together on a mesh that divides the problem, and on the next larger that
    does not."""
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        times = {where: tuple(where[1] * where[2] * time for time in paths[path])
                 for where, paths in full(runs, variant).items() if path in paths}
        for where, span in times.items():
            smaller = [one for one in times if is_even(one) and one[0] == where[0]
                       and one[1] * one[2] < where[1] * where[2]]
            if smaller and not is_even(where):
                best = max(smaller, key=lambda one: one[1] * one[2])
                yield mesh_text(where), times[best], span
    return pairs


def way_of(run: ModelRun) -> tuple[str, str]:
    """Algorithm and protocol of the transform that is parallel."""
    return run.fourier if run.columns > 1 else run.legendre


def alone(runs: list[ModelRun], path: str) -> dict[tuple[str, int, int, str], dict[str, Span]]:
    """One transform in parallel: by problem, mesh and algorithm the spans of the protocols."""
    found: dict[tuple, dict[str, Span]] = defaultdict(dict)
    some = (one for one in runs
            if one.path == path and not one.variant and 1 in (one.columns, one.rows))
    named = spans(some, lambda one: (one.problem, one.columns, one.rows, *way_of(one)))
    for (*where, protocol), span in named.items():
        found[tuple(where)][protocol] = span
    return found


def protocol_over_best(path: str, protocol: str) -> Callable[
        [list[ModelRun]], Iterator[Comparison]]:
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        for where, protocols in alone(runs, path).items():
            if protocol in protocols and len(protocols) > 1:
                yield f"{where[3]}, {mesh_text(where)}", protocols[protocol], fastest(
                    protocols.values())
    return pairs


def best_of(runs: list[ModelRun], path: str, orders: str = "") -> dict[tuple, Span]:
    """By problem, mesh and algorithm the fastest protocol, of these orders if they are named."""
    chosen = {where: [span for protocol, span in protocols.items()
                      if not orders or protocol[1:2] in orders]
              for where, protocols in alone(runs, path).items()}
    return {where: fastest(some) for where, some in chosen.items() if some}


def in_algorithms(a: dict[tuple, Span], b: dict[tuple, Span]) -> Iterator[Comparison]:
    for where in a.keys() & b:
        yield f"{where[3]}, {mesh_text(where)}", a[where], b[where]


def algorithms_over_shmem(runs: list[ModelRun]) -> Iterator[Comparison]:
    yield from in_algorithms(best_of(runs, "shmem"), best_of(runs, "mpi"))


def shmem_near_mpi(runs: list[ModelRun]) -> Iterator[Comparison]:
    """Both ways, so neither may be far ahead."""
    shmem, mpi = best_of(runs, "shmem"), best_of(runs, "mpi")
    yield from in_algorithms(shmem, mpi)
    for where, one, other in in_algorithms(mpi, shmem):
        yield f"{where} (MPI)", one, other


def overlap_over_plain(path: str) -> Callable[[list[ModelRun]], Iterator[Comparison]]:
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        collectives = {"alltoallv", "allreduce"}
        plain, overlapped = best_of(runs, path, "01"), best_of(runs, path, "23")
        yield from in_algorithms(
            overlapped, {where: span for where, span in plain.items()
                         if where[3] not in collectives})
    return pairs


def collective(name: str, others: tuple[str, ...], faster: bool) -> Callable[
        [list[ModelRun]], Iterator[Comparison]]:
    """MPI's collective, which should be faster than the others over messages, or slower."""
    def pairs(runs: list[ModelRun]) -> Iterator[Comparison]:
        found = best_of(runs, "mpi")
        for (*where, algorithm), span in found.items():
            best = fastest(found[*where, other] for other in others if (*where, other) in found)
            if algorithm == name and best:
                sides = (span, best) if faster else (best, span)
                yield f"{name}, {mesh_text(tuple(where))}", *sides
    return pairs
