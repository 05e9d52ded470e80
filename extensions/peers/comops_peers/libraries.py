# SPDX-License-Identifier: BSD-3-Clause
"""Our direct copies against every MPI library, in one campaign, which has the ratios; and which of
these libraries let the kernel copy a long message once, from one process to the other."""

import re
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from math import nan
from operator import attrgetter
from pathlib import Path

from comops.reports.words.formats import plural
from comops.results.cell import CellRecord
from comops.results.findings import group_of
from comops.results.keys import CellKey
from comops.results.read import Campaign
from comops.statistics.limits import limit_of, loss_of
from comops.statistics.ratios import Ratio, ratio_mean
from comops.statistics.verdicts import WITHOUT_CALLS, Verdict, is_path, verdict_between
from comops_peers.obtain import needed
from comops_peers.programs import MEASURED, RUN_S, SHARED_MEMORY, Comops, output_of, valid_cells
from comops_peers.tables import Section, Time

BUFFERS = "reuse", "rewrite"
PROTOCOLS = "direct", "library", "sendrecv"


def library_try(comops: Comops, name: str, prefix: Path) -> None:
    """One cell with an MPI library; Unavailable if it does not work here."""
    comops.run("--mpi", f"{name}={prefix}", "--paths", f"mpi@{name}", "--patterns", "pingpong",
               "--protocols", "sendrecv", "--sizes", "8", "--launches", "1", "--budget", "1s")


def campaign_words(comops: Comops, patterns: list[str], sizes: list[int],
                   libraries: Mapping[str, Path]) -> list[str]:
    """The options of the campaign: all paths, both buffer modes."""
    paths = [*(path for path in ("threads", "mpi") if path in comops.paths),
             *(f"mpi@{name}" for name in libraries)]
    words = ["--paths", ",".join(paths), "--protocols", ",".join(PROTOCOLS),
             "--patterns", ",".join(patterns),
             "--sizes", ",".join(map(str, sizes)), "--buffers", ",".join(BUFFERS)]
    if libraries:
        words += ["--mpi", ",".join(f"{name}={prefix}" for name, prefix in libraries.items())]
    return words


def verdicts_of(results: Campaign, patterns: list[str]) -> dict[tuple[str, str], list[Verdict]]:
    """By operation and buffers, in ascending order of size: `direct` over threads against the
    fastest call of any MPI library."""
    def ratio(a: CellRecord, b: CellRecord) -> Ratio:
        pair = results.pair(a.key, b.key)
        return Ratio(pair.ratio, pair.ci95, pair.ci90) if pair else Ratio(nan)

    groups: dict[CellKey, tuple[list[CellRecord], list[CellRecord]]] = defaultdict(lambda: ([], []))
    for key, cell in valid_cells(results).items():
        if key.implementation == ("threads", "direct"):
            groups[group_of(key)][0].append(cell)
        elif is_path(key.path, "mpi") and key.protocol not in WITHOUT_CALLS:
            groups[group_of(key)][1].append(cell)
    verdicts: dict[tuple[str, str], list[Verdict]] = {}
    for group in sorted(groups, key=lambda key: (
            patterns.index(key.pattern), key.buffers, key.bytes)):
        verdict = verdict_between(groups[group], ratio, attrgetter("time_us"))
        if verdict.complete:
            verdicts.setdefault((group.pattern, group.buffers), []).append(verdict)
    return verdicts


def operation_sections(results: Campaign, patterns: list[str]) -> tuple[list[Section], list[str]]:
    """A summary, and tables of all sizes; what has no interval."""
    summary = Section(
        "The fastest MPI over direct, by operation",
        ["operation", "buffers", "sizes", "mean MPI/direct", "worst MPI/direct", "at bytes",
         "direct/limit there"],
        notes=["the mean is geometric, over sizes; MPI: the fastest library and call at each size",
               "limit: the time in which a core reads in place what another has just written"])

    def loss(direct: CellRecord) -> Ratio | None:
        limit = limit_of(results, direct.key)
        factor = limit and loss_of(direct, limit)
        return Ratio(*factor) if factor else None

    details, missing = [], []
    for (pattern, buffers), verdicts in verdicts_of(results, patterns).items():
        known = [verdict for verdict in verdicts if verdict.ratio.ci95]
        if few := len(verdicts) - len(known):
            missing.append(f"{pattern}, {buffers}: no interval at {few} of "
                           f"{plural(len(verdicts), 'size')}: a longer --budget may give one")
        details.append(Section(
            f"{pattern}, {buffers} buffers: every size",
            ["bytes", "direct us", "MPI us", "MPI", "MPI/direct", "direct is", "direct/limit"],
            [[direct.key.bytes, Time(direct.time_us, direct.ci95_us),
              Time(mpi.time_us, mpi.ci95_us), f"{mpi.key.path} {mpi.key.protocol}", ratio,
              ratio.decision, loss(direct)]
             for direct, mpi, ratio in ((*verdict.cells, verdict.ratio) for verdict in known)]))
        if known:
            worst = min(known, key=lambda verdict: verdict.ratio.value)
            summary.rows.append([pattern, buffers, len(known),
                                 ratio_mean([verdict.ratio for verdict in known]),
                                 worst.ratio, worst.cells[0].key.bytes, loss(worst.cells[0])])
    return [summary, *details], missing


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
