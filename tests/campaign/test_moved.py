# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns whose ranks are moved, or whose pages are new: what the rounds had is given."""

from collections.abc import Callable

import pytest
from groups import Campaign, group_of

from analysis.findings import FoundDistance
from analysis.handovers import Handovers, measured_of
from campaign.groups import GroupState

NEAR, FAR = 28.0, 110.0
Give = Callable[[int], Handovers]


class Moved:
    """A campaign in which round n of a group has the hand-overs give(n), and its second cell takes
    twice as long as the first at NEAR, half as long at FAR, and anything in between."""

    def __init__(self, one: Campaign, give: Give) -> None:
        self.one, self.given, self.give = one, 0, give
        self.found: list[object] = []
        self._rounds, one.engine.rounds = one.engine.rounds, self.rounds
        one.told.found = self.found.append

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        for _ in range(rounds):
            self._rounds(state, 1, block_ns)
            given = self.give(self.given)
            self.given += 1
            state.handovers.append(given)
            if given.before != given.after:
                state.cells[1].samples[-1] = 77.0
            elif given.before == (FAR,):
                state.cells[1].samples[-1] = 0.5


def always(before: float, after: float | None = None) -> Handovers:
    return Handovers((before,), (after or before,))


def test_results_are_those_of_the_most_frequent_distance(
        campaign: Callable[..., Campaign]) -> None:
    """Two of ten rounds are far away, and one is moved meanwhile."""
    def give(number: int) -> Handovers:
        return [always(NEAR), always(FAR), always(NEAR, FAR)][
            {3: 1, 6: 1, 8: 2}.get(number % 10, 0)]

    moved = Moved(campaign([group_of(8, 2)], seconds=3), give)
    moved.one.engine.options.launches = 60
    told = moved.one.run()
    rounds, = told.of("rounds")
    count = len(rounds["classes"])
    assert rounds["classes"][:10] == [0, 0, 0, 1, 0, 0, 1, 0, None, 0]
    assert (rounds["used"], rounds["void"]) == (0, rounds["classes"].count(None))
    assert [one["handover_ns"] for one in rounds["distances"]] == [[NEAR], [FAR]]
    assert (rounds["before_ns"][8], rounds["after_ns"][8]) == ([NEAR], [FAR])
    cells = told.of("cell")
    assert all(cell["left_out"] == [at for at, one in enumerate(rounds["classes"]) if one != 0]
               for cell in cells)
    assert [len(cell["samples_us"]) for cell in cells] == [count] * 2  # nothing is lost
    assert all(1.98 < time < 2.02 for time in cells[1]["launch_us"] if time is not None)
    assert told.of("pair")[0]["ratio"] == pytest.approx(2, rel=0.01)
    measured = measured_of([Handovers(tuple(before), tuple(after)) for before, after in zip(
        rounds["before_ns"], rounds["after_ns"], strict=True)])
    assert [(low, share) for low, _, share in measured.classes] == [
        (NEAR, rounds["classes"].count(0) / count), (FAR, rounds["classes"].count(1) / count)]
    other, = (one for one in moved.found if isinstance(one, FoundDistance))
    (size, verdict), = other.verdicts
    assert (other.low_ns, size) == (FAR, 8)
    assert verdict.ratio.value == pytest.approx(0.5, rel=0.01)
    assert verdict.ratio.launches >= 6


def test_another_distance_with_fewer_launches_has_no_line(
        campaign: Callable[..., Campaign]) -> None:
    moved = Moved(campaign([group_of(8, 2)]), lambda number: always(FAR if number < 3 else NEAR))
    rounds, = moved.one.run().of("rounds")
    assert rounds["classes"].count(1) == 3
    assert not any(isinstance(one, FoundDistance) for one in moved.found)


def test_cores_that_stay_leave_every_round(campaign: Callable[..., Campaign]) -> None:
    moved = Moved(campaign([group_of(8, 2)]), lambda number: always(NEAR + number % 3))
    told = moved.one.run()
    rounds, = told.of("rounds")
    assert set(rounds["classes"]) == {0} and rounds["void"] == 0
    assert not any("left_out" in cell for cell in told.of("cell"))


def test_groups_of_a_table_use_the_same_distance(
        campaign: Callable[..., Campaign]) -> None:
    """The first group ends while most rounds are near; later ones are far."""
    groups = [group_of(8, 2), group_of(1024, 2)]
    moved = Moved(campaign(groups), lambda number: always(NEAR))
    far = {8: 0, 1024: 0}

    def give(state: GroupState, *how: object) -> None:
        far[state.group.bytes] += 1
        late = state.group.bytes == 1024 and state.turns % 3 == 2
        moved.give = lambda number: always(FAR if late else NEAR)
        moved.rounds(state, *how)

    moved.one.engine.rounds = give
    told = moved.one.run()
    used = [one["distances"][one["used"]]["handover_ns"] for one in told.of("rounds")]
    assert used == [[NEAR], [NEAR]]


def test_a_machine_that_never_stays_uses_all_rounds(
        campaign: Callable[..., Campaign]) -> None:
    moved = Moved(campaign([group_of(8, 2)]), lambda number: always(NEAR, FAR))
    told = moved.one.run()
    rounds, = told.of("rounds")
    assert rounds["used"] is None and rounds["void"] == len(rounds["classes"])
    assert not any("left_out" in cell for cell in told.of("cell"))


@pytest.mark.parametrize(("malloc", "used"), [("default", "with"), ("keep", "without")])
def test_a_cell_that_page_faults_split_has_both_times_and_results_of_one(
        campaign: Callable[..., Campaign], malloc: str, used: str) -> None:
    """Two rounds in three fault, and take three times as long."""
    one = campaign([group_of(8, 2)], seconds=3, launches=30, malloc=malloc)
    measure, given = one.engine.rounds, []

    def rounds(state: GroupState, rounds: int, block_ns: float) -> None:
        for _ in range(rounds):
            measure(state, 1, block_ns)
            given.append(len(given) % 3 > 0)
            for cell in state.cells:
                for values in (cell.disturbances.watched_us, cell.disturbances.lost_us):
                    values.append(0.0)
                faults = given[-1] and cell is state.cells[1]
                cell.disturbances.faults_per_run.append(1.0 * faults)
            state.cells[1].samples[-1] *= 3 if given[-1] else 1

    one.engine.rounds = rounds
    told = one.run()
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
