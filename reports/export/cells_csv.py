# SPDX-License-Identifier: BSD-3-Clause
"""Results files as CSV (RFC 4180): a header, then one row for each cell."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from records.fields import CellKey, interval, members, number
from records.pairs import Pair, pair_of
from records.read import Campaign, Cell, cell_of
from records.stamps import SHARES
from records.where import COLUMNS as WHERE
from records.where import parts_of
from reports.words.escape import csv_text

COLUMNS = (
    *("pattern path protocol placement memory pages ranks bytes buffers").split(),
    *("skew consume mode method").split(),
    *("series_of series op datatype valid time_us median_us ci95_low_us ci95_high_us").split(),
    *(f"{share}_{what}us" for share in SHARES for what in ("", "low_", "high_")),
    *("launch_max_us launch_max_low_us launch_max_high_us launch_runs_least").split(),
    *("launch_runs_most max_us no_percentile stamps floored").split(),
    *("rate_MBps rate_formula messages_per_s overlap_exchange_us overlap_computing_us").split(),
    *("overlap_percent overlap_percent_low overlap_percent_high").split(),
    *("placement_ratio placement_ratio_low placement_ratio_high placement_ratio_to").split(),
    *("samples blocks launches launch_us").split(),
    *("repeats voided").split(),
    *("stopped warnings reading_us pus numa numa_temporary huge_bytes oversubscribed").split(),
    *("simulated model").split(),
    *WHERE.values(),
    *("started duration_s error file").split(),
)
COUNTED = {"samples": "samples_us", "blocks": "blocks", "launches": "launches"}


class Records(Campaign):
    """A campaign that keeps each cell's record without its samples."""

    def add(self, record: dict[str, Any]) -> None:
        """Add a cell, or to a cell its ratio between placements; other records are ignored.
        ValueError as for any campaign."""
        if record.get("record") == "placement_ratio":
            pair = pair_of(record, self.key)
            self.cells.get(pair.b, {}).update(placement_columns(pair))
        elif record.get("record") == "cell":
            key = self.key(record)
            cell = cell_of(record, key)
            interval(record, "ci95_us")
            for column, name in COUNTED.items():
                if record.get(name) is not None:
                    record[column] = len(members(record, name))
            record.pop("samples_us", None)
            record |= stamp_columns(cell) | overlap_columns(record, cell)
            record |= {WHERE[name]: us for name, us in parts_of(record).items()}
            self.cells[key] = record


def overlap_columns(record: dict[str, Any], cell: Cell) -> dict[str, Any]:
    """How much of an exchange is hidden behind computing; nothing of a pattern that does not
    compute."""
    if not cell.overlap:
        return {}
    low, high = cell.overlap.ci95 or (None, None)
    times = {f"overlap_{name}": number(record["overlap"], name)
             for name in ("exchange_us", "computing_us")}
    return times | {"overlap_percent": cell.overlap.percent, "overlap_percent_low": low,
                    "overlap_percent_high": high}


def placement_columns(pair: Pair) -> dict[str, Any]:
    """The time of b / that of the same implementation on a's placement."""
    low, high = pair.ci95 or (None, None)
    return {"placement_ratio": pair.ratio, "placement_ratio_low": low,
            "placement_ratio_high": high, "placement_ratio_to": pair.a.placement}


def stamp_columns(cell: Cell) -> dict[str, Any]:
    """The number of stamps, their percentiles with intervals, why one is missing; nothing where
    none were kept."""
    stamps = sum(cell.stamps.counts) if cell.stamps else None
    if not cell.percentiles:
        return {"stamps": stamps}
    columns: dict[str, Any] = {"stamps": stamps, "max_us": cell.percentiles.max_us}
    lacking = []
    for share, one in cell.percentiles.all.items():
        name = "launch_max" if share == "max" else share
        columns |= dict(zip(("launch_runs_least", "launch_runs_most"), one.runs, strict=False))
        if one.ci95:
            columns |= {f"{name}_us": one.us, f"{name}_low_us": one.ci95[0],
                        f"{name}_high_us": one.ci95[1]}
        else:
            lacking.append(f"{share}: {one.lacking}")
    return columns | {"no_percentile": "; ".join(lacking)}


def value_text(value: Any) -> str:
    """A field: true, false, nothing for null, lists joined by blanks, texts as csv_text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(value_text, value))
    return str(value) if isinstance(value, int | float) else csv_text(value)


def row(key: CellKey, record: dict[str, Any], file: str) -> list[str]:
    low, high = record.get("ci95_us") or (None, None)
    more = {"ci95_low_us": low, "ci95_high_us": high, "file": file}
    values = record | key._asdict() | more | ({} if key.series_of else {"series": None})
    return [value_text(values.get(column)) for column in COLUMNS]


def cells_csv(campaigns: Sequence[Records]) -> str:
    """All cells of some campaigns, in the order of the files."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for campaign in campaigns:
        file = str(campaign.file)
        writer.writerows(row(key, record, file) for key, record in campaign.cells.items())
    return out.getvalue()
