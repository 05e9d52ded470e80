# SPDX-License-Identifier: BSD-3-Clause
"""Crossovers of ratios that are known, tables of cells whose times are known lines, and what trials
of tuning decide."""

import math

import numpy as np
import pytest
from cells import cell_of

from comops.statistics.decisions import gain_refuted, steps_chosen
from comops.statistics.findings import RatioPoint, crossovers_of, findings_of_table

SIZES = [8 * 4**at for at in range(10)]


def point(size, ratio, factor=1.1):
    faster = (ratio / factor > 1) - (ratio * factor < 1)
    return RatioPoint(size, ratio, (ratio / factor, ratio * factor), faster)


@pytest.mark.parametrize("power", [0.5, -0.5])
def test_a_straight_ratio_crosses_where_it_should_and_so_do_its_bounds(power):
    """The ratio is (bytes / 1000)^power, known to a factor of 1.2: its bounds cross at 1000 / 1.44
    and 1000 * 1.44."""
    (crossing,) = crossovers_of([point(size, (size / 1000) ** power, 1.2)
                                 for size in (10, 200, 5000, 90000)])
    assert crossing.bytes == pytest.approx(1000) and crossing.a_below == (power < 0)
    assert crossing.ci95 == pytest.approx((1000 / 1.44, 1440))
    assert (crossing.before, crossing.after) == (200, 5000)


@pytest.mark.parametrize("points, crossings", [
    # A ratio that wavers about 1 between two sure sizes crosses once.
    ({1: 0.5, 10: 0.98, 100: 1.02, 1000: 0.98, 10000: 1.02, 100000: 2},
     [(100 * 10 ** (math.log(0.98) / math.log(0.98 / 1.02)), False, 1, 100000, (1, 10),
       (10000, 100000))]),
    # There and back are two.
    ({1: 0.5, 100: 2, 10000: 0.5}, [(10, False, 1, 100, (1, 10), (10, 100)),
                                    (1000, True, 100, 10000, (100, 1000), (1000, 10000))]),
    # What the intervals do not support is none.
    ({1: 0.95, 10: 0.5, 100: 1.05}, []), ({}, [])])
def test_ratios_cross_where_they_surely_change_sides(points, crossings):
    cuts = list(crossovers_of([point(*item) for item in points.items()]))
    for cut, (size, a_below, before, after, low, high) in zip(cuts, crossings, strict=True):
        assert cut.bytes == pytest.approx(size)
        assert (cut.a_below, cut.before, cut.after) == (a_below, before, after)
        assert low[0] < cut.ci95[0] < low[1] and high[0] < cut.ci95[1] < high[1]


def test_equivalent_times_do_not_cross_though_one_is_faster_by_a_little():
    def cells(name, *times):
        return [cell_of(name, [time] * 6, size) for size, time in zip((8, 64, 512), times)]

    for end, count in ((1.02, 0), (1.2, 1)):
        records = findings_of_table([*cells("threads/direct", 1, 1, end),
                                     *cells("mpi/direct", end, 1, 1)])
        assert len(crossovers(records)) == count


def test_their_intervals_hold_the_truth_in_at_least_95_of_100_cases():
    random, sizes = np.random.default_rng(7), 2.0 ** np.arange(3, 23)
    single = held = 0
    for _ in range(1000):
        ratios = (sizes / 3000) ** 0.2 * np.exp(0.05 * random.standard_normal(len(sizes)))
        cuts = list(crossovers_of([point(*row, math.exp(1.96 * 0.05))
                                   for row in zip(sizes.tolist(), ratios.tolist(), strict=True)]))
        single += len(cuts) == 1
        held += any(cut.ci95[0] <= 3000 <= cut.ci95[1] for cut in cuts)
    assert single > 900 and held >= 950


def line(name, latency_us, bandwidth, sizes=SIZES, **more):
    """The largest first: the order does not matter."""
    return [cell_of(name, [(latency_us + size / bandwidth) * (1 + 0.001 * (3 * at % 6))
                           for at in range(6)], size, **more) for size in reversed(sizes)]


