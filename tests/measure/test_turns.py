# SPDX-License-Identifier: BSD-3-Clause
"""A plan is measured to its end by an engine whose times are made up; no machine is needed."""

from types import SimpleNamespace

import pytest
from groups import BLOCK_S, BUS, LAUNCH_S, group_of, state_of

from comops.measure.block.engine import Interrupted
from comops.measure.block.groups import GroupState
from comops.measure.recording import Recorder
from comops.measure.schedule.schedule import plan_measure_exact
from comops.measure.schedule.turns import order_of
from comops.results.methods import methods
from comops.results.plan import Group, key_of
from comops.results.topology import Placement
from comops.results.write import ResultsError, key_text
from comops.statistics.random import Random

CROSSBAR = Placement("crossbar", 2, (0, 2), "cores 0, 2", "")


def two_sizes() -> list[Group]:
    return [group_of(8, 2), group_of(1024, 2)]


def test_precise_groups_end_one_look_after_the_first(campaign):
    """Looks are at 6 and 11 launches."""
    made = campaign([group_of(8, 2)])
    told, cells = made.run(), made.told.of("cell")
    assert len(made.engine.launches) == 11
    assert [len(cell["launches"]) for cell in cells] == [11] * 2
    assert {cell["stopped"] for cell in cells} == {"precise"}
    assert cells[0]["launch_numbers"] == list(range(1, 12))
    assert all(cell["ci95_us"] for cell in cells)
    assert told.kinds() == {"canary": 11, "cell": 2, "pair": 1, "verdict": 2, "pooled": 1}
    assert [record["launch"] for record in told.of("canary")] == list(range(1, 12))
    pair = told.of("pair")[0]
    assert pair["ratio"] == pytest.approx(2, rel=0.01)
    assert pair["decision"] == "faster"


def test_the_rounds_of_a_launch_take_twice_as_long_as_its_start_where_there_is_time(campaign):
    """A start takes 0.1 s, or 0.05 s of each of two groups; a round 0.02 s."""
    plenty = campaign(two_sizes())
    plenty.run()
    little = campaign(two_sizes(), seconds=0.5)
    little.run()
    assert plenty.engine.rounds_of[8][:6] == [1, 3, 5, 5, 5, 5]
    assert little.engine.rounds_of[8] == [1] * 6


def test_what_is_not_precise_uses_up_its_time(campaign):
    made = campaign(two_sizes(), seconds=12)
    made.engine.noise = 0.2
    told = made.run()
    assert {cell["stopped"] for cell in told.of("cell")} == {"budget"}
    assert 12 <= made.engine.time.now < 13
    turns = list(made.engine.rounds_of.values())
    rounds = list(map(sum, turns))
    assert max(rounds) - min(rounds) <= max(map(max, turns))  # both have had the same time


@pytest.mark.parametrize(("launches", "seconds", "cells"), [
    (6, 12, 2), (9, 12, 40), (6, 6, 40), (6, 4, 2)])  # in 4 s, all launches live at the same time
def test_as_imb_a_budget_is_spent_on_few_launches_of_many_rounds(
        campaign, launches, seconds, cells):
    made = campaign([group_of(8, 2), group_of(1024, cells)], seconds=seconds, budget=seconds,
                    launches=launches, method=methods()["imb"])
    told = made.run()
    assert len(made.engine.launches) == launches
    assert 0.8 * seconds <= made.engine.time.now <= seconds
    part = (seconds - launches * LAUNCH_S) / launches / 2  # of each group in each launch
    for cell in told.of("cell"):
        assert len(cell["launches"]) == launches
        if cell["bytes"] == 8:  # it gets what the long rounds of the other leave
            assert min(cell["launches"]) * 2 * BLOCK_S >= 0.8 * part


@pytest.mark.parametrize("launches", [6, 1])
def test_a_trial_in_which_the_machine_stalled_prolongs_nothing(campaign, launches):
    groups = [*two_sizes(), group_of(8, 2, table=1, bundle=1)]
    for trial_s in (BLOCK_S, 300 * BLOCK_S):
        made = campaign(groups, seconds=3, launches=launches)
        made.engine.noise = 0.2
        made.run(trial_s=trial_s)
        assert 2.9 <= made.engine.time.now < 4


