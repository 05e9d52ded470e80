# SPDX-License-Identifier: BSD-3-Clause
"""Classes of distance between ranks, from planted hand-overs."""

import math
from dataclasses import replace

import numpy as np
import pytest
from cells import add_launches, begun

from comops.measure.recording import ratio_record
from comops.measure.schedule.handovers import Division
from comops.results.methods import DEFAULT
from comops.statistics.cells import Cell
from comops.statistics.handovers import (HandoverClass, Handovers, MeasuredPlacement, Rounds,
                                         contradictions, distances_of, measured_of)
from comops.statistics.looks import Look
from comops.statistics.ratios import AGREEING, ratio_of, ratios_of_launches
from comops.statistics.significance import rank_sum
from comops.statistics.times import block_times, launch_times, time_us


def hand(*ns: float, spread: float = 0.03, seed: int = 1) -> list[float]:
    """Values around these, as lines and runs differ."""
    return (np.array(ns) * (1 + spread * np.random.default_rng(seed).standard_normal(len(ns)))
            ).tolist()


def rounds_at(*ns: float) -> list[Handovers]:
    """Rounds in which nothing changes."""
    return [Handovers((before,), (other,)) for before, other in zip(hand(*ns), hand(*ns, seed=2),
                                                                    strict=True)]


def test_classes_lie_between_the_gaps_of_the_histogram():
    kinds = distances_of(hand(*[28] * 300, *[110] * 40, *[220] * 20))
    assert [round(kind.median / 10) for kind in kinds] == [3, 11, 22]
    assert all(kind.low < kind.median < kind.high for kind in kinds)


def test_one_distance_whose_lines_differ_is_one_class():
    assert len(distances_of(np.linspace(54, 77, 200).tolist())) == 1


def test_few_values_between_two_classes_are_none_and_do_not_join_them():
    moving = np.geomspace(30, 105, 12).tolist()
    assert len(distances_of(hand(*[28] * 1000, *[110] * 500) + moving)) == 2


def test_lone_values_are_no_class():
    assert distances_of([]) == distances_of([28.0]) == distances_of([28.0, 60.0, 120.0]) == []


def test_a_round_in_which_the_class_changed_is_void():
    rounds = [*rounds_at(*[28] * 78, *[110] * 13), *[Handovers((28.0,), (110.0,))] * 9]
    measured = measured_of(rounds)
    assert [(round(low / 10), share) for low, _, share in measured.classes] == [
        (3, 0.78), (11, 0.13)]
    assert (measured.void, measured.moves, measured.contradicts) == (0.09, True, True)


def test_cores_that_stay_are_of_one_class_and_no_round_is_void():
    measured = measured_of(rounds_at(*[60] * 50))
    assert (len(measured.classes), measured.void, measured.moves) == (1, 0, False)
    assert measured_of([Handovers()] * 5) is None


def test_the_class_of_several_ranks_is_that_of_each_pair():
    distances = distances_of([28, 29, 30, 108, 110, 112])
    rounds = Rounds.of([Handovers((28, 110), (30, 112)), Handovers((28, 110), (110, 28)),
                        Handovers((28, 28), (28, 29)), Handovers((28, 60), (28, 60))], distances)
    assert rounds.classes == [(0, 1), None, (0, 0), None]
    assert rounds.ns((0, 1)) == pytest.approx((29, 110))
    assert rounds.void == 2


@pytest.mark.parametrize(("bus", "crossbar", "against"), [
    ((28, 30), (110, 115), False), ((110, 110), (28, 28), True), ((28, 110), (90, 90), True),
    ((60, 60), (58, 58), False)])  # as far as may be by chance
def test_a_near_placement_that_is_measured_farther_contradicts_the_machine(bus, crossbar, against):
    near = MeasuredPlacement("bus", (3, 3), bus)
    far = MeasuredPlacement("crossbar", (1, 1), crossbar)
    assert contradictions([near, far]) == ([(near, far)] if against else [])
    assert contradictions([near, far._replace(depths=(1, 3))]) == []  # not with all its ranks


def test_one_of_both_hand_overs_suffices():
    distances = distances_of([28, 29])
    assert Rounds.of([Handovers((28,), ()), Handovers((), ())], distances).classes == [(0,), None]