def crossovers(records):
    return [record for record in records if record["record"] == "crossover"]


def names(crossover):
    return tuple(f"{crossover[side]['path']}/{crossover[side]['protocol']}" for side in "ab")


def test_every_implementation_has_its_fits_under_its_key():
    fits = findings_of_table(line("threads/direct", 0.1, 10000) + line("mpi/library", 0.3, 5000))
    assert [fit["record"] for fit in fits] == 6 * ["fit"]
    assert [fit["model"] for fit in fits] == 2 * ["hockney", "hockney-robust", "piecewise"]
    assert (fits[0]["path"], fits[0]["ranks"]) == ("mpi", 2)
    assert not {"bytes", "mode"} & fits[0].keys()


def test_a_volume_that_sizes_cut_into_messages_has_no_line_over_them():
    assert findings_of_table(line("threads/direct", 0.1, 10000, series_of="volume")) == []


def test_paths_cross_with_their_fastest_protocols_and_those_never_fastest_are_left_out():
    """barrier = direct at 20000 bytes; direct = library at 160000; slow is behind all of its
    path."""
    records = findings_of_table(
        line("threads/barrier", 1, 1000) + line("threads/direct", 11, 2000)
        + line("threads/slow", 100, 500) + line("mpi/library", 51, 4000))
    assert len(records) == 12 + 2
    assert [names(record) for record in crossovers(records)] == [
        ("mpi/library", "threads/direct"), ("threads/barrier", "threads/direct")]
    assert [record["below"] for record in crossovers(records)] == ["b", "a"]


def test_a_crossover_lies_where_the_lines_meet():
    """At 20000; between the sizes 8192 and 32768 a logarithmic line is not quite theirs."""
    (record,) = crossovers(findings_of_table(line("threads/direct", 1, 1000)
                                             + line("mpi/library", 11, 2000)))
    low, high = record["ci95"]
    assert 18000 < low < record["bytes"] < high < 22000
    assert names(record) == ("mpi/library", "threads/direct") and record["below"] == "b"
    assert "bytes" not in record["a"]


def test_sizes_that_only_one_of_two_has_are_left_out():
    others = [cell_of("mpi/library", [us * (1 + 0.001 * at) for at in range(6)], size)
              for size, us in ((8, 11), (100000, 61), (SIZES[-1], 1060))]
    records = findings_of_table(line("threads/direct", 1, 1000) + others)
    assert len(records) == 5 and len(crossovers(records)) == 1
    assert findings_of_table([]) == []


FASTER, SLOWER, OPEN, EQUAL = (0.8, 0.95), (1.05, 1.2), (0.8, 1.2), (0.98, 1.02)


@pytest.mark.parametrize("steps, default, count", [
    ((FASTER, FASTER, FASTER, SLOWER), 2, 3), ((FASTER, FASTER, SLOWER, FASTER), 2, 2),
    ((FASTER, SLOWER, FASTER, FASTER), 2, 1), ((SLOWER, FASTER), 2, 0),
    # What is not shown leaves the default.
    ((OPEN, EQUAL, OPEN), 2, 2), ((None, None, None), 2, 2), ((EQUAL, None, FASTER), 1, 1),
    ((FASTER, (0.9, 0.98)), 1, 1), (((1.01, 1.2),), 1, 1), ((), 0, 0)])
def test_a_threshold_ends_before_the_first_step_that_gains_nothing(steps, default, count):
    assert steps_chosen(steps, default) == count


def test_a_gain_is_refuted_where_its_interval_excludes_it():
    with_it = [gain_refuted(step, True) for step in (FASTER, SLOWER, OPEN, EQUAL, None)]
    without = [gain_refuted(step, False) for step in (FASTER, SLOWER, OPEN, EQUAL, None)]
    assert with_it == [False, True, False, True, False]
    assert without == [True, False, False, True, False]
