# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign recorded follows from its samples.

recorded.jsonl.xz was written by the front end in C, before it was replaced. Times and ratios are
compared to nine digits, which is what a record has: the last one may differ, because the samples
are rounded, too. What follows from small differences of times has fewer digits.

    python tests/analysis/test_recomputed.py FILE...

compares any other results files in the same way.
"""

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from replay import RECORDED, Record, Replay, fit, key_of, records_of

FILE = Path(__file__).parent / "recorded.jsonl.xz"
NINE = 3e-9  # relative: the samples' ninth digit, and the record's own
SMALL = 1e-5  # of deviations, and of the ends of intervals of fits, which follow from them
# The breakpoints' search ends with this precision.
PLACE = 1e-3


def differences(record: object, found: object, near: float) -> str:
    """Where the two differ by more than `near`; empty if nowhere."""
    if isinstance(record, dict) and isinstance(found, dict):
        if record.keys() != found.keys():
            return f"{record.keys() ^ found.keys()}"
        parts = {name: differences(record[name], found[name], near) for name in record}
        return ", ".join(f"{name}: {part}" for name, part in parts.items() if part)
    if isinstance(record, list) and isinstance(found, list | tuple):
        if len(record) != len(found):
            return f"{len(record)} and {len(found)}"
        parts = [differences(one, other, near) for one, other in zip(record, found, strict=True)]
        return ", ".join(part for part in parts if part)
    if isinstance(record, float) and isinstance(found, float):
        return "" if record == pytest.approx(found, rel=near, abs=1e-12) else f"{record} {found}"
    return "" if record == found else f"{record!r} {found!r}"


@pytest.fixture(scope="module")
def replay() -> Replay:
    return Replay(records_of(FILE))
