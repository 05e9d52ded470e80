# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign recorded follows from its samples.

The campaigns are those of tests/transcripts that the front end in C recorded, and one that was
simulated. Samples have nine digits, as records do, so times and ratios differ by at most two units
of the ninth one. What follows from differences of times that are nearly equal has fewer digits, and
so has a fit's latency, which is small beside the times.

    python tests/analysis/test_recomputed.py FILE...

compares other results files in the same way.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from recomputed import RECORDED, Record, Replay, fit, key_of, replays_of

FILES = [Path(__file__).parents[1] / f"transcripts/recorded/{name}.jsonl.xz" for name in (
    "buffers", "killed", "method-comops", "method-luecke", "ordinary", "oversubscribed",
    "simulated", "two-libraries")]
NINE = 2e-8  # relative
FITTED = 1e-5  # relative; of ten campaigns the largest difference was 6e-7
LEAST = 1e-7  # of a fit, microseconds: latencies of almost 0
SPREAD = 1e-6  # of relative deviations
NOT_CONVERGED = 1e-3  # relative: robust fits that alternate, where the last bit decides


def differences(record: object, found: object, near: float, least: float = 0.0) -> str:
    """Where the two differ by more than `near`, relatively, and `least`; empty if nowhere."""
    if isinstance(record, dict) and isinstance(found, dict):
        if record.keys() != found.keys():
            return f"members {sorted(record.keys() ^ found.keys())}"
        parts = {name: differences(record[name], found[name], near, least) for name in record}
        return "; ".join(f"{name}: {part}" for name, part in parts.items() if part)
    if isinstance(record, list) and isinstance(found, list | tuple):
        if len(record) != len(found):
            return f"{len(record)} and {len(found)}"
        parts = map(lambda one, other: differences(one, other, near, least), record, found)
        return "; ".join(filter(None, parts))
    if isinstance(record, float) and isinstance(found, float):
        same = record == pytest.approx(found, rel=near, abs=least)
    else:
        same = record == found
    return "" if same else f"{record!r} {found!r}"


def cells(replay: Replay) -> Iterator[str]:
    for record, cell in replay.valid():
        found = replay.computed(cell)
        for name in RECORDED:
            least = SPREAD if name == "spread" else 0.0
            yield differences(record.get(name), found[name], NINE, least)
        recorded, given = replay.warnings(record, cell)
        yield "" if recorded == given else f"warnings {sorted(recorded ^ given)}"


def ratios(kind: str, replay: Replay) -> Iterator[str]:
    found = replay.ratios(kind)
    recorded = replay.by_cells(kind)
    yield "" if recorded.keys() == found.keys() else f"{len(recorded)} and {len(found)}"
    for key, record in recorded.items():
        yield ratio(record, found[key])


def ratio(record: Record, found: Record) -> str:
    """Where a pair or a verdict differs."""
    plain = {name: record.get(name) for name in found if name != "spread"}
    return "; ".join(filter(None, [
        differences(plain, {name: found[name] for name in plain}, NINE),
        differences(record.get("spread"), found["spread"], NINE, SPREAD)]))


def verdicts(replay: Replay) -> Iterator[str]:
    found = replay.verdicts()
    recorded = {(record["verdict"], replay.group_key(record["a"])): record
                for record in replay.kinds["verdict"]}
    yield "" if recorded.keys() == found.keys() else f"{len(recorded)} and {len(found)}"
    for key, record in recorded.items():
        yield ratio(record, found[key])


def fits(replay: Replay) -> Iterator[str]:
    found = {(key_of(one.key), one.fit.model): fit(one.fit) for one in replay.findings()[0]}
    recorded = {(key_of(record), record["model"]): record for record in replay.kinds["fit"]}
    yield "" if recorded.keys() == found.keys() else f"{len(recorded)} and {len(found)}"
    for key, record in recorded.items():
        near = NOT_CONVERGED if key[1] == "hockney-robust" else FITTED
        yield differences({name: record[name] for name in found[key]}, found[key], near, LEAST)


def crossovers(replay: Replay) -> Iterator[str]:
    found = [{"a": one.a, "b": one.b, "bytes": one.crossover.bytes, "ci95": one.crossover.ci95,
              "below": "a" if one.crossover.a_below else "b"} for one in replay.findings()[1]]
    recorded = [{name: record[name] for name in ("a", "b", "bytes", "ci95", "below")}
                for record in replay.kinds["crossover"]]

    def place(one: Record) -> tuple:
        return key_of(one["a"]), key_of(one["b"]), one["bytes"]

    yield differences(sorted(recorded, key=place), sorted(found, key=place), FITTED)


CHECKS = {"cells": cells, "pairs": lambda replay: ratios("pair", replay),
          "placement ratios": lambda replay: ratios("placement_ratio", replay),
          "verdicts": verdicts, "fits": fits, "crossovers": crossovers}


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    return [replay for file in FILES for replay in replays_of(file)]


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_records_follow_from_the_samples(replays, check):
    assert [one for replay in replays for one in check(replay) if one] == []


def test_the_files_have_what_is_to_be_compared(replays):
    kinds = {kind for replay in replays for kind, records in replay.kinds.items() if records}
    assert {"cell", "pair", "verdict", "placement_ratio", "fit", "crossover"} <= kinds
    records = [record for replay in replays for record in replay.kinds["cell"]]
    members = {name for record in records for name, value in record.items() if value is not None}
    assert {*RECORDED, "stamps", "voided"} <= members
    assert {warning for record in records for warning in record["warnings"]}
    decisions = {record["decision"] for replay in replays for record in replay.kinds["pair"]}
    assert decisions == {"faster", "slower", "equivalent", "undecided"}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for replay in replays_of(Path(name)):
            for title, check in CHECKS.items():
                said = list(check(replay))
                wrong = [one for one in said if one]
                print(f"{name}: {title}: {len(said)} compared, {len(wrong)} differ", *wrong[:5],
                      sep="\n    ")
