# SPDX-License-Identifier: BSD-3-Clause
"""Durations as people write them, 90, 90s, 2m, 1h, 30d, and as they read them, 50 s, 12 min."""

import re
from argparse import ArgumentTypeError

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
MOST = 1e6 * 3600  # seconds


def duration_parse(text: str) -> float:
    """Seconds, as a type of argparse."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)([smhd]?)", text, flags=re.ASCII)
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if not 0 < seconds <= MOST:
        raise ArgumentTypeError(f"`{text}` is not a time above 0, at most 1000000h; write 90, 90s, "
                                "2m, 1h or 30d")
    return seconds


def duration_text(seconds: float) -> str:
    """50 s, 12 min, 2.5 h."""
    if seconds < 120:
        return f"{seconds:.{int(0.05 <= seconds < 0.95)}f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