def test_a_group_of_long_rounds_skips_launches(campaign):
    made = campaign([group_of(8, 2), group_of(1024, 20)], seconds=30)
    made.engine.noise = 0.2
    made.run()
    seconds = {size: sum(rounds) * cells * BLOCK_S for (size, rounds), cells in zip(
        sorted(made.engine.rounds_of.items()), (2, 20), strict=True)}
    assert len(made.engine.rounds_of[1024]) < len(made.engine.rounds_of[8])
    assert seconds[1024] < 2 * seconds[8]


def test_rounds_of_a_single_launch_follow_each_other(campaign):
    made = campaign(two_sizes(), seconds=2, launches=1)
    told = made.run()
    assert len(made.engine.launches) == 2  # of the same workers: one canary for each group
    assert [len(cell["blocks"]) for cell in told.of("cell")] == [
        len(made.engine.rounds_of[cell["bytes"]]) for cell in told.of("cell")]
    assert all(40 <= len(turns) <= 60 for turns in made.engine.rounds_of.values())
    assert {cell["ci95_us"] for cell in told.of("cell")} == {None}


def test_an_interruption_keeps_the_groups_that_have_an_interval(campaign):
    def interrupt(block: int) -> None:
        if block == last:
            raise Interrupted

    for last, cells in ((25, 0), (200, 4)):
        made = campaign(two_sizes())
        made.engine.noise, made.engine.fails = 0.2, interrupt
        with pytest.raises(Interrupted):
            made.run()
        assert [cell["stopped"] for cell in made.told.of("cell")] == ["interrupted"] * cells


def test_a_file_that_is_full_ends_the_campaign(campaign):
    made = campaign([*two_sizes(), group_of(8, 2, table=1, bundle=1)])
    made.told.room = 13  # after twelve canaries and a record `cell`
    with pytest.raises(ResultsError):
        made.run()
    assert made.told.kinds() == {"canary": 12, "cell": 1}


def test_a_cell_that_fails_is_recorded_and_the_others_go_on(campaign):
    made = campaign(two_sizes())
    group = made.plan.groups[0]

    def broken(state: GroupState) -> None:
        if state.group is group and state.turns == 3:
            state.cells[1].error = "rank 1 died"

    made.engine.after = broken
    told = made.run()
    assert told.lost == ["rank 1 died"]
    assert [(cell["stopped"], cell["error"]) for cell in told.of("cell") if not cell["valid"]] == [
        ("error", "rank 1 died")]
    assert told.kinds()["pair"] == 1
    assert {cell["stopped"] for cell in told.of("cell") if cell["valid"]} == {"precise"}


def test_a_cell_without_a_sample_says_that_the_machine_is_too_busy(campaign):
    made = campaign([group_of(8, 2)], seconds=1)

    def void(state: GroupState) -> None:
        state.cells[0].samples.clear()
        state.cells[0].blocks = [0] * len(state.cells[0].blocks)

    made.engine.after = void
    assert made.run().lost == ["a rank was late for every start: the machine is too busy"]
    assert 9 <= made.engine.time.now < 10  # 6 times its second, and 3 more


def test_a_bundle_is_measured_in_the_same_launches_and_its_placements_compared(campaign):
    other = group_of(8, 2, CROSSBAR, table=1)
    first = group_of(8, 2)
    other.candidates = first.candidates
    made = campaign([first, other])
    told = made.run()
    assert made.engine.launches[:6] == [[first, other]] * 6
    ratios = told.of("placement_ratio")
    assert [(ratio["a"]["placement"], ratio["b"]["placement"]) for ratio in ratios] == [
        ("bus", "crossbar")] * 2
    assert all(ratio["launches"] >= 6 and "rounds" not in ratio for ratio in ratios)
    assert {canary["placement"] for canary in told.of("canary")} == {"bus", "crossbar"}


