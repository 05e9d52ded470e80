# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns that happened are decided, recorded and told as they were then (transcript.py)."""

import json
from typing import Any

import pytest
from replay import Replay
from transcript import RECORDED, Event

from comops.reports.terminal.reporter import TerminalReporter

CAMPAIGNS = sorted({file.name.partition(".")[0] for file in RECORDED.iterdir()}
                   - {"machines", "plans"})


def differences(now: Any, then: Any, where: str = "") -> list[str]:
    """Where two values of records differ, numbers by more than 1 in the ninth digit."""
    if isinstance(now, dict) and isinstance(then, dict):
        names = {name: None for name in (*then, *now)}
        return [text for name in names
                for text in differences(now.get(name, "absent"), then.get(name, "absent"),
                                        f"{where}.{name}")]
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [text for at, pair in enumerate(zip(now, then, strict=True))
                for text in differences(*pair, f"{where}[{at}]")]
    if isinstance(now, int | float) and isinstance(then, int | float) and not isinstance(now, bool):
        return [] if now == pytest.approx(then, rel=1.1e-8) else [f"{where}: {now}, then {then}"]
    return [] if now == then else [f"{where}: {now!r}, then {then!r}"]


def named(record: Event) -> str:
    key = record.get("a", record)
    return " ".join(str(record.get(name, key.get(name, ""))) for name in (
        "record", "verdict", "model", "pattern", "path", "protocol", "bytes", "launch"))


def told(errors: str) -> list[str]:
    """Without how long it takes, and without what comes before the first measurement."""
    lines = errors.splitlines()
    planned = [at for at, line in enumerate(lines) if " will take about " in line]
    return lines[planned[0] + 1 :] if planned else lines


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_the_same_stamps_give_the_same_records_and_the_same_words(name, capfd):
    replay = Replay(name, TerminalReporter())
    replay.run()
    replay.conclude()
    now, printed = capfd.readouterr(), replay.script.printed
    records, then = list(map(json.loads, replay.results.kept[1:])), replay.script.records[1:]
    assert list(map(named, records)) == list(map(named, then))
    differing = [f"{named(record)}{text}" for record, other in zip(records, then, strict=True)
                 for text in differences(record, other)]
    assert differing == []
    assert now.out == printed["stdout"]
    assert told(now.err) == told(printed["stderr"])
