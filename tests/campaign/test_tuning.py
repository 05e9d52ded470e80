# SPDX-License-Identifier: BSD-3-Clause
"""Tunings in records and in the cache folder; the choice itself is in tests/analysis."""

import json
import os
from pathlib import Path

import pytest
from groups import BUS, MACHINE, Reporter, group_of

from campaign.library import constant
from campaign.planning.plan import Plan
from campaign.tuning import FIXED, Tuned, Tunings, tuning_parse, tuning_record
from common.console import UsageError

MOST = constant("TUNING_LINES_MOST")
OTHER = FIXED | {"small_lines": 3, "both_copy_from": 4096}
GOOD = {"small_lines": 12, "prefetched_lines": 6, "both_copy_from": 0}


@pytest.mark.parametrize("values", [
    (0, 0, 0), (10, 6, 1 << 20), (MOST, MOST, 2**32 - 1)])
def test_a_tuning_survives_its_record(values):
    tuning = dict(zip(FIXED, values, strict=True))
    assert tuning_parse(tuning_record(tuning)) == tuning | {"known": 1}


@pytest.mark.parametrize("wrong", [
    {"small_lines": MOST + 1}, {"prefetched_lines": -1},
    {"small_lines": "10"}, {"small_lines": 1.0}, {"small_lines": True}, {"small_lines": None},
    {"both_copy_from": 2**32}, {"small_lines": []}, {"ratios": "fast"}, {"ratios": None},
    {"ratios": {"small_lines": {"2": "<b>"}}}])
def test_what_is_no_tuning_is_refused(wrong):
    assert tuning_parse(GOOD)
    for record in (GOOD | wrong, [], None, "pause", {}):
        assert tuning_parse(record) is None


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "comops/tuning"


def found(cache: Path, monkeypatch: pytest.MonkeyPatch, steady: bool = True) -> Tuned:
    """What a campaign takes whose trials find OTHER."""
    def trials(*_: object) -> tuple:
        return OTHER | {"known": 1}, {"small_lines": {"2": 0.8}}, steady

    monkeypatch.setattr("campaign.tuning.trials_take", trials)
    tuned = Tuned(BUS, group_of(8, 2), None)
    tuned.find(MACHINE, None, Reporter())
    return tuned


def test_what_trials_found_is_kept_for_the_next_campaign(cache, monkeypatch):
    assert found(cache, monkeypatch).source == "trial"
    kept, = cache.iterdir()
    second = found(cache, monkeypatch)
    assert (second.source, second.values) == ("kept", OTHER | {"known": 1})
    assert second.record()["ratios"] == {"small_lines": {"2": 0.8}}
    kept.write_text(kept.read_text()[:-20])  # damaged
    assert found(cache, monkeypatch).source == "trial"
    content = json.loads(kept.read_text())
    content["key"]["pus"] = [0, 5]  # of other hardware threads
    kept.write_text(json.dumps(content))
    assert found(cache, monkeypatch).source == "trial"


def test_what_disturbed_trials_found_is_not_kept(cache, monkeypatch):
    assert found(cache, monkeypatch, steady=False).values == OTHER | {"known": 1}
    assert not cache.exists()


def test_a_cache_that_cannot_be_written_is_no_error(cache, monkeypatch):
    cache.parent.write_text("no folder")
    assert found(cache, monkeypatch).source == "trial"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "not absolute")
    assert found(cache, monkeypatch).source == "trial"
    assert not os.path.exists("not absolute")


def test_a_file_gives_the_tuning_of_the_same_hardware_threads_alone(tmp_path):
    file = tmp_path / "results.jsonl"
    plan = Plan([group_of(8, 2)])
    file.write_text(json.dumps({"tuning": [{"pus": [0, 1], **GOOD}]}) + "\n{")
    tuned, = Tunings(plan, str(file)).all.values()
    assert (tuned.source, tuned.values["small_lines"]) == ("file", 12)
    file.write_text(json.dumps({"tuning": [{"pus": [0, 2], **GOOD}]}))
    with pytest.raises(UsageError, match="has no tuning for the hardware threads of placement bus"):
        Tunings(plan, str(file))
    for content in ("", "[]", "{}", '{"tuning": 1}', "[" * 100000):
        file.write_text(content)
        with pytest.raises(UsageError, match="has no tuning; name a results file"):
            Tunings(plan, str(file))


def test_off_takes_the_fixed_values_and_only_direct_needs_any():
    assert Tunings(Plan([group_of(8, 2)]), "off").records() == [
        tuning_record(FIXED) | {"placement": "bus", "pus": [0, 1], "source": "fixed"}]
    other = group_of(8, 4)
    other.candidates = other.candidates[2:]
    assert Tunings(Plan([other])).records() == []
