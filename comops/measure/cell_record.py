# SPDX-License-Identifier: BSD-3-Clause
"""A cell as a record of the results file (docs/results-file.md)."""

import math
from datetime import UTC, datetime
from typing import Any

from comops.measure.block.sampling import DISTURBANCES
from comops.measure.planning.patterns import cell_facts
from comops.results.plan import Group
from comops.results.write import text
from comops.statistics.cells import MIXED, Cell, Disturbances
from comops.statistics.intervals import dropped
from comops.statistics.percentiles import percentiles_record, stamps_record
from comops.statistics.times import interval, launch_times, levels, median_us, overlap_of, time_us

Record = dict[str, Any]


def time_text(seconds: float) -> str:
    """UTC, ISO 8601 to the millisecond."""
    when = datetime.fromtimestamp(seconds, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def cell_record(cell: Cell, group: Group) -> Record:
    whole = cell.whole or cell
    record: Record = {"record": "cell", **cell.key, "repeats": cell.runs,
                      "samples_us": whole.samples}
    if any(us > 0 for us in whole.empty_us):
        record["empty_us"] = whole.empty_us
    record |= _launches(cell, whole)
    if cell.method.drops_outliers:
        record["dropped"] = dropped(cell.samples)
    record["voided"] = cell.voided
    if not cell.exact:
        record |= _conditions(whole)
    if cell.floored:
        record["floored"] = cell.floored
    if cell.stamps:
        record["stamps"] = stamps_record(cell, group.pattern.messages)
        record["percentiles"] = percentiles_record(cell)
    record["valid"] = cell.valid
    record |= _results(cell, group) if cell.valid else {"error": text(cell.error)}
    if overlap := overlap_of(cell):
        record["overlap"] = overlap
    record |= _ranks(cell)
    record |= {"oversubscribed": cell.oversubscribed, "started": time_text(cell.started),
               "duration_s": cell.duration_s, "stopped": cell.stopped, "warnings": cell.warnings}
    if cell.counters is not False:
        record["counters"] = cell.counters
    return record | cell.members


def _launches(cell: Cell, whole: Cell) -> Record:
    """How the samples are divided, and what that shows of those that are used."""
    times = dict(zip(cell.launch_numbers, launch_times(cell), strict=True))
    record = {"blocks": whole.blocks, "launches": whole.launches,
              "launch_numbers": whole.launch_numbers,
              "launch_us": [times.get(number) for number in whole.launch_numbers]}
    if cell.left_out:
        record["left_out"] = cell.left_out
    if estimate := levels(cell):
        record["spread"] = estimate.spread
    return record


def _conditions(cell: Cell) -> Record:
    """What may have disturbed the cell."""
    record: Record = {}
    if cell.clock_offset:
        *ranks, us, error_us = cell.clock_offset
        record["clock_offset"] = {"ranks": ranks, "us": us, "error_us": error_us}
    if sum(cell.disturbances.watched_us) > 0:
        record["disturbances"] = disturbances_record(cell.disturbances)
    return record


def disturbances_record(seen: Disturbances) -> Record:
    """[block, rank, how much] of each kind; null if the kernel does not say."""
    record: Record = {"watched_us": sum(seen.watched_us)}
    for name in DISTURBANCES:
        events = seen.events.get(name)
        if events and not name.endswith("_us"):
            events = [[block, rank, int(much)] for block, rank, much in events]
        record[name] = events or (None if name in seen.unknown else [])
    return record


def _results(cell: Cell, group: Group) -> Record:
    pattern, reported_us = group.pattern, time_us(cell)
    facts = cell_facts(group)
    # The paper divides by the whole run: for a ping-pong, by the round trip.
    whole = cell.method.rate_of_round_trip
    time = reported_us * pattern.messages if whole else reported_us
    formula = pattern.rate_formula
    if whole and pattern.messages > 1:
        formula += "; here time is a whole run, as in Luo 1996"
    record = {"time_us": reported_us, "median_us": median_us(cell), "ci95_us": interval(cell),
              "rate_MBps": facts.rate_bytes / time, "rate_formula": formula}
    if not math.isnan(facts.rate_messages):
        record["messages_per_s"] = facts.rate_messages / time * 1e6
    return record


def _index(index: int) -> int | str | None:
    """The operating system's index; None: unknown."""
    return index if index >= 0 else "mixed" if index == MIXED else None


def _ranks(cell: Cell) -> Record:
    record: Record = {"pus": list(map(_index, cell.pus)), "numa": list(map(_index, cell.nodes))}
    if cell.reading_us:
        record["reading_us"] = cell.reading_us
    record["numa_temporary"] = _index(cell.node_temporary)
    if cell.levels:
        record["groups"] = {"levels": cell.levels, "ranks": cell.grouped}
    return record
