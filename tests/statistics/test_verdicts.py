# SPDX-License-Identifier: BSD-3-Clause
"""Which cells a verdict compares, and that what it says holds whichever of them is the fastest."""

import random

import pytest
from cells import begun, cell_of

from comops.statistics.ratios import ratio_of
from comops.statistics.verdicts import (KINDS, library_name, sides_of_libraries, verdict_between,
                                        verdict_of)


def steady(name, time_us):
    """Launches that vary a little, the same for all cells."""
    return cell_of(name, [time_us * (1 + 0.001 * at) for at in range(6)])


def noisy(name, time_us, noise):
    """Launches that vary by so much to both sides."""
    return cell_of(name, [time_us * (1 + noise * (at - 2.5) / 2.5) for at in range(6)])


def compared(kind, cells):
    verdict = verdict_of(KINDS[kind], cells)
    return tuple(cell and f"{cell.key['path']}/{cell.key['protocol']}" for cell in verdict.cells)


OWN = {"threads/barrier": 3, "threads/lock": 2, "threads/direct": 1, "mpi/library": 2.5,
       "mpi/shared": 1.5}
# A further MPI library is MPI, and SHMEM is not.
OTHERS = {"threads/barrier": 3, "mpi@intel/library": 2, "shmem/library": 1}


@pytest.mark.parametrize("times, kind, sides", [
    (OWN, "paper", ("threads/lock", "mpi/library")),
    (OWN, "best", ("threads/direct", "mpi/shared")),
    (OWN, "same-code", ("threads/direct", None)),
    *((OWN | {"mpi/direct": 1.1}, kind, sides) for kind, sides in (
        ("same-code", ("threads/direct", "mpi/direct")), ("best", ("threads/direct", "mpi/direct")),
        ("paper", ("threads/lock", "mpi/library")))),
    (OTHERS, "paper", ("threads/barrier", "mpi@intel/library")),
    (OTHERS, "best", ("threads/barrier", "shmem/library"))])
def test_each_verdict_compares_the_fastest_of_its_own_protocols(times, kind, sides):
    cells = [steady(*time) for time in times.items()]
    assert compared(kind, cells) == sides
    assert verdict_of(KINDS[kind], cells).complete == (None not in sides)


def test_a_cell_that_is_not_valid_represents_nothing():
    cells = [steady("threads/barrier", 3), steady("threads/direct", 1), steady("mpi/library", 2),
             begun("mpi/direct")]
    cells[1].error = "wrong data"
    assert compared("best", cells) == ("threads/barrier", "mpi/library")


def test_protocols_that_are_clearly_slower_do_not_widen_the_interval():
    cells = [steady("threads/direct", 1), steady("mpi/library", 2)]
    more = [noisy("threads/barrier", 4, 0.3), noisy("mpi/sendrecv", 5, 0.3)]
    alone, both = (verdict_of(KINDS["best"], listed).ratio for listed in (cells, cells + more))
    assert alone.decision == both.decision == "faster" and alone.ci95 == both.ci95


def test_the_interval_contains_those_of_all_pairs_that_may_be_the_fastest_two():
    direct, library = steady("threads/direct", 1), steady("mpi/library", 1.02)
    rival = noisy("mpi/sendrecv", 1.04, 0.1)
    own, other = ratio_of(direct, library), ratio_of(direct, rival)
    verdict = verdict_of(KINDS["best"], [direct, library, rival])
    assert verdict.cells[1] is library and verdict.ratio.value == own.value
    assert own.ci95[0] > 1 > other.ci95[0]  # alone it would be faster
    assert verdict.ratio.ci95 == (other.ci95[0], max(own.ci95[1], other.ci95[1]))
    assert verdict.ratio.decision == "undecided"


def test_libraries_of_a_path_are_compared_with_its_own_by_the_fastest_protocol_that_calls_them():
    cells = [steady("threads/barrier", 1), steady("mpi/library", 3), steady("mpi/sendrecv", 2),
             steady("mpi/direct", 0.5)]
    assert not verdict_between(sides_of_libraries("mpi", cells)).complete
    cells += [steady("mpi@intel/library", 1.5), steady("mpi@other/sendrecv", 2.5),
              steady("mpi@other/direct", 0.4)]
    verdict = verdict_between(sides_of_libraries("mpi", cells))
    assert verdict.cells == (cells[2], cells[4])
    assert verdict.ratio.value == 0.75 and verdict.ratio.decision == "slower"
    assert not verdict_between(sides_of_libraries("threads", cells)).complete


def test_without_the_path_s_own_library_the_first_of_the_others_is_compared():
    cells = [steady("threads@libomp/barrier", 1), steady("threads@iomp/lock", 2)]
    verdict = verdict_between(sides_of_libraries("threads", cells))
    assert verdict.cells[0] is cells[0] and verdict.ratio.decision == "faster"


def test_choosing_the_fastest_makes_no_difference_out_of_none():
    """One protocol over threads and five over MPI, all equally fast."""
    chance, campaigns = random.Random(1), 400
    wrong = without = 0
    for _ in range(campaigns):
        cells = [cell_of(name, [1 + 0.1 * sum(chance.random() for _ in range(4))
                                for _ in range(6)])
                 for name in ("threads/a", "mpi/a", "mpi/b", "mpi/c", "mpi/d", "mpi/e")]
        verdict = verdict_of(KINDS["best"], cells)
        wrong += verdict.ratio.decision in ("faster", "slower")
        without += ratio_of(*verdict.cells).decision in ("faster", "slower")
    assert wrong <= campaigns / 20 and wrong < without


def test_nothing_is_decided_without_an_interval():
    verdict = verdict_of(KINDS["best"], [cell_of("threads/direct", [1]),
                                         cell_of("mpi/library", [2])])
    assert verdict.ratio.value == 2 and verdict.ratio.ci95 is None
    assert verdict.ratio.decision == "undecided"


@pytest.mark.parametrize("runtime, name", [
    ("MPICH Version: 3.4.3 MPICH Release date: Thu MPICH Device: ch3:nemesis MPICH",
     "MPICH 3.4.3, ch3:nemesis"),
    ("MPICH Version:      4.0.2 MPICH Release date:", "MPICH 4.0.2"),
    ("Open MPI v4.1.4, package: Debian OpenMPI", "Open MPI v4.1.4"),
    ("Intel(R) MPI Library 2021.11 for Linux* OS ", "Intel(R) MPI Library 2021.11 for Linux* OS"),
    ("", "")])
def test_a_library_is_named_with_its_version(runtime, name):
    assert library_name(runtime) == name
