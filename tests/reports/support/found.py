# SPDX-License-Identifier: BSD-3-Clause
"""Fits and crossovers of the example campaigns, as analysis/ finds them."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from analysis.cells import Cell
from analysis.findings import findings_of_table
from campaign.planning.methods import DEFAULT
from campaign.recording import crossover_record, fit_record
from records.cell_schema import CELL_KEY
from records.write import line_of

Record = dict[str, Any]


def cell_of(record: Record) -> Cell:
    """A cell with one sample in each launch, its time."""
    times = record["launch_us"]
    ones = [1] * len(times)
    return Cell({name: record[name] for name in CELL_KEY if name in record}, DEFAULT,
                samples=times, blocks=ones, launches=ones,
                launch_numbers=list(range(1, len(times) + 1)))


def findings(records: Sequence[Record]) -> Iterator[Record]:
    tables: dict[tuple, list[Cell]] = defaultdict(list)
    for record in records:
        if record["record"] == "cell" and record.get("valid"):
            cell = cell_of(record)
            tables[tuple(one for one in cell.key.items()
                         if one[0] not in ("path", "protocol", "bytes", "mode"))].append(cell)
    for cells in tables.values():
        found = findings_of_table(cells)
        made = [*map(fit_record, found.fits), *map(crossover_record, found.crossovers)]
        yield from (json.loads(line_of(record)) for record in made)
