# SPDX-License-Identifier: BSD-3-Clause
"""Example campaigns whose implementations declare what they need. No number is real."""

from typing import Any

import example

SIZES = (8, 4096, 800000)
COUNTS = {
    ("threads", "barrier"): ("2", "1", "2"),
    ("threads", "lock"): ("1", "2(P-1) + 1", "1"),
    ("mpi", "library"): (None, None, None),
    ("mpi", "sendrecv"): (None, None, "log2 P"),
}


def implementation(pattern: str, series: tuple[str, str], **changes: Any) -> example.Record:
    named = {"path": series[0], "protocol": series[1], "pattern": pattern, "summary": "somehow"}
    return named | dict(zip(("copies", "lines", "waits"), COUNTS[series], strict=True)) | changes


def campaign(patterns=("pingpong", "reduce"), **changes: Any) -> list[example.Record]:
    declared = [implementation(p, s) for p in patterns for s in example.series_of(p)]
    facts = {"implementations": declared} | changes
    return example.campaign(patterns, ("bus",), SIZES, facts=facts)
