# SPDX-License-Identifier: BSD-3-Clause
"""Small charts: which points curves of stamps have, and what axes say."""

import re

import pytest

import example
from records.cell_parts import Stamps
from records.read import campaign_read
from reports.draw.distribution import LAST, STEPS, WIDTH, distribution, quantiles, scale_of, strip
from reports.draw.lines import RANKS, SIZES, Line, chart, ticks_of
from reports.draw.svg import log_ticks


def test_a_curve_ends_where_nearly_all_stamps_are_below():
    stamps = Stamps(tuple(range(1, 1001)), (1,) * 1000)
    curve = list(quantiles(stamps))
    assert len(curve) <= STEPS + 1 and curve[-1] == (1000 * LAST, LAST)
    assert all(share == pytest.approx(time / 1000) for time, share in curve)


def test_times_that_a_logarithmic_axis_lacks_are_counted_and_not_drawn():
    assert list(quantiles(Stamps((-1.0, 0.0, 2.0), (3, 1, 4)))) == [(2.0, 1.0)]
    assert list(quantiles(Stamps((-1.0,), (3,)))) == []


@pytest.fixture
def cells(results_file):
    """The cells of a campaign of these sizes."""

    def read(*sizes):
        campaign = campaign_read(results_file(example.campaign(("reduce",), ("bus",), sizes)))
        return list(campaign.cells.values())

    return read


def test_each_cell_has_a_curve_in_its_colour(cells):
    cells = cells(8)
    colours = {cell.key.implementation: f"c{at}" for at, cell in enumerate(cells)}
    svg = distribution(cells, colours, scale_of([cells]))
    for kind in ("curve", "curve launches"):
        assert re.findall(rf'class="{kind}" style="stroke:(c\d)"', svg) == ["c0", "c1", "c2"]
    assert distribution([], {}, scale_of([])) == ""


def test_a_strip_has_a_stroke_for_each_launch_at_a_place_of_its_own(cells):
    cell = cells(8)[0]
    strokes = strip(cell, cell.time_us, scale_of([[cell]]), 0).count("M")
    assert strokes == len(set(cell.launch_us)) == example.LAUNCHES


def test_all_sizes_of_a_panel_have_one_scale_relative_to_the_fastest_cell(cells):
    every = cells(8, 4096)
    rows = [[cell for cell in every if cell.key.bytes == size] for size in (8, 4096)]
    both, alone = scale_of(rows), [scale_of([row]) for row in rows]
    assert both.low == min(one.low for one in alone) < 1
    assert both.high == max(one.high for one in alone) > 1
    assert both.at(both.low) == 0 and both.at(both.high) == WIDTH


@pytest.mark.parametrize(("least", "most", "labels"), [
    (74.3, 80.1, "60 80 100"), (0.188, 0.188, "0.16 0.18 0.2 0.22 0.24"),
    (0.5, 2000, "1 10 100 1,000")])
def test_a_range_is_labelled_three_times_or_more_a_wide_one_with_powers_of_ten(least, most, labels):
    assert [words for _, words in ticks_of(least, most)] == labels.split()
    assert len(log_ticks(0.999, 1.001)) >= 3


def test_labels_of_sizes_do_not_overlap_and_the_last_is_there():
    points = tuple((size, 1.0 + size) for size in (8, 1024, 65536, 524288, 1048576))
    shown = re.findall(r'class="tick">([^<]*)<', chart("a chart", [Line("a", "c", "none", points)],
                                                       SIZES))
    assert shown[-1] == "message size" and "1\N{NO-BREAK SPACE}MiB" in shown
    assert "512\N{NO-BREAK SPACE}KiB" not in shown and "8\N{NO-BREAK SPACE}B" in shown


def test_a_ratio_has_a_line_at_1_and_a_time_has_none():
    line = Line("a", "c", "none", ((2, 3.0), (4, 5.0)))
    assert 'class="rule"' in chart("ratio", [line], SIZES)
    assert 'class="rule"' not in chart("time", [line], RANKS)
