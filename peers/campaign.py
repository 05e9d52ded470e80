# SPDX-License-Identifier: BSD-3-Clause
"""Our direct copies against every MPI library, and against libgomp, in one campaign.

`comops run` alternates between them within milliseconds, in several launches, and has the ratios.
"""

from collections.abc import Mapping
from pathlib import Path

from common.catalogue import DEFAULT_PROTOCOLS
from peers.ours import Comops, Key, Results
from peers.ratios import Ratio, mean_geometric
from peers.tables import Section, Target, verdict

BUFFERS = ("reuse", "rewrite")
MEAN_LEAST, MEAN_AIM, SIZE_LEAST = 3.0, 4.0, 1.3
BARRIER_LEAST = 2.0
LAUNCHES_LEAST = 6  # for an interval


def library_try(comops: Comops, name: str, prefix: Path) -> None:
    """One cell with an MPI library; Unavailable if it does not work here."""
    comops.run("--mpi", f"{name}={prefix}", "--paths", f"mpi@{name}", "--patterns", "pingpong",
               "--protocols", "sendrecv", "--sizes", "8", "--launches", "1", "--budget", "1s")


def campaign_run(
    comops: Comops, patterns: list[str], sizes: list[int], turns: int, libraries: Mapping[str, Path]
) -> Results:
    """All paths, both buffer modes."""
    paths = [*filter(comops.path, ("threads", "mpi")), *(f"mpi@{name}" for name in libraries)]
    launches = turns if turns >= LAUNCHES_LEAST else 1
    protocols = dict.fromkeys(sum(DEFAULT_PROTOCOLS.values(), []))
    words = ["--paths", ",".join(paths), "--protocols", ",".join(protocols),
             "--patterns", ",".join([*patterns, "barrier"]), "--sizes", ",".join(map(str, sizes)),
             "--buffers", ",".join(BUFFERS), "--launches", str(launches)]
    if libraries:
        words += ["--mpi", ",".join(f"{name}={prefix}" for name, prefix in libraries.items())]
    return comops.run(*words)


def fastest(results: Results, like: Key, path: str) -> Key | None:
    """Over threads the fastest but `direct`; over mpi the fastest protocol of any library."""
    keys = [key for key in results.cells
            if key._replace(path=like.path, protocol=like.protocol) == like
            and key.path.partition("@")[0] == path and key.protocol != "direct"]
    return min(keys, key=results.time, default=None)


def pairs_of(results: Results, pattern: str, buffers: str, path: str) -> list[tuple[Key, Key]]:
    """By size: direct, and the fastest other over this path."""
    direct = sorted((key for key in results.cells
                     if key[:3] == (pattern, "threads", "direct") and key.buffers == buffers),
                    key=lambda key: key.bytes)
    found = ((key, fastest(results, key, path)) for key in direct)
    return [(key, other) for key, other in found if other]


def operation_sections(results: Results, patterns: list[str]) -> list[Section]:
    """A summary with its targets, and a table of all sizes for each operation."""
    summary = Section(
        "Threads direct against the fastest MPI, by operation",
        ["operation", "buffers", "mean MPI/direct", "worst MPI/direct", "at bytes", "verdict",
         "libgomp/direct"],
        notes=["means are geometric, over sizes; MPI: fastest library and protocol at each size",
               "libgomp/direct: mean over the faster of barrier and lock, as in the paper"],
    )
    details = []
    for pattern in patterns:
        detail = Section(f"{pattern}: every size",
                         ["bytes", "buffers", "direct us", "MPI us", "MPI", "MPI/direct"])
        for buffers in BUFFERS:
            pairs = pairs_of(results, pattern, buffers, "mpi")
            ratios = {direct: results.ratio(mpi, direct) for direct, mpi in pairs}
            paper = [results.ratio(gomp, direct)
                     for direct, gomp in pairs_of(results, pattern, buffers, "threads")
                     if direct in ratios]
            detail.rows += [[direct.bytes, buffers, results.time(direct), results.time(mpi),
                             f"{mpi.path} {mpi.protocol}", ratios[direct]]
                            for direct, mpi in pairs]
            if ratios:
                worst = min(ratios, key=lambda direct: ratios[direct].value)
                mean = mean_geometric(ratios.values())
                summary.rows.append(
                    [pattern, buffers, mean, ratios[worst], worst.bytes,
                     verdict(mean >= MEAN_LEAST and ratios[worst].value >= SIZE_LEAST),
                     mean_geometric(paper) if paper else None])
        if detail.rows:
            details.append(detail)
    summary.targets = operation_targets(summary)
    return [summary, *details]


def operation_targets(summary: Section) -> list[Target]:
    if not summary.rows:
        return []
    mean = min(summary.rows, key=lambda row: row[2])
    worst = min(summary.rows, key=lambda row: row[3].value)
    return [
        Target(f"geometric mean of each operation at least {MEAN_LEAST:g} (aim {MEAN_AIM:g})",
               f"{mean[2]:.2f} for {mean[0]}, {mean[1]}", mean[2] >= MEAN_LEAST),
        Target(f"no size below {SIZE_LEAST:g}",
               f"{worst[3].value:.2f} for {worst[0]}, {worst[1]}, {worst[4]} bytes",
               worst[3].value >= SIZE_LEAST),
    ]


def barrier_section(results: Results) -> Section:
    """Every other barrier over ours."""
    section = Section("Barriers", ["barrier", "us", "over direct"])
    ours = next((key for key in results.cells if key[:3] == ("barrier", "threads", "direct")), None)
    if not ours:
        return section
    section.rows.append(["threads direct", results.time(ours), Ratio(1.0)])
    for key in sorted(results.cells):
        if (key.pattern, key.buffers) != (ours.pattern, ours.buffers) or key == ours:
            continue
        ratio = results.ratio(key, ours)
        of_libgomp = key[1:3] == ("threads", "barrier")
        name = f"{key.path} {key.protocol}{' (libgomp)' if of_libgomp else ''}"
        section.rows.append([name, results.time(key), ratio])
        if of_libgomp:
            section.targets.append(
                Target(f"libgomp's barrier at least {BARRIER_LEAST:g} times ours",
                       f"{ratio.value:.2f}", ratio.value >= BARRIER_LEAST))
    return section


def lost_notes(results: Results) -> list[str]:
    """Cells that could not be measured, by path and protocol, with the first reason."""
    reasons: dict[str, list[str]] = {}
    for key, error in results.lost.items():
        reasons.setdefault(f"{key.path} {key.protocol}", []).append(error)
    return [f"{name}: {len(errors)} cells lost: {errors[0]}" for name, errors in reasons.items()]
