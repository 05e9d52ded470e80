# SPDX-License-Identifier: BSD-3-Clause
"""Results files as a table for other programs: CSV (RFC 4180), a header, then one row a cell."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from words.escape import plain
from read.results import Campaign, CellKey, cell_of

COLUMNS = (
    *("pattern path protocol placement memory ranks bytes buffers mode method").split(),
    *("series_of series op datatype valid time_us median_us ci95_low_us ci95_high_us").split(),
    *("rate_MBps rate_formula samples blocks launches launch_us repeats voided").split(),
    *("stopped warnings pus numa numa_temporary huge_bytes oversubscribed").split(),
    *("simulated model started duration_s error file").split(),
)
COUNTED = {"samples": "samples_us", "blocks": "blocks", "launches": "launches"}


class Records(Campaign):
    """A campaign that keeps of each cell its record, without the samples."""

    def add(self, record: dict[str, Any]) -> None:
        """Take in a cell; the rest is left out. ValueError as of any campaign."""
        if record.get("record") == "cell":
            key = self.key(record)
            cell_of(record, key)
            for column, name in COUNTED.items():
                if name in record:
                    record[column] = len(record[name])
            record.pop("samples_us", None)
            self.cells[key] = record


def value_text(value: Any) -> str:
    """A value in a field: true, false, nothing for null, lists joined by blanks, no line ends."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(value_text, value))
    return plain(value)


def row(key: CellKey, record: dict[str, Any], file: str) -> list[str]:
    """The fields of one cell."""
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
