# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns that count messages, hide computing, or have several placements. No number is real."""

from collections.abc import Sequence

import example
from example import Record

SIZES = (8, 4096, 262144)


def pairs_of_messages(pairs: Sequence[int] = (1, 2, 4)) -> list[Record]:
    """message_rate over several numbers of pairs; twice as many have 1.5 times the messages."""
    facts, *records = example.campaign(("message_rate",), ("bus",), SIZES, ranks=(8,))
    made = [facts]
    for count in pairs:
        for record in records:
            sides = {name: record[name] | {"series_of": "pairs", "series": count}
                     for name in ("a", "b") if name in record}
            keys = {"series_of": "pairs", "series": count} if "pattern" in record else {}
            made.append(record | sides | keys)
            if record["record"] == "cell":
                rate = 64e6 / record["median_us"] * 1.5 ** pairs.index(count)
                made[-1]["messages_per_s"] = rate
    return made


def hidden() -> list[Record]:
    """overlap: a tenth of a short message, twice as much of each longer one, by protocol."""
    records = example.campaign(("overlap",), ("bus",), SIZES)
    for cell in example.kinds(records):
        percent = 10.0 * 2 ** SIZES.index(cell["bytes"]) if cell["path"] == "mpi" else 0.0
        cell["overlap"] = {"exchange_us": 1.0, "computing_us": 1.0, "percent": percent,
                           "ci95": [max(0.0, percent - 4), percent + 4]}
    return records


def on_two_placements() -> list[Record]:
    """bus and crossbar, with the ratios of each cell between them."""
    records = example.campaign(("pingpong",), ("bus", "crossbar"), SIZES)
    cells = example.kinds(records)
    names = list(example.key_record("", ("", ""), "", 0))
    keys = {tuple(cell[name] for name in names): cell for cell in cells}
    for cell in cells:
        if cell["placement"] == "crossbar":
            there = keys[tuple(("bus" if name == "placement" else cell[name]) for name in names)]
            ratio = cell["median_us"] / there["median_us"]
            records.append({
                "record": "placement_ratio", "ratio": ratio, "ci95": [0.9 * ratio, 1.1 * ratio],
                "ci90": [0.92 * ratio, 1.08 * ratio], "launches": 6, "oversubscribed": False,
                "decision": "faster", "a": {name: there[name] for name in names},
                "b": {name: cell[name] for name in names}})
    return records
