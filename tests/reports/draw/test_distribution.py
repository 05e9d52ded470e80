# SPDX-License-Identifier: BSD-3-Clause
"""Curves of stamps: which points they have."""

import re

import pytest

import example
from reports.draw.distribution import LAST, STEPS, WIDTH, distribution, quantiles, scale_of, strip
from records.read import campaign_read
from records.cell_parts import Stamps


def test_a_curve_ends_where_nearly_all_stamps_are_below():
    stamps = Stamps(tuple(range(1, 1001)), (1,) * 1000)
    curve = list(quantiles(stamps))
    assert len(curve) <= STEPS + 1 and curve[-1] == (1000 * LAST, LAST)
    assert all(share == pytest.approx(time / 1000) for time, share in curve)


def test_times_that_a_logarithmic_axis_lacks_are_counted_and_not_drawn():
    assert list(quantiles(Stamps((-1.0, 0.0, 2.0), (3, 1, 4)))) == [(2.0, 1.0)]
    assert list(quantiles(Stamps((-1.0,), (3,)))) == []


def test_each_cell_has_a_curve_in_its_colour(results_file):
    campaign = campaign_read(results_file(example.campaign(("reduce",), ("bus",), (8,))))
    cells = [cell for cell in campaign.cells.values() if cell.stamps]
    colours = {cell.key.implementation: f"c{at}" for at, cell in enumerate(cells)}
    svg = distribution(cells, colours, scale_of([cells]))
    for kind in ("curve", "curve launches"):
        assert re.findall(rf'class="{kind}" style="stroke:(c\d)"', svg) == ["c0", "c1", "c2"]
    assert distribution([], {}, scale_of([])) == ""


def test_a_strip_has_a_stroke_for_each_launch_at_a_place_of_its_own(results_file):
    campaign = campaign_read(results_file(example.campaign(("reduce",), ("bus",), (8,))))
    cell = next(iter(campaign.cells.values()))
    strokes = strip(cell, cell.time_us, scale_of([[cell]]), 0).count("M")
    assert strokes == len(set(cell.launch_us)) == example.LAUNCHES


def test_all_sizes_of_a_panel_have_one_scale_relative_to_the_fastest_cell(results_file):
    campaign = campaign_read(results_file(example.campaign(("reduce",), ("bus",), (8, 4096))))
    rows = [[cell for cell in campaign.cells.values() if cell.key.bytes == size]
            for size in (8, 4096)]
    both, alone = scale_of(rows), [scale_of([row]) for row in rows]
    assert both.low == min(one.low for one in alone) < 1
    assert both.high == max(one.high for one in alone) > 1
    assert both.at(both.low) == 0 and both.at(both.high) == WIDTH
