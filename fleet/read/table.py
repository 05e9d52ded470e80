# SPDX-License-Identifier: BSD-3-Clause
"""Many results files as one table, read by several processes."""

import math
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fleet.read.node import Facts, facts_of, times_read
from records.keys import CellKey
from records.lines import ResultsError

BATCH = 8  # files that a process reads at a time
FEW = 4  # files that are read faster than processes start

# Of a node's cell: no record, a record without a result, a result.
LOST, INVALID, VALID = 0, 1, 2


class NodeRow(NamedTuple):
    """A node's file. `cells` are positions in the keys of its batch, `times` NaN if invalid."""

    facts: Facts
    started: str
    host: str
    cells: np.ndarray
    times: np.ndarray
    notes: list[str]


Batch = tuple[list[CellKey], list[NodeRow | str]]


def batch_read(files: Sequence[Path]) -> Batch:
    """The keys of some files, and of each file its row or the reason why it has none."""
    keys: dict[CellKey, int] = {}
    rows: list[NodeRow | str] = []
    for file in files:
        try:
            campaign = times_read(file)
        except ResultsError as error:
            rows.append(str(error))
            continue
        cells = [keys.setdefault(key, len(keys)) for key in campaign.cells]
        rows.append(NodeRow(
            facts_of(campaign.facts),
            campaign.facts["started"],
            campaign.facts["host"],
            np.array(cells, dtype=np.int32),
            np.array(list(campaign.cells.values())),
            [f"{file}: {note}" for note in campaign.notes],
        ))
    return list(keys), rows


def batches_read(files: Sequence[Path]) -> list[Batch]:
    """All files in their order, by one process a core."""
    if len(files) <= FEW:
        return [batch_read(files)]
    batches = [files[at:at + BATCH] for at in range(0, len(files), BATCH)]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as processes:
        return list(processes.map(batch_read, batches))


def table_of(
    batches: Sequence[Batch], rows: Sequence[tuple[NodeRow, list[CellKey]]]
) -> tuple[list[CellKey], np.ndarray, np.ndarray]:
    """The keys of all batches in order, and of each row and key its time and its state."""
    keys = sorted({key for batch, _ in batches for key in batch})
    place = {key: at for at, key in enumerate(keys)}
    times = np.full((len(rows), len(keys)), math.nan)
    valid = np.full(times.shape, LOST, dtype=np.uint8)
    for at, (row, names) in enumerate(rows):
        columns = np.array([place[names[cell]] for cell in row.cells], dtype=np.intp)
        times[at, columns] = row.times
        valid[at, columns] = np.where(np.isnan(row.times), INVALID, VALID)
    return keys, times, valid
