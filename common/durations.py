# SPDX-License-Identifier: BSD-3-Clause
"""Durations as people write them: 90, 90s, 2m, 1h, 30d."""

import re
from argparse import ArgumentTypeError

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def duration_parse(text: str) -> float:
    """Seconds, above 0."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)([smhd]?)", text, flags=re.ASCII)
    if not found or float(found[1]) == 0:
        raise ArgumentTypeError(f"`{text}` is not a time like 90, 90s, 2m, 1h or 30d")
    return float(found[1]) * _SECONDS[found[2]]
