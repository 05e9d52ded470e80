# SPDX-License-Identifier: BSD-3-Clause
"""Tunings in records and in the cache folder, what trials make of them, and which launches of
trials count; the choice itself is in tests/statistics."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from groups import BUS, MACHINE, Reporter, group_of

from comops.common.console import UsageError
from comops.measure.launch.workers import Outcome
from comops.measure.library import constant
from comops.measure.trials import Scene, trials_take
from comops.measure.tuning import Tuned, Tunings, tuning_parse
from comops.results.campaign import Trial
from comops.results.plan import Plan

CACHE, MOST = 1 << 20, constant("TUNING_LINES_MOST")
DEFAULT = {"lines": MOST // 4, "both_copy_from": CACHE // 2}
GOOD = {"lines": 12, "both_copy_from": 0}
FASTER, EQUAL = (0.8, 0.9), (0.99, 1.01)


@pytest.mark.parametrize("values", [(0, 0), (10, 1 << 20), (MOST, 2**32 - 1)])
def test_a_tuning_survives_its_record(values):
    tuned = Tuned(BUS, group_of(8, 2), None, CACHE)
    assert tuned.take(dict(zip(DEFAULT, values, strict=True)), "file")
    assert tuning_parse(tuned.record(), CACHE) == tuned.values
    assert tuple(tuned.values[name] for name in DEFAULT) == values


@pytest.mark.parametrize("wrong", [
    {"lines": MOST + 1}, {"lines": -1}, {"lines": "10"}, {"lines": 1.0}, {"lines": True},
    {"lines": None}, {"lines": []}, {"both_copy_from": 2**32}, {"trials": "fast"},
    {"trials": None}, {"found": 5}, {"trials": [{"ratio": "<b>"}]}])
def test_what_is_no_tuning_is_refused(wrong):
    assert tuning_parse(GOOD, CACHE)
    for record in (GOOD | wrong, [], None, "pause", {}):
        assert tuning_parse(record, CACHE) is None


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "comops/tuning"


@pytest.fixture
def find(cache, monkeypatch):
    """What a campaign takes whose trials find these intervals by parameter and step, EQUAL
    elsewhere; from a `file` instead of the cache."""
    def found(known, file=None):
        def trials(_supervisor, _group, _path, scenes):
            tried.append({(scene.parameter, scene.step) for scene in scenes})
            return [Trial(parameter=parameter, step=step, ratio=1.0, launches=8, patterns={},
                          ci95=known.get((parameter, step), EQUAL))
                    for parameter, step in dict.fromkeys(scene[:2] for scene in scenes)]

        tried = []
        monkeypatch.setattr("comops.measure.tuning.trials_take", trials)
        tuned = Tuned(BUS, group_of(8, 2), None, CACHE)
        if file:
            assert tuned.take(file, "file")
        tuned.find(MACHINE, None, Reporter())
        return tuned, tried
    return found


MORE = {("lines", 5): FASTER, ("lines", 10): FASTER, ("lines", 20): FASTER}


def test_what_trials_found_is_kept_and_its_difference_from_the_default_checked(cache, find):
    tuned, _ = find(MORE)
    assert (tuned.source, tuned.values["lines"]) == ("trial", 20)
    kept, = cache.iterdir()
    tuned, tried = find(MORE)
    assert (tuned.source, tuned.values["lines"], tried) == ("kept", 20, [{("lines", 20)}])
    record = tuned.record()
    assert record["refuted"] == [] and len(record["trials"]) > len(record["check"]) > 0
    kept.write_text(kept.read_text()[:-20])  # damaged
    assert find(MORE)[0].source == "trial"
    content = json.loads(kept.read_text())
    content["key"]["pus"] = [0, 5]  # of other hardware threads
    kept.write_text(json.dumps(content))
    assert find(MORE)[0].source == "trial"


def test_kept_values_that_gain_nothing_now_give_way_to_new_trials_those_of_a_file_stay(cache, find):
    find(MORE)
    tuned, tried = find({("lines", 20): None})  # disturbed: that decides nothing
    assert (tuned.source, tuned.values["lines"], len(tried)) == ("kept", 20, 1)
    tuned, tried = find({})
    assert (tuned.source, tuned.values["lines"], len(tried)) == ("trial", MOST // 4, 2)
    assert tuned.record()["dropped"] == DEFAULT | {"lines": 20}
    assert find({})[0].source == "kept"
    tuned, tried = find({}, file=DEFAULT | {"lines": 20})
    assert (tuned.source, tuned.values["lines"], len(tried)) == ("file", 20, 1)
    assert tuned.record()["refuted"] == ["lines"]


def test_without_an_interval_the_default_holds_and_nothing_is_kept(cache, find):
    assert find({("lines", 10): None})[0].values == DEFAULT | {"known": 1}
    assert not cache.exists()


def test_a_cache_that_cannot_be_written_is_no_error(cache, find, monkeypatch):
    cache.parent.write_text("no folder")
    assert find({})[0].source == "trial"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "not absolute")
    assert find({})[0].source == "trial"
    assert not os.path.exists("not absolute")


def test_a_file_gives_the_tuning_of_the_same_hardware_threads_alone(tmp_path):
    file = tmp_path / "results.jsonl"
    plan = Plan([group_of(8, 2)])
    file.write_text(json.dumps({"tuning": [{"pus": [0, 1], **GOOD}]}) + "\n{")
    tuned, = Tunings(plan, str(file)).all.values()
    assert (tuned.source, tuned.values["lines"]) == ("file", 12)
    file.write_text(json.dumps({"tuning": [{"pus": [0, 2], **GOOD}]}))
    with pytest.raises(UsageError, match="has no tuning for the hardware threads of placement bus"):
        Tunings(plan, str(file))
    for content in ("", "[]", "{}", '{"tuning": 1}', "[" * 100000):
        file.write_text(content)
        with pytest.raises(UsageError, match="has no tuning; name a results file"):
            Tunings(plan, str(file))


def test_off_takes_the_default_and_only_direct_needs_any():
    assert Tunings(Plan([group_of(8, 2)]), "off", CACHE).records() == [
        DEFAULT | {"placement": "bus", "pus": [0, 1], "source": "fixed"}]
    other = group_of(8, 4)
    other.candidates = other.candidates[2:]
    assert Tunings(Plan([other])).records() == []


SCENES = [Scene("lines", 10, pattern, 560) for pattern in ("pingpong", "broadcast")]


@pytest.fixture
def take(monkeypatch):
    """Trials in which a run takes 1 without lines and 0.5 with them, and the n-th launch has the
    n-th of these: `late` stamps have no time, `lost` is the share of time without a core, `ns` the
    hand-over at the end, or `dead`: there is no answer."""
    def taken(launches, **usual):
        def worker(*_):
            now = usual | (launches[at["launch"]] if at["launch"] < len(launches) else {})

            def command(command, *_):
                at["us"] = 0.5 if command["lines"][0] else 1.0
                return Outcome.DIED if now.get("dead") else Outcome.DONE
            return SimpleNamespace(
                command=command, error=lambda: "", reports=lambda: now,
                in_time=lambda stamps: [at["us"]] * int(stamps * (1 - now.get("late", 0))))

        def restart(*_):
            at["launch"] += 1

        def seen(now, ranks):
            return [SimpleNamespace(watched_us=10.0, disturbances=[10 * now.get("lost", 0), 0.0],
                                    handover_before_ns=rank * 50.0,
                                    handover_after_ns=rank * now.get("ns", 50.0))
                    for rank in range(ranks)]

        at = {"launch": -1}
        monkeypatch.setattr("comops.measure.trials.seen_by", seen)
        return trials_take(SimpleNamespace(restart=restart, worker=worker), group_of(8, 2), None,
                           SCENES)[0]
    return taken


@pytest.mark.parametrize("launches, count", [
    ([], 8), ([{"late": 0.5}, {"lost": 0.5}], 8), ([{"dead": True}, {"late": 1}], 8),
    ([{"ns": 110.0}] * 2, 8), ([{}, {}] + [{"late": 0.5}] * 5, 2), ([{"dead": True}] * 3, 0)])
def test_disturbed_launches_count_as_none_and_few_have_no_interval(take, launches, count):
    trial = take(launches)
    assert trial.launches == count and trial.ratio == (pytest.approx(0.5) if count else None)
    assert trial.patterns == ({"pingpong": 0.5, "broadcast": 0.5} if count else {})
    assert (trial.ci95 is not None) == (count >= 6)