def test_a_cell_of_some_rounds_has_their_samples_alone():
    cell = Cell({}, DEFAULT, launches=[2, 1, 1], launch_numbers=[1, 2, 4], blocks=[1, 2, 1, 0],
                samples=[1.0, 2.0, 3.0, 4.0], empty_us=[0.1, 0.2, 0.3, 0.4],
                stamp_blocks=[0, 0, 0, 0])
    cell.disturbances.watched_us = [9.0, 8.0, 7.0, 6.0]
    cell.disturbances.lost_us = cell.disturbances.faults_per_run = [0.0] * 4
    cell.disturbances.events["page_faults"] = [[0, 1, 5], [1, 0, 7]]
    part = cell.of_rounds([False, True, False, True])
    assert (part.samples, part.blocks, part.launches) == ([2.0, 3.0], [2, 0], [1, 1])
    assert (part.launch_numbers, part.empty_us, part.left_out) == ([1, 4], [0.2, 0.4], [0, 2])
    assert (block_times(part), launch_times(part)) == ([2.5, None], [2.5, None])
    assert part.disturbances.watched_us == [8.0, 6.0]
    assert part.disturbances.events == {"page_faults": [[0, 0, 7]]}
    assert part.whole is cell and cell.samples == [1.0, 2.0, 3.0, 4.0]


NEAR, FAR, VOID = (0,), (1,), None
CLASSES = [*[NEAR] * 10, *[FAR] * 6, VOID]  # of launches of two rounds


def divided(ratio_far, classes=CLASSES, far=3.0):
    """A pair of which b takes 2 a; in launches at the far distance both take `far` times as long,
    and b `ratio_far` a; in void rounds anything."""
    random = np.random.default_rng(1)
    a, b = ([[[(far if ns == FAR else 1) * slower.get(ns, 40) * math.exp(
                 0.01 * random.standard_normal())] for _ in range(2)] for ns in classes]
            for slower in ({NEAR: 1, FAR: 1}, {NEAR: 2, FAR: ratio_far}))
    cells = [add_launches(begun(name), launches) for name, launches in (
        ("threads/direct", a), ("mpi/direct", b))]
    rounds = [ns for ns in classes for _ in range(2)]
    distances = [HandoverClass(28, 30, 29), HandoverClass(90, 99, 95)]
    division = Division(Rounds(distances, rounds), NEAR)
    return division.cells(cells)


def test_a_ratio_uses_rounds_at_other_distances_that_agree_and_times_do_not():
    a, b = divided(2)
    ratio = ratio_of(a, b)
    assert (ratio.launches, ratio.rounds, ratio.elsewhere) == (16, 32, (12, True))
    assert ratio.value == pytest.approx(2, rel=0.01)
    assert len(launch_times(a)) == 10 and time_us(a) == pytest.approx(1, rel=0.02)
    assert list(ratios_of_launches(a, b)) == list(range(1, 17))


def test_a_ratio_leaves_out_rounds_at_other_distances_that_differ_and_says_so():
    ratio = ratio_of(*divided(2.2))
    assert (ratio.launches, ratio.rounds, ratio.elsewhere) == (10, 20, (12, False))
    record = ratio_record("pair", *divided(2.2), ratio)
    assert record["elsewhere"] == {"rounds": 12, "used": False}


def test_two_launches_at_another_distance_are_too_few_to_agree():
    ratio = ratio_of(*divided(2, [NEAR] * 10 + [FAR] * 2))
    assert (ratio.launches, ratio.elsewhere) == (10, (4, False))


def test_a_look_uses_the_same_rounds():
    for far in (2, 2.2):
        cells = divided(far)
        assert Look(cells).widest[2] == replace(ratio_of(*cells), levels=None)


def test_the_level_of_agreement_is_that_of_the_test():
    """One in five equal distributions differs by chance; SciPy has the same p-values."""
    random, repetitions = np.random.default_rng(1), 1000
    draws = [(random.normal(size=12), random.normal(size=7)) for _ in range(repetitions)]
    p_values = [rank_sum(*pair) for pair in draws]
    assert np.mean(np.array(p_values) <= AGREEING) == pytest.approx(AGREEING, abs=0.04)
    stats = pytest.importorskip("scipy.stats")
    assert p_values == pytest.approx([stats.mannwhitneyu(*pair, method="asymptotic").pvalue
                                      for pair in draws])
    tied = [1, 1, 2, 3], [1, 2, 2, 4, 5]
    assert rank_sum(*tied) == pytest.approx(
        stats.mannwhitneyu(*tied, method="asymptotic").pvalue)
