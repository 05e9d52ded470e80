# SPDX-License-Identifier: BSD-3-Clause
"""Results files as CSV (RFC 4180): a header, then one row for each cell; two for a cell that page
faults split."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from comops.extension import exports
from comops.reports.answers.measures import first_of
from comops.reports.words.escape import csv_table
from comops.reports.words.trust import is_split
from comops.results.cell import CellRecord
from comops.results.cell_parts import COLUMNS as WHERE, SHARES
from comops.results.findings import PlacementRatio
from comops.results.keys import CellKey
from comops.results.read import Campaign

COLUMNS = (
    *("pattern path protocol placement memory pages ranks bytes buffers").split(),
    *("skew consume mode method").split(),
    *("series_of series op datatype valid time_us median_us ci95_low_us ci95_high_us").split(),
    *(f"{share}_{what}us" for share in SHARES for what in ("", "low_", "high_")),
    *("launch_max_us launch_max_low_us launch_max_high_us launch_runs_least").split(),
    *("launch_runs_most max_us no_percentile stamps floored").split(),
    *("first_us first_low_us first_high_us").split(),
    *("rate_MBps rate_formula messages_per_s overlap_exchange_us overlap_computing_us").split(),
    *("overlap_percent overlap_percent_low overlap_percent_high").split(),
    *("placement_ratio placement_ratio_low placement_ratio_high placement_ratio_to").split(),
    *("samples blocks launches launch_us").split(),
    *("repeats voided page_faults").split(),
    *("stopped warnings reading_us pus numa numa_temporary huge_bytes oversubscribed").split(),
    *("simulated model").split(),
    *WHERE.values(),
    *("started duration_s error file").split(),
)

# What both rows of a cell have that page faults split.
SETTING = {*CellKey._fields, "pus", "numa", "oversubscribed", "repeats", "started", "file"}


def columns_of(cell: CellRecord, placed: PlacementRatio | None, file: str) -> dict[str, Any]:
    """All values of a row by column: the record's members, and what is made of them."""
    launches = cell.launches
    counts = {"samples": cell.samples, "blocks": sum(launches), "launches": len(launches)}
    return (vars(cell) | key_columns(cell.key) | counts
            | ends_of("ci95", cell.ci95_us, "_us") | stamp_columns(cell) | first_columns(cell)
            | overlap_columns(cell)
            | placement_columns(placed) | {"file": file}
            | {WHERE[name]: us for name, us in (cell.where or {}).items()})


def key_columns(key: CellKey) -> dict[str, Any]:
    return key._asdict() | {"series": key.series if key.series_of else None}


def ends_of(name: str, interval: Sequence[float] | None, unit: str = "") -> dict[str, Any]:
    low, high = interval or (None, None)
    return {f"{name}_low{unit}": low, f"{name}_high{unit}": high}


def states_of(cell: CellRecord) -> list[dict[str, Any]]:
    """What differs in the rows of a cell, that of its results first: which state of page faults it
    is, and what is known of the other state."""
    if not cell.page_faults:
        return [{}]
    used = cell.page_faults.used
    rows = [{"page_faults": used}]
    if not is_split(cell):
        return rows
    other = "without" if used == "with" else "with"
    known, unknown = cell.page_faults.states[other], dict.fromkeys(set(COLUMNS) - SETTING)
    return [*rows, unknown | asdict(known) | ends_of("ci95", known.ci95_us, "_us")
            | {"valid": True, "page_faults": other}]


def first_columns(cell: CellRecord) -> dict[str, Any]:
    """The first run in a launch, with its interval."""
    us, ci95 = first_of(cell) or (None, None)
    return {"first_us": us, **ends_of("first", ci95, "_us")}


def overlap_columns(cell: CellRecord) -> dict[str, Any]:
    """How much of an exchange is hidden behind computing; nothing of a pattern that does not
    compute."""
    if not cell.overlap:
        return {}
    columns = {f"overlap_{name}": value for name, value in asdict(cell.overlap).items()
               if name != "ci95"}
    return columns | ends_of("overlap_percent", cell.overlap.ci95)


def placement_columns(pair: PlacementRatio | None) -> dict[str, Any]:
    """The time of b / that of the same implementation on a's placement."""
    if not pair:
        return {}
    return {"placement_ratio": pair.ratio, "placement_ratio_to": pair.a.placement,
            **ends_of("placement_ratio", pair.ci95)}


def stamp_columns(cell: CellRecord) -> dict[str, Any]:
    """The number of stamps, their percentiles with intervals, why one is missing; nothing where
    none were kept."""
    stamps = sum(cell.stamps.counts) if cell.stamps else None
    if not cell.percentiles:
        return {"stamps": stamps}
    columns: dict[str, Any] = {"stamps": stamps, "max_us": cell.percentiles.max_us}
    lacking = []
    for share, value in cell.percentiles.all.items():
        name = "launch_max" if share == "max" else share
        columns |= dict(zip(("launch_runs_least", "launch_runs_most"), value.runs, strict=False))
        if value.ci95:
            columns |= {f"{name}_us": value.us, **ends_of(name, value.ci95, "_us")}
        else:
            lacking.append(f"{share}: {value.lacking}")
    return columns | {"no_percentile": "; ".join(lacking)}


def cells_csv(campaigns: Sequence[Campaign]) -> str:
    """All cells of some campaigns, in the order of the files, or what an extension has in their
    place."""
    if table := "".join(export(campaigns) for export in exports("csv")):
        return table
    rows = (columns_of(cell, campaign.placement_ratios.get(key), str(campaign.file)) | state
            for campaign in campaigns for key, cell in campaign.cells.items()
            for state in states_of(cell))
    return csv_table(COLUMNS, (map(row.get, COLUMNS) for row in rows))
