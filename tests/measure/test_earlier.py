# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns and looks at the cores that are kept: what they say of the next one, and what may
happen to their files."""

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from groups import MACHINE, Campaign, Reporter, group_of

from comops.measure import earlier, machine_check
from comops.measure.earlier import CAMPAIGNS_MOST, FILES_MOST, Earlier, earlier_kept
from comops.measure.launch.places import Kept
from comops.measure.machine_check import cores_found
from comops.measure.planning.options import options_parse
from comops.measure.recording import Recorder
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.schedule import plan_measure
from comops.results.check import check
from comops.results.schema import schemas
from comops.statistics.handovers import Handovers
from comops.statistics.verdicts import KINDS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(earlier, "program_hash", lambda program: "0")
    return tmp_path / "comops/campaigns"


def run(made: Campaign, *words: str, candidates: int = 2, reporter: Reporter | None = None
        ) -> list[dict]:
    """Its records of what holds here; keeps its ratios."""
    made.plan.groups[:] = [group_of(8, candidates)]
    kept = Earlier(earlier_kept(options_parse(list(words)), MACHINE, {"mpi": "MPICH"}))
    plan_measure(made.plan, made.engine, TurnCosts(made.engine.options, 0.1, turn=(0.01, 0.0)),
                 Recorder(made.told, made.told, {}, kept), 3)
    kept.keep(reporter or Reporter())
    here, made.told.records = made.told.of("here"), []
    return here


def test_the_third_campaign_says_what_holds_here(campaign, folder):
    made = campaign([group_of(8, 2)])
    assert [run(made), run(made)] == [[], []]
    here, = run(made)
    check(schemas()["here"], json.loads(json.dumps(here)))
    assert (here["pattern"], here["bytes"], here["compared"].keys()) == (
        "pingpong", 8, {"best", "same-code"})
    low, high = here["compared"]["best"]["ci95"]
    assert here["compared"]["best"]["campaigns"] == 3 and 1.9 < low < 2 < high < 2.1


def test_only_campaigns_of_the_same_settings_and_implementations_count(
        campaign, folder, monkeypatch):
    made = campaign([group_of(8, 2)])
    for _ in range(2):
        run(made)
    assert run(made, "--malloc", "keep") == []
    assert run(made, candidates=4) == []
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    assert run(made) == []
    monkeypatch.delenv("OMP_WAIT_POLICY")
    assert run(made)


def test_a_file_has_twenty_campaigns_and_the_folder_a_hundred_files(campaign, folder):
    made = campaign([group_of(8, 2)])
    run(made)
    kept, = folder.iterdir()
    content = json.loads(kept.read_text())
    content["campaigns"] *= CAMPAIGNS_MOST
    kept.write_text(json.dumps(content))
    for at in range(FILES_MOST):
        other = folder / f"{at}.json"
        other.touch()
        os.utime(other, (at, at))
    assert run(made)[0]["compared"]["best"]["campaigns"] == CAMPAIGNS_MOST + 1
    assert len(json.loads(kept.read_text())["campaigns"]) == CAMPAIGNS_MOST
    assert len(list(folder.iterdir())) == FILES_MOST and kept.exists()
    assert not (folder / "0.json").exists()


@pytest.mark.parametrize("damage", [
    lambda text: text[:-20], lambda text: "[" * 100000, lambda text: "null",
    lambda text: json.dumps(json.loads(text) | {"campaigns": 7}),
    lambda text: json.dumps(json.loads(text) | {"campaigns": [[1]]}),
    lambda text: re.sub(r"(?<=\[\s)(\s*)[\d.]+", r"\g<1>1e300", text),
    lambda text: json.dumps(json.loads(text) | {"campaigns": [{"x": "y"}] * 3})])
def test_a_damaged_file_is_begun_anew(campaign, folder, damage):
    made = campaign([group_of(8, 2)])
    for _ in range(2):
        run(made)
    kept, = folder.iterdir()
    kept.write_text(damage(kept.read_text()))
    assert [run(made), run(made)] == [[], []]
    assert run(made)


def test_what_is_no_file_is_neither_read_nor_written(campaign, folder):
    made, reporter = campaign([group_of(8, 2)]), Reporter()
    run(made)
    kept, = folder.iterdir()
    kept.unlink()
    os.mkfifo(kept)
    assert run(made, reporter=reporter) == []
    assert reporter.said[-1].endswith(f"{kept} is not a file")


def test_a_folder_that_cannot_be_written_is_no_error(campaign, folder):
    made, reporter = campaign([group_of(8, 2)]), Reporter()
    folder.parent.write_text("no folder")
    assert run(made, reporter=reporter) == []
    assert "cannot be stored for later campaigns: " in reporter.said[-1]


@pytest.mark.parametrize(("distances", "counted"), [
    (((51, 51), (53, 53), (50, 50)), 3), (((51, 51), (241, 241), (50, 50)), 0),
    ((None, (51, 51), (51, 51)), 0), ((None, None, None), 3),
    (((51, 51), (51, 241), (51, 51), (52, 52)), 3)])
def test_only_campaigns_at_the_same_distance_of_the_ranks_count(folder, distances, counted):
    ratio = SimpleNamespace(value=2.0, ci95=(1.9, 2.1))
    verdict = SimpleNamespace(complete=True, ratio=ratio, cells=(SimpleNamespace(key={}), None))
    for ns in distances:
        kept = Earlier(earlier_kept(options_parse([]), MACHINE, {}))
        here = kept.compared(group_of(8, 2), {"best": verdict}, ns)
        kept.keep(Reporter())
    assert here.get("best", {"campaigns": 0})["campaigns"] == counted


def test_ratios_without_an_interval_are_not_kept(folder):
    kept = Earlier(earlier_kept(options_parse([]), MACHINE, {}))
    nothing = SimpleNamespace(complete=True, ratio=SimpleNamespace(value=2.0, ci95=None))
    assert kept.compared(group_of(8, 2), dict.fromkeys(KINDS, nothing), None) == {}
    kept.keep(Reporter())
    assert not folder.exists()


def looked(ns: list[float], kept: Kept) -> tuple:
    """A look that finds these hand-overs to hardware thread 1 for the same time each."""
    cores = cores_found({1: [Handovers((near + at / 10,)) for near in ns for at in range(9)]}, kept)
    return (cores.good, cores.values["looks"], cores.values["looks_moved"],
            [round(look["handover_ns"]) for look in cores.values["earlier"]])


@pytest.mark.parametrize(("looks", "wanted"), [
    ([(0, [28])], (True, 1, 0, [])),
    ([(0, [28]), (60, [29]), (90, [27]), (120, [28])], (True, 4, 0, [])),
    ([(0, [110]), (60, [111]), (90, [28])], (False, 3, 0, [110])),
    ([(0, [28, 110]), (60, [28])], (False, 2, 1, [110])),
    ([(0, [28]), (60, [28, 110])], (False, 2, 1, [])),
    ([(0, [110]), (3601, [28])], (True, 1, 0, [])),
    ([(60, [110]), (0, [28])], (True, 1, 0, [])),  # the clock was set back
    ([(0, [28]), (60, [])], (None, 2, 0, [28]))])
def test_cores_are_good_only_if_they_were_in_all_looks_of_the_last_hour(
        tmp_path, monkeypatch, looks, wanted):
    for at, ns in looks:
        monkeypatch.setattr(machine_check.time, "time", lambda at=at: 1e9 + at)
        last = looked(ns, Kept(tmp_path, {}))
    assert last == wanted


@pytest.mark.parametrize("content", [
    5, "ab", [5], [[1e9]], [["now", False, []]],
    *([[1e9, False, handovers]] for handovers in (5, [[1]], [[1, "x"]]))])
def test_looks_that_are_damaged_or_cannot_be_kept_are_as_none(tmp_path, monkeypatch, content):
    monkeypatch.setattr(machine_check.time, "time", lambda: 1e9)
    kept = Kept(tmp_path, {})
    assert kept.write("looks", content) == ""
    assert looked([28], kept) == (True, 1, 0, [])
    assert looked([28], kept) == (True, 2, 0, [])
    nowhere = Kept(Path("/dev/null/looks"), {})
    assert [looked([28], nowhere) for _ in range(2)] == 2 * [(True, 1, 0, [])]
