# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns whose ranks are moved, or whose pages are new: what the rounds had is given."""

from collections.abc import Callable

import pytest
from groups import Campaign, group_of

from comops.measure.block.groups import GroupState
from comops.statistics.findings import FoundDistance
from comops.statistics.handovers import Handovers, measured_of

NEAR, FAR = 28.0, 110.0
Give = Callable[[int], Handovers]


class Moved:
    """A campaign in which round n of a group has the hand-overs give(n), and its second cell takes
    twice as long as the first at NEAR, half as long at FAR, and anything in between."""

    def __init__(self, made: Campaign, give: Give) -> None:
        self.made, self.given, self.give = made, 0, give
        self.found: list[object] = []
        made.engine.after = self.round
        made.told.found = self.found.append

    def round(self, state: GroupState) -> None:
        given = self.give(self.given)
        self.given += 1
        state.handovers.append(given)
        if given.before != given.after:
            state.cells[1].samples[-1] = 77.0
        elif given.before == (FAR,):
            state.cells[1].samples[-1] = 0.5


def always(before: float, after: float | None = None) -> Handovers:
    return Handovers((before,), (after or before,))


def test_results_are_those_of_the_most_frequent_distance(campaign):
    """Two of ten rounds are far away, and one is moved meanwhile."""
    def give(number: int) -> Handovers:
        return [always(NEAR), always(FAR), always(NEAR, FAR)][
            {3: 1, 6: 1, 8: 2}.get(number % 10, 0)]

    moved = Moved(campaign([group_of(8, 2)], seconds=3), give)
    moved.made.engine.options.launches = 60
    told = moved.made.run()
    rounds, = told.of("rounds")
    count = len(rounds["classes"])
    assert rounds["classes"][:10] == [0, 0, 0, 1, 0, 0, 1, 0, None, 0]
    assert (rounds["used"], rounds["void"]) == (0, rounds["classes"].count(None))
    assert [row["handover_ns"] for row in rounds["distances"]] == [[NEAR], [FAR]]
    assert (rounds["before_ns"][8], rounds["after_ns"][8]) == ([NEAR], [FAR])
    cells = told.of("cell")
    assert all(cell["left_out"] == [at for at, kind in enumerate(rounds["classes"]) if kind != 0]
               for cell in cells)
    assert [len(cell["samples_us"]) for cell in cells] == [count] * 2  # nothing is lost
    assert all(1.98 < time < 2.02 for time in cells[1]["launch_us"] if time is not None)
    assert told.of("pair")[0]["ratio"] == pytest.approx(2, rel=0.01)
    measured = measured_of([Handovers(tuple(before), tuple(after)) for before, after in zip(
        rounds["before_ns"], rounds["after_ns"], strict=True)])
    assert [(low, share) for low, _, share in measured.classes] == [
        (NEAR, rounds["classes"].count(0) / count), (FAR, rounds["classes"].count(1) / count)]
    other, = (item for item in moved.found if isinstance(item, FoundDistance))
    (size, verdict), = other.verdicts
    assert (other.low_ns, size) == (FAR, 8)
    assert verdict.ratio.value == pytest.approx(0.5, rel=0.01)
    assert verdict.ratio.launches >= 6


def test_rounds_at_another_distance_with_the_same_ratio_are_used_and_not_told_apart(campaign):
    """At FAR both cells take three times as long."""
    moved = Moved(campaign([group_of(8, 2)], seconds=3), lambda number: always(NEAR))
    moved.made.engine.options.launches = 30

    def round_of(state: GroupState) -> None:
        far = state.turns % 3 == 2
        state.handovers.append(always(FAR if far else NEAR))
        for cell in state.cells:
            cell.samples[-1] *= 3 if far else 1

    moved.made.engine.after = round_of
    told = moved.made.run()
    pair, = told.of("pair")
    rounds = told.of("rounds")[0]["classes"]
    assert pair["elsewhere"] == {"rounds": rounds.count(1), "used": True}
    assert (pair["rounds"], pair["launches"]) == (len(rounds), len(told.of("canary")))
    assert pair["ratio"] == pytest.approx(2, rel=0.01)
    assert all(time < 2.1 for cell in told.of("cell") for time in cell["launch_us"] if time)
    assert not any(isinstance(item, FoundDistance) for item in moved.found)


@pytest.mark.parametrize(("give", "used", "classes"), [
    (lambda number: always(FAR if number < 9 else NEAR), 0, {0, 1}),
    (lambda number: always(NEAR + number % 3), 0, {0}),  # cores that stay leave every round
    (lambda number: always(NEAR, FAR), None, {None})])  # one that never stays uses all
def test_a_distance_has_a_line_of_its_own_if_six_launches_had_it(campaign, give, used, classes):
    moved = Moved(campaign([group_of(8, 2)]), give)
    told = moved.made.run()
    rounds, = told.of("rounds")
    assert (set(rounds["classes"]), rounds["used"]) == (classes, used)
    assert (rounds["classes"].count(1), rounds["void"]) == (
        9 * (1 in classes), rounds["classes"].count(None))
    assert not any(isinstance(item, FoundDistance) for item in moved.found)
    assert any("left_out" in cell for cell in told.of("cell")) == (1 in classes)


def test_groups_of_a_table_use_the_same_distance(campaign):
    """The first group ends while most rounds are near; later ones are far."""
    moved = Moved(campaign([group_of(8, 2), group_of(1024, 2)]), lambda number: always(NEAR))

    def give(state: GroupState) -> None:
        late = state.group.bytes == 1024 and state.turns % 3 == 2
        moved.give = lambda number: always(FAR if late else NEAR)
        moved.round(state)

    moved.made.engine.after = give
    told = moved.made.run()
    used = [row["distances"][row["used"]]["handover_ns"] for row in told.of("rounds")]
    assert used == [[NEAR], [NEAR]]


@pytest.mark.parametrize(("malloc", "used"), [("default", "with"), ("keep", "without")])
def test_a_cell_that_page_faults_split_has_both_times_and_results_of_one(campaign, malloc, used):
    """Two rounds in three fault, and take three times as long."""
    made = campaign([group_of(8, 2)], seconds=3, launches=30, malloc=malloc)
    given = []

    def split_up(state: GroupState) -> None:
        given.append(len(given) % 3 > 0)
        for faults, cell in enumerate(state.cells):  # the second alone has some
            seen = cell.disturbances
            seen.watched_us.append(0.0)
            seen.lost_us.append(0.0)
            seen.faults_per_run.append(1.0 * faults * given[-1])
        state.cells[1].samples[-1] *= 3 if given[-1] else 1

    made.engine.after = split_up
    told = made.run()
    whole, split = told.of("cell")
    assert "page_faults" not in whole and "left_out" not in whole
    assert split["page_faults"]["used"] == used
    assert split["left_out"] == [at for at, new in enumerate(given) if new != (used == "with")]
    times = {"with": 6, "without": 2}
    for state, time in times.items():
        assert split["page_faults"][state]["time_us"] == pytest.approx(time, rel=0.01)
    assert split["time_us"] == pytest.approx(times[used], rel=0.01)
    assert told.of("pair")[0]["ratio"] == pytest.approx(times[used], rel=0.01)
    assert split["warnings"] == ["page-faults"]
