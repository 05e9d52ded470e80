# SPDX-License-Identifier: BSD-3-Clause
"""Simulated times as text: a table for each pattern, a row for each size, a column a protocol."""

from cells import Record
from platforms import Platform


def _number(us: float) -> str:
    return f"{us:.4g}" if us < 1000 else f"{us:.0f}"


def _entry(record: Record | None) -> str:
    if record is None:
        return "-"
    return _number(float(str(record["time_us"]))) if record["valid"] else "wrong"


def _title(record: Record) -> str:
    """The pattern, and what it combines where that is not the paper's maximum of doubles."""
    combined = f"{record.get('op', 'max')} of {record.get('datatype', 'double')}"
    return f"{record['pattern']}" + (f" ({combined})" if combined != "max of double" else "")


def tables(platform: Platform, ranks: int, records: list[Record]) -> str:
    """A table for each, in the order of the records."""
    lines: list[str] = []
    for title in dict.fromkeys(map(_title, records)):
        mine = [record for record in records if _title(record) == title]
        protocols = list(dict.fromkeys(str(record["protocol"]) for record in mine))
        series_of = next((str(r["series_of"]) for r in mine if "series_of" in r), None)
        by_row: dict[tuple[int, int], dict[str, Record]] = {}
        for record in mine:
            row = int(str(record.get("series", 0))), int(str(record["bytes"]))
            by_row.setdefault(row, {})[str(record["protocol"])] = record
        heads = [*([series_of] if series_of else []), "bytes", *(f"{p} us" for p in protocols)]
        lines += ["", f"{title}, {ranks} ranks on {platform.name}, simulated"]
        lines.append("".join(f"{head:>14}" for head in heads))
        for (series, size), row in sorted(by_row.items()):
            words = [*([str(series)] if series_of else []), str(size)]
            words += [_entry(row.get(protocol)) for protocol in protocols]
            lines.append("".join(f"{word:>14}" for word in words))
    return "\n".join(lines[1:])
