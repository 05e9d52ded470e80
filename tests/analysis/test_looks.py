# SPDX-License-Identifier: BSD-3-Clause
"""Looks at a growing group say what the plain functions say of its cells."""

import random

import pytest

from analysis.cells import Cell
from analysis.levels import levels_estimate
from analysis.looks import Look, sides_shown, widest_shown
from analysis.ratios import ratio_of
from analysis.times import levels, precise, time_us
from campaign.planning.methods import METHODS

GROUPS = {
    "threads and mpi": ["threads/barrier", "threads/lock", "threads/direct", "threads/library",
                        "mpi/library", "mpi/sendrecv", "mpi/direct", "shmem/put"],
    "two libraries": ["mpi/library", "mpi@other/library", "mpi@other/direct"],
    "paths without a verdict": ["shmem/put", "mpi/get"],
    "one path": ["mpi/library", "mpi/sendrecv"],
}


def group_of(names, method="adaptive"):
    keys = [dict(zip(("path", "protocol"), name.split("/"), strict=True)) for name in names]
    return [Cell(key | {"bytes": 8}, METHODS[method]) for key in keys]


def take_launch(cells, number, chance, void):
    """A launch of one to five rounds, in which blocks are void with this probability."""
    rounds = chance.choice((1, 2, 3, 5))
    for cell in cells:
        if number > 1:
            cell.begin_launch(number)
    speed = [chance.lognormvariate(0, 0.02) for _ in cells]
    for _ in range(rounds):
        for at, cell in enumerate(cells):
            cell.begin_block(0.0)
            taken = 0 if chance.random() < void else chance.choice((1, 4))
            cell.add_samples([(1 + at / 40) * speed[at] * chance.lognormvariate(0, 0.01)
                              for _ in range(taken)])


def plain_widest(cells):
    return widest_shown(cells, sides_shown(cells), ratio_of, time_us)


def plain_precise(cells, precision):
    widest = plain_widest(cells)
    if any(not cell.samples and not cell.error for cell in cells):
        return False
    if widest:
        return widest[2].half_width <= precision
    return all(precise(cell, precision) for cell in cells if cell.valid)


def plain_levels(cells):
    widest = plain_widest(cells)
    return ratio_of(*widest[:2]).levels if widest else next(
        filter(None, (levels(cell) for cell in cells if cell.valid)), None)


def near(found, expected):
    if expected is None or found is None:
        return found is expected
    return found == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


def check(look, cells):
    """Returns whether the group is precise by some of the limits that are tried."""
    expected, found = plain_widest(cells), look.widest()
    assert (found is None) == (expected is None)
    if expected:
        assert found[0] is expected[0] and found[1] is expected[1]
        assert near(found[2].value, expected[2].value)
        assert near(found[2].ci95, expected[2].ci95) and near(found[2].ci90, expected[2].ci90)
    assert near(look.levels(), plain_levels(cells))
    limits = (0.003, 0.01, 0.02, 0.1)
    assert [look.precise(one) for one in limits] == [plain_precise(cells, one) for one in limits]
    return look.precise(0.1)


@pytest.mark.parametrize("void", [0, 0.2, 0.7])
@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
def test_looks_after_each_launch_say_what_the_plain_functions_say(names, void):
    chance = random.Random(len(names) + void)
    cells = group_of(names)
    look = Look(cells)
    reached = []
    for number in range(1, 21):
        take_launch(cells, number, chance, void)
        reached.append(check(look, cells))
    assert not reached[3] and (reached[-1] or void)


def test_what_is_seen_between_two_looks_is_not_lost():
    chance = random.Random(3)
    cells = group_of(GROUPS["threads and mpi"])
    look = Look(cells)
    for number in range(1, 41):
        take_launch(cells, number, chance, 0.1)
        if number in (1, 2, 15, 16, 40):
            check(look, cells)


def test_a_round_added_to_the_last_launch_counts():
    chance = random.Random(4)
    cells = group_of(GROUPS["two libraries"])
    look = Look(cells)
    for number in range(1, 9):
        take_launch(cells, number, chance, 0)
        check(look, cells)
        for cell in cells:
            cell.begin_block(0.0)
            cell.add_samples([chance.lognormvariate(0, 0.05)])
        check(look, cells)


def test_a_cell_that_fails_is_left_out_from_then_on():
    chance = random.Random(5)
    cells = group_of(GROUPS["threads and mpi"])
    look = Look(cells)
    look.precise(0.1)
    for number in range(1, 13):
        take_launch(cells, number, chance, 0)
        if number == 7:
            cells[2].error = "its rank 1 was killed"
        check(look, cells)


def test_samples_that_are_forgotten_do_not_count():
    cells = group_of(GROUPS["one path"])
    look = Look(cells)
    take_launch(cells, 1, random.Random(6), 0)
    look.precise(0.1)
    for cell in cells:
        cell.forget()
    for number in range(1, 8):
        take_launch(cells, number, random.Random(number), 0)
        check(look, cells)


def test_a_group_with_a_cell_that_never_started_in_time_is_not_precise():
    chance = random.Random(7)
    cells = group_of(GROUPS["one path"])
    for number in range(1, 10):
        take_launch(cells, number, chance, 0)
    assert Look(cells).precise(0.5)
    cells.append(group_of(["mpi/get"])[0])
    assert not Look(cells).precise(0.5)


def test_one_launch_of_rounds_is_never_precise_and_shows_no_levels():
    chance = random.Random(8)
    cells = group_of(GROUPS["two libraries"], "luecke")
    for _ in range(20):
        for cell in cells:
            cell.begin_block(0.0)
            cell.add_samples([chance.lognormvariate(0, 0.001) for _ in range(51)])
    look = Look(cells)
    assert not look.precise(0.5) and look.levels() is None and levels_estimate([[1.0, 2.0]]) is None
    check(look, cells)