@pytest.mark.parametrize(("seconds", "used", "expected"), [
    (60, 1, [[0, 1, 2, 3, 4, 5]]), (300, 1, [[0, 1], [2, 3], [4, 5]]),
    (1200, 1, [[0], [1], [2], [3], [4], [5]]),
    # What a stage does not need is left to later ones.
    (300, 0.5, [[0, 1], [2], [3], [4], [5]])])
def test_stages_have_as_many_bundles_as_fit_two_minutes(
        campaign, monkeypatch, seconds, used, expected):
    made = campaign([group_of(8, 2, table=at, bundle=at) for at in range(6)], seconds=seconds)
    stages = []

    def turns(*how: object) -> SimpleNamespace:
        *_, states, share, later = how
        assert share + later == pytest.approx(seconds - made.engine.time.now)

        def measure() -> None:
            stages.append([state.group.bundle for state in states])
            made.engine.time.now += used * share

        return SimpleNamespace(measure=measure)

    monkeypatch.setattr("comops.measure.schedule.schedule.Turns", turns)
    made.run()
    assert stages == expected


def test_what_an_earlier_run_has_measured_is_not_measured_again(campaign):
    groups = [group_of(8 << at, 2, table=at, bundle=at) for at in range(3)]
    made = campaign(groups)
    method = made.engine.options.method.name
    done = {key_text(key_of(group, candidate, method)) for group in (groups[0], groups[2])
            for candidate in group.candidates[: 2 if group is groups[0] else 1]}
    told = made.run(done)
    assert sorted(cell["bytes"] for cell in told.of("cell")) == [16, 16, 32, 32]


def test_an_exact_engine_gives_one_block_of_each_cell(campaign):
    made = campaign([*two_sizes(), group_of(8, 2, table=1)])
    made.engine.noise = 0.0
    recorder = Recorder(made.told, made.told, {})
    plan_measure_exact(made.plan, made.engine, recorder, made.engine.options.method)
    assert made.engine.launches == [] and len(made.told.of("cell")) == 6
    assert [(cell["bytes"], cell["blocks"]) for cell in made.told.of("cell")] == [
        (size, [1]) for size in (8, 8, 1024, 1024, 8, 8)]


@pytest.mark.parametrize(("budget", "cells", "few"), [
    (10, [2, 2, 2], 0), (2.5, [2, 2, 40], 1), (1, [40, 40, 40], 3)])
def test_a_budget_is_kept_by_groups_that_end_after_a_turn_or_more(campaign, budget, cells, few):
    """Six launches of a group with 40 cells take 2.4 s; one launch of all is the least."""
    groups = [group_of(8 << at, many) for at, many in enumerate(cells)]
    made = campaign(groups, seconds=budget, budget=budget)
    made.engine.noise = 0.2
    told = made.run()
    least, turn = LAUNCH_S * 6 + BLOCK_S * sum(cells), BLOCK_S * max(cells)
    assert made.engine.time.now <= 1.1 * max(budget, least) + turn
    assert made.recorder.few == few and made.recorder.groups == 3
    assert all(cell["launches"] for cell in told.of("cell"))
    if few:
        assert made.engine.time.now >= 0.8 * budget


def test_without_a_budget_each_group_gets_its_interval(campaign):
    made = campaign([group_of(8, 2), group_of(16, 40)], seconds=1)
    made.engine.noise = 0.2
    made.run()
    assert made.recorder.few == 0 and made.engine.time.now > 2


def test_placements_are_kept_together_and_begin_with_the_largest_messages():
    groups = [group_of(size, 2, placement) for size in (8, 1 << 20, 64)
              for placement in (BUS, CROSSBAR)]
    states = [state_of(group) for group in groups]
    first = set()
    for seed in range(20):
        order = [state.group for state in order_of(states, Random(seed))]
        assert sorted(map(id, order)) == sorted(map(id, groups))
        assert [group.placement.name for group in order] in (
            ["bus"] * 3 + ["crossbar"] * 3, ["crossbar"] * 3 + ["bus"] * 3)
        assert order[0].bytes == order[3].bytes == 1 << 20
        first.add((order[0].placement.name, order[1].bytes))
    assert len(first) == 4  # what follows is in any order
    states[0].ended = True
    assert states[0] not in order_of(states, Random(1))
