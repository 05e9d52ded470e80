# SPDX-License-Identifier: BSD-3-Clause
"""Where MPI loses most: its fastest call against the fastest threads, by operation and size."""

from collections import defaultdict

from comops.common.terminal import plain
from comops.reports.terminal.heading import USUAL
from comops.reports.words.formats import aligned, interval_text, number_text, size_text
from comops.reports.words.settings import labelled, title_of
from comops.results.cell import CellRecord
from comops.results.findings import group_of
from comops.results.keys import CellKey
from comops.results.read import Campaign
from comops.statistics.verdicts import WITHOUT_CALLS, fastest, is_path

HEAD = ("operation", "size", "MPI / threads [95 %]", "longer by us", "setting")
NONE = "MPI is nowhere shown to be slower than threads.\n"


def losses_text(campaign: Campaign) -> str:
    """A line for each operation and size in which MPI is slower, the largest factor first."""
    groups: dict[CellKey, list[CellRecord]] = defaultdict(list)
    for cell in campaign.cells.values():
        if cell.valid and not cell.oversubscribed:
            groups[group_of(cell.key)].append(cell)
    rows = []
    for cells in groups.values():
        threads = fastest(cell for cell in cells if is_path(cell.key.path, "threads"))
        mpi = fastest(cell for cell in cells if is_path(cell.key.path, "mpi")
                      and cell.key.protocol not in WITHOUT_CALLS)
        pair = threads and mpi and campaign.pair(threads.key, mpi.key)
        if pair and pair.ci95 and pair.ci95[0] > 1:
            key = threads.key
            longer = mpi.time_us - threads.time_us
            rows.append((pair.ratio, (
                title_of(key.pattern, key), size_text(key.bytes),
                interval_text(pair.ratio, pair.ci95), number_text(longer, None),
                labelled(key, **USUAL))))
    rows.sort(key=lambda row: -row[0])
    lines = aligned([HEAD, *(texts for _, texts in rows)], {0, 4})
    return "".join(f"{plain(line)}\n" for line in lines) if rows else NONE
