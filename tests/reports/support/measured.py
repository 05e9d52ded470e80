# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns that count messages, hide computing, have several placements, or whose implementations
declare what they need. No number is real."""

from collections.abc import Iterator, Sequence
from typing import Any

import example
from example import Record

SIZES = (8, 4096, 262144)
RATIO, WIDTH = 2.3, 0.02  # of the slower placement; half of the relative width of the interval
DECLARED_SIZES = (8, 4096, 800000)
COUNTS = {
    ("threads", "barrier"): ("2", "1", "2"),
    ("threads", "lock"): ("1", "2(P-1) + 1", "1"),
    ("mpi", "library"): (None, None, None),
    ("mpi", "sendrecv"): (None, None, "log2 P"),
}


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


def ratios(records: Sequence[Record], first: str, other: str) -> Iterator[Record]:
    """A record for each implementation and size that was measured on both placements."""
    names = list(example.key_record("reduce", ("mpi", "library"), first, 8))
    keys = [{name: cell[name] for name in names} for cell in example.kinds(records)]
    for key in keys:
        if key["placement"] == first and key | {"placement": other} in keys:
            yield {
                "record": "placement_ratio", "a": key, "b": key | {"placement": other},
                "ratio": RATIO, "ci95": [RATIO * (1 - WIDTH), RATIO * (1 + WIDTH)],
                "ci90": [RATIO * (1 - WIDTH / 2), RATIO * (1 + WIDTH / 2)], "decision": "faster",
                "launches": 6, "oversubscribed": False,
            }


def on_two_placements(patterns: Sequence[str] = ("pingpong",), sizes: Sequence[int] = SIZES
                      ) -> list[Record]:
    """On the bus and across the crossbar, with the ratios between them."""
    records = example.campaign(patterns, ("bus", "crossbar"), sizes)
    return [*records, *ratios(records, "bus", "crossbar")]


def implementation(pattern: str, series: tuple[str, str], **changes: Any) -> Record:
    named = {"path": series[0], "protocol": series[1], "pattern": pattern, "summary": "somehow"}
    return named | dict(zip(("copies", "lines", "waits"), COUNTS[series], strict=True)) | changes


def declaring(patterns=("pingpong", "reduce"), **changes: Any) -> list[Record]:
    declared = [implementation(p, s) for p in patterns for s in example.series_of(p)]
    facts = {"implementations": declared} | changes
    return example.campaign(patterns, ("bus",), DECLARED_SIZES, facts=facts)
