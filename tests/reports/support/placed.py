# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns on two placements, with the ratios between them."""

from collections.abc import Iterator, Sequence
from typing import Any

import example
from example import Record, kinds

RATIO, WIDTH = 2.3, 0.02  # of the slower placement; half of the relative width of the interval


def ratios(records: Sequence[Record], first: str, other: str) -> Iterator[Record]:
    """A record for each implementation and size that was measured on both placements."""
    names = list(example.key_record("reduce", ("mpi", "library"), first, 8))
    keys = [{name: cell[name] for name in (*names, *(set(cell) & {"series_of", "series"}))}
            for cell in kinds(records) if cell["valid"]]
    for key in keys:
        if key["placement"] == first and key | {"placement": other} in keys:
            yield {
                "record": "placement_ratio", "a": key, "b": key | {"placement": other},
                "ratio": RATIO, "ci95": [RATIO * (1 - WIDTH), RATIO * (1 + WIDTH)],
                "ci90": [RATIO * (1 - WIDTH / 2), RATIO * (1 + WIDTH / 2)], "decision": "faster",
                "launches": 6, "oversubscribed": False,
            }


def campaign(**changes: Any) -> list[Record]:
    """On the bus and across the crossbar."""
    records = example.campaign(**changes)
    return [*records, *ratios(records, "bus", "crossbar")]
