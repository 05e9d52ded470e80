# SPDX-License-Identifier: BSD-3-Clause
"""Our direct copies against every MPI library, and against libgomp, in one campaign; and which of
these libraries let the kernel copy a long message once, from one process to the other.

`comops run` alternates between them within milliseconds, in several launches, and has the ratios.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import geometric_mean

from analysis.ratios import Ratio
from analysis.verdicts import fastest, is_path
from campaign.planning.names import DEFAULT_PROTOCOLS
from campaign.planning.option_values import LAUNCHES_LEAST
from peers.obtain import needed
from peers.programs import (
    MEASURED, RUN_S, SHARED_MEMORY, Comops, output_of, ratio_between, valid_cells,
)
from peers.tables import Section, Target, verdict
from records.keys import CellKey
from records.read import Campaign

BUFFERS = ("reuse", "rewrite")
MEAN_LEAST, MEAN_AIM, SIZE_LEAST = 3.0, 4.0, 1.3
BARRIER_LEAST = 2.0


def library_try(comops: Comops, name: str, prefix: Path) -> None:
    """One cell with an MPI library; Unavailable if it does not work here."""
    comops.run("--mpi", f"{name}={prefix}", "--paths", f"mpi@{name}", "--patterns", "pingpong",
               "--protocols", "sendrecv", "--sizes", "8", "--launches", "1", "--budget", "1s")


def campaign_words(
    comops: Comops, patterns: list[str], sizes: list[int], turns: int, libraries: Mapping[str, Path]
) -> list[str]:
    """The options of the campaign: all paths, both buffer modes."""
    paths = [*(path for path in ("threads", "mpi") if path in comops.paths),
             *(f"mpi@{name}" for name in libraries)]
    launches = turns if turns >= LAUNCHES_LEAST else 1
    protocols = dict.fromkeys(sum(DEFAULT_PROTOCOLS.values(), ()))
    words = ["--paths", ",".join(paths), "--protocols", ",".join(protocols),
             "--patterns", ",".join([*patterns, "barrier"]), "--sizes", ",".join(map(str, sizes)),
             "--buffers", ",".join(BUFFERS), "--launches", str(launches)]
    if libraries:
        words += ["--mpi", ",".join(f"{name}={prefix}" for name, prefix in libraries.items())]
    return words


def mean_geometric(ratios: Iterable[Ratio]) -> float:
    """Over sizes, equally weighted."""
    return geometric_mean(ratio.value for ratio in ratios)


def pairs_of(results: Campaign, pattern: str, buffers: str, path: str
             ) -> list[tuple[CellKey, CellKey]]:
    """By size: direct, and the fastest other over this path: over threads of any protocol but
    `direct`, over mpi of any protocol of any library."""
    cells = valid_cells(results)
    others: dict[int, list[CellKey]] = {}
    for key in cells:
        if ((key.pattern, key.buffers) == (pattern, buffers) and is_path(key.path, path)
                and key.protocol != "direct"):
            others.setdefault(key.bytes, []).append(key)
    return [(key, fastest(others[key.bytes], lambda other: cells[other].time_us))
            for key in sorted(cells, key=lambda key: key.bytes)
            if (key.pattern, key.path, key.protocol, key.buffers) == (
                pattern, "threads", "direct", buffers) and key.bytes in others]


def operation_sections(results: Campaign, patterns: list[str]) -> list[Section]:
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
            ratios = {direct: ratio_between(results, direct, mpi) for direct, mpi in pairs}
            paper = [ratio_between(results, direct, gomp)
                     for direct, gomp in pairs_of(results, pattern, buffers, "threads")
                     if direct in ratios]
            detail.rows += [[direct.bytes, buffers, results.cells[direct].time_us,
                             results.cells[mpi].time_us, f"{mpi.path} {mpi.protocol}",
                             ratios[direct]] for direct, mpi in pairs]
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


def barrier_section(results: Campaign) -> Section:
    """Every other barrier over ours."""
    section = Section("Barriers", ["barrier", "us", "over direct"])
    cells = {key: cell for key, cell in valid_cells(results).items() if key.pattern == "barrier"}
    ours = next((key for key in cells if key.implementation == ("threads", "direct")), None)
    if not ours:
        return section
    section.rows.append(["threads direct", cells[ours].time_us, Ratio(1.0)])
    for key in sorted(cells):
        if key.buffers != ours.buffers or key == ours:
            continue
        ratio = ratio_between(results, ours, key)
        of_libgomp = key.implementation == ("threads", "barrier")
        name = f"{key.path} {key.protocol}{' (libgomp)' if of_libgomp else ''}"
        section.rows.append([name, cells[key].time_us, ratio])
        if of_libgomp:
            section.targets.append(
                Target(f"libgomp's barrier at least {BARRIER_LEAST:g} times ours",
                       f"{ratio.value:.2f}", ratio.value >= BARRIER_LEAST))
    return section


def lost_notes(results: Campaign) -> list[str]:
    """Cells that could not be measured, by path and protocol, with the first reason."""
    reasons: dict[str, list[str]] = {}
    for key, cell in results.cells.items():
        if not cell.valid:
            reasons.setdefault(f"{key.path} {key.protocol}", []).append(cell.error)
    return [f"{name}: {len(errors)} cells lost: {errors[0]}" for name, errors in reasons.items()]


MESSAGE, SIZE = 1 << 20, "1M"
CONTROL_MOST = 4096  # bytes that a library copies when it starts, to see whether it may


def bytes_read(trace: str) -> int:
    """Bytes of messages that process_vm_readv and process_vm_writev have copied."""
    moved = map(int, re.findall(r"(?m)process_vm_(?:readv|writev)\b.* = (\d+)$", trace))
    return sum(count for count in moved if count > CONTROL_MOST)


def messages_copied(comops: Comops, name: str, prefix: Path) -> int:
    """How many the kernel copies in a short ping-pong; Unavailable without strace."""
    strace = needed("strace", "install it to see which libraries copy once")
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        output_of([strace, "-f", "-qq", "-e", "signal=none",
                   "-e", "trace=process_vm_readv,process_vm_writev", "-o", trace,
                   comops.program, "run", *comops.seating, "--mpi", f"{name}={prefix}",
                   "--paths", f"mpi@{name}", "--patterns", "pingpong", "--protocols", "sendrecv",
                   "--sizes", SIZE, "--launches", "1", "--budget", "0.2s",
                   "-o", Path(folder) / "results.jsonl"], RUN_S, SHARED_MEMORY, good=MEASURED)
        return bytes_read(trace.read_text(errors="replace")) // MESSAGE


def copies_section(comops: Comops, libraries: Mapping[str, Path]) -> Section:
    """How each library moves a message of 1 MiB."""
    section = Section("Copies of a message of 1 MiB", ["library", "copied by the kernel", "copies"])
    for name, prefix in libraries.items():
        count = messages_copied(comops, name, prefix)
        section.rows.append([f"mpi@{name}", count,
                             "one, by the kernel" if count else "through shared memory"])
    section.notes.append("calls of process_vm_readv and process_vm_writev, seen by strace")
    return section
