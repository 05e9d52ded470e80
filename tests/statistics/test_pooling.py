# SPDX-License-Identifier: BSD-3-Clause
"""One ratio for the sizes of an operation, and for all operations."""

import math

import numpy as np
import pytest
from cells import cell_of

import coverage
from comops.measure.recording import Recorder
from comops.statistics.pooling import pooled_of, same_code_of
from comops.statistics.ratios import ratio_of

SIZES = (8, 64, 512, 4096)


def table(pattern="pingpong", ratio=1.0, launches=12, common=0.1, own=0.002):
    """Cells of the same code; a launch makes processes slower or faster at all sizes. Each size has
    a launch less than the one before it."""
    random = np.random.default_rng(1)
    luck = common * random.standard_normal(launches)
    cells = []
    for at, size in enumerate(SIZES):
        count = launches - at
        other = luck[:count] + own * random.standard_normal(count)
        cells += [cell_of("threads/direct", [2.0] * count, size, pattern=pattern),
                  cell_of("mpi/direct", (2 * ratio * np.exp(other)).tolist(), size,
                          pattern=pattern),
                  cell_of("mpi/library", [9.0] * count, size, pattern=pattern)]
    return cells


def test_the_pooled_ratio_is_the_geometric_mean_over_sizes():
    series = same_code_of(table(ratio=1.3, common=0))
    pooled = pooled_of(series)
    assert (len(series), pooled.launches, pooled.decision) == (4, 12, "faster")
    ratios = [ratio_of(*table(ratio=1.3, common=0)[at : at + 2]).value for at in (0, 3, 6, 9)]
    assert pooled.value == pytest.approx(math.prod(ratios) ** 0.25)
    assert pooled.value == pytest.approx(1.3, rel=0.002)
    assert pooled.ci95[0] < pooled.ci90[0] < pooled.value < pooled.ci90[1] < pooled.ci95[1]


def test_what_the_sizes_of_a_launch_have_in_common_does_not_count_several_times():
    single = pooled_of(same_code_of(table()[:3]))
    four = pooled_of(same_code_of(table()))
    assert math.log(four.ci95[1] / four.ci95[0]) > 0.8 * math.log(single.ci95[1] / single.ci95[0])


def test_sizes_with_fewer_than_six_launches_do_not_count():
    assert len(same_code_of(table(launches=8))) == 3
    assert same_code_of(table(launches=5)) == []
    assert same_code_of(table()[::3]) == []  # nothing to compare with


def test_a_campaign_records_the_ratio_of_each_table_and_at_the_end_of_a_stage_of_all():
    told = []
    recorder = Recorder(told, told, {})
    recorder.table(table())
    recorder.table(table("reduce"))
    recorder.stage_ended()
    recorder.table(table("gather"))  # in a later stage, whose launches are others
    recorder.stage_ended()
    rows = [row for row in told if row["record"] == "pooled"]
    assert [row["patterns"] for row in rows] == [
        ["pingpong"], ["reduce"], ["pingpong", "reduce"], ["gather"],
        ["pingpong", "reduce", "gather"]]
    widths = [math.log(row["ci95"][1] / row["ci95"][0]) for row in rows]
    assert widths[2] == pytest.approx(widths[0])  # the same launches say no more
    assert widths[4] < 0.8 * widths[2]
    assert rows[0]["placement"] == "bus" and "bytes" not in rows[0]


@pytest.mark.parametrize("shape", coverage.POOLED)
def test_its_interval_holds_the_truth(shape):
    held, *_ = coverage.pooled(shape, 400)
    assert 0.93 - 3 * (0.95 * 0.05 / 400) ** 0.5 <= held
