# SPDX-License-Identifier: BSD-3-Clause
"""Simulated times as text: a table per pattern, a row per size, a column per protocol."""

from cells import Record
from common.catalogue import CATALOGUE
from common.console import plain
from platforms import Platform

DEFAULT = CATALOGUE["operations"][0], CATALOGUE["datatypes"][0]


def _entry(record: Record | None) -> str:
    if record is None:
        return "-"
    if not record["valid"]:
        return "wrong"
    return f"{record['time_us']:.4g}" if record["time_us"] < 1000 else f"{record['time_us']:.0f}"


def _title(record: Record) -> str:
    """The pattern, and its reduction if that is not the default."""
    reduction = record.get("op", DEFAULT[0]), record.get("datatype", DEFAULT[1])
    return record["pattern"] + (f" ({' of '.join(reduction)})" if reduction != DEFAULT else "")


def tables(platform: Platform, ranks: int, records: list[Record]) -> str:
    lines: list[str] = []
    for title in dict.fromkeys(map(_title, records)):
        mine = [record for record in records if _title(record) == title]
        protocols = list(dict.fromkeys(record["protocol"] for record in mine))
        series_of = [record["series_of"] for record in mine if "series_of" in record][:1]
        rows: dict[tuple[int, ...], dict[str, Record]] = {}
        for record in mine:
            row = *([record["series"]] if series_of else []), record["bytes"]
            rows.setdefault(row, {})[record["protocol"]] = record
        table = [[*series_of, "bytes", *(f"{protocol} us" for protocol in protocols)]]
        table += [[*map(str, row), *(_entry(found.get(protocol)) for protocol in protocols)]
                  for row, found in sorted(rows.items())]
        lines += ["", f"{title}, {ranks} ranks on {plain(platform.name)}, simulated"]
        lines += ["".join(f"{word:>14}" for word in words) for words in table]
    return "\n".join(lines[1:])
