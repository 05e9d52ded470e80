# SPDX-License-Identifier: BSD-3-Clause
"""What decides whether a group is precise, and how many rounds its next launch has."""

import random

import pytest
from cells import add_launches, begun

from comops.statistics.looks import Look
from comops.statistics.ratios import ratio_of
from comops.statistics.times import interval, levels, time_us

MPI = ["mpi/library", "mpi/sendrecv"]


def group_of(*names, launches=9, noise=0.01):
    """Launches of three rounds; the noise of each cell is more than that of the one before it."""
    chance = random.Random(1)
    return [add_launches(begun(name), [
        [[(1 + at) * chance.lognormvariate(0, 2**at * noise)] for _ in range(3)]
        for _ in range(launches)]) for at, name in enumerate(names)]


def names_of(look):
    return look.widest and [f"{cell.key['path']}/{cell.key['protocol']}"
                            for cell in look.widest[:2]]


@pytest.mark.parametrize("names, widest", [
    (["threads/barrier", "threads/direct", "mpi/direct", *MPI], ["threads/barrier", "mpi/library"]),
    (["mpi/direct", *MPI, "mpi@other/library"], ["mpi/library", "mpi@other/library"]),
    (["shmem/put", "shmem/get", "mpi/get"], ["shmem/get", "mpi/get"]), (MPI, None)])
def test_the_widest_is_of_verdicts_and_libraries_or_of_paths_or_of_cells(names, widest):
    cells = group_of(*names)
    look = Look(cells)
    assert names_of(look) == widest
    if widest:
        half = look.widest[2].half_width
        assert look.levels() == ratio_of(*look.widest[:2]).levels
    else:
        low, high = interval(cells[1])
        half = (high - low) / 2 / time_us(cells[1])
        assert look.levels() == levels(cells[0])
    assert look.precise(1.001 * half) and not look.precise(0.999 * half)


def test_a_cell_that_fails_is_left_out():
    cells = group_of("threads/direct", "mpi/library", "mpi/direct")
    cells[1].error = "its rank 1 was killed"
    assert names_of(Look(cells)) == ["threads/direct", "mpi/direct"]


def test_a_group_with_a_cell_that_never_started_in_time_is_not_precise():
    assert not Look([*group_of(*MPI), begun("mpi/get")]).precise(0.5)


def test_one_launch_of_rounds_is_never_precise_and_shows_no_levels():
    look = Look(group_of("mpi/library", "mpi@other/library", launches=1))
    assert not look.precise(0.5) and look.levels() is None
