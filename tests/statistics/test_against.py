# SPDX-License-Identifier: BSD-3-Clause
"""Two builds in the same rounds: what is found, how often something is where nothing is, and how
large a change can be."""

from collections.abc import Iterator

import numpy as np
import pytest
from cells import cell_of

from comops.results.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED
from comops.statistics.against import LIMIT, Partners, changes_of, partners_of
from comops.statistics.looks import Look
from comops.statistics.significance import holm

NAMES = [f"{path}/{protocol}" for path, protocols in (("threads", "abc"), ("mpi", "def"))
         for protocol in protocols]
PATTERNS = ("pingpong", "broadcast", "reduce", "gather")
SIZES = (8, 512, 4096, 32768, 262144)


def drawn(chance: np.random.Generator, launches: int, slower: dict[tuple[str, str], float],
          noise: float = 0.05) -> Iterator[Partners]:
    """Cells of two builds: what a launch does to an implementation, as Student's t with 4 degrees
    of freedom, and to each of its cells."""
    for pattern in PATTERNS:
        for name in NAMES:
            common = chance.standard_t(4, launches) * noise / 4
            for size in SIZES:
                old = np.exp(chance.normal(0, 0.2, launches))  # what both have in common
                own = common + chance.standard_t(4, launches) * noise / 2
                new = old * np.exp(own) * slower.get((pattern, name), 1.0)
                path, protocol = name.split("/")
                yield Partners(cell_of(name, new.tolist(), size, pattern=pattern),
                               cell_of(f"{path}@old/{protocol}", old.tolist(), size,
                                       pattern=pattern))


def changed(partners: Iterator[Partners]) -> list[tuple[str, str, str]]:
    return [(row.key[0], f"{row.key[1]}/{row.key[2]}", row.verdict)
            for row in changes_of(partners) if row.changed and row.cell is None]


def test_two_copies_of_a_program_are_called_different_in_one_of_200_comparisons():
    chance, many = np.random.default_rng(1), 60
    wrong = [any(row.changed for row in changes_of(drawn(chance, launches, {}, 0.1)))
             for launches in (8, 20) for _ in range(many // 2)]
    assert sum(wrong) <= 1  # two of 60 would happen in 3.6 % of the cases


def test_one_implementation_3_percent_slower_is_found_and_no_other():
    chance = np.random.default_rng(2)
    for name in NAMES:
        partners = drawn(chance, 40, {("reduce", name): 1.03})
        assert changed(partners) == [("reduce", name, SLOWER)]


def test_a_path_that_is_faster_is_found_implementation_by_implementation():
    faster = {(pattern, name): 1 / 1.1 for pattern in PATTERNS for name in NAMES[:3]}
    named = changed(drawn(np.random.default_rng(3), 20, faster))
    assert {row[:2] for row in named} == set(faster) and {row[2] for row in named} == {FASTER}


def test_a_size_that_changed_alone_is_found_in_its_cell():
    made = list(drawn(np.random.default_rng(4), 40, {}))
    slow = made[4]
    slow.new.samples[:] = [1.15 * us for us in slow.new.samples]
    quick = made[3]
    quick.new.samples[:] = [us / 1.15 for us in quick.new.samples]
    rows = changes_of(made)
    assert [(row.cell.key["bytes"], row.verdict) for row in rows if row.changed] == [
        (SIZES[3], FASTER), (SIZES[4], SLOWER)]
    assert rows[0].verdict == EQUIVALENT and rows[0].cells == len(SIZES)


def test_what_is_not_known_to_5_percent_is_undecided():
    rows = changes_of(drawn(np.random.default_rng(5), 8, {}, 0.4))
    assert {row.verdict for row in rows} == {UNDECIDED}
    assert all(row.bound > LIMIT for row in rows)
    assert all(row.ci95[0] < row.ratio < row.ci95[1] < 1 + row.bound for row in rows)


def test_what_a_launch_did_to_all_sizes_does_not_average_out():
    times = np.exp(np.random.default_rng(6).normal(0, 0.05, 20)).tolist()
    single, five = (changes_of(Partners(cell_of("mpi/a", times, size),
                                        cell_of("mpi@old/a", [1.0] * 20, size))
                               for size in SIZES[:count])[0] for count in (1, 5))
    assert single.ci95 == pytest.approx(five.ci95)


def test_holm_s_procedure_gives_weights_their_share():
    p = [0.001, 0.02, 0.02, 0.9]
    assert holm(p, [1] * 4) == pytest.approx([0.004, 0.06, 0.06, 0.9])
    assert holm(p, [1, 3, 1, 1])[1] == pytest.approx(0.02 * 5 / 3)
    assert holm([], []) == []


def test_invalid_cells_and_single_launches_are_left_out():
    lost = Partners(cell_of("mpi/a", [1.0] * 6), cell_of("mpi@old/a", [1.0] * 6))
    lost.old.error = "died"
    single = Partners(cell_of("mpi/b", [1.0]), cell_of("mpi@old/b", [1.0]))
    assert changes_of([lost, single]) == []


def test_partners_differ_only_in_the_build():
    cells = [cell_of(name, [1.0] * 6) for name in ("mpi/a", "threads/a", "mpi@old/a", "mpi/b")]
    assert partners_of(cells) == [Partners(cells[0], cells[2])]


def test_two_builds_are_looked_at_by_the_ratios_of_partners_and_are_never_precise():
    cells = [cell_of(name, [time] * 6) for name, time in (
        ("mpi/a", 3.0), ("mpi@old/a", 2.0), ("threads/b", 1.0), ("threads@old/b", 1.0))]
    look = Look(cells)
    assert {cell.key["path"].partition("@")[0] for cell in look.widest[:2]} in (
        {"mpi"}, {"threads"})
    assert not look.precise(0.5) and Look(cells[::2]).precise(0.5)
