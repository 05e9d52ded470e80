# SPDX-License-Identifier: BSD-3-Clause
"""Curves of stamps: which points they have."""

import re

import pytest

import example
from draw.distribution import LAST, STEPS, distribution, quantiles
from read.results import campaign_read
from read.stamps import Stamps


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
    svg = distribution(cells, {cell.key.implementation: f"c{at}" for at, cell in enumerate(cells)})
    assert re.findall(r'class="curve" style="stroke:(c\d)"', svg) == ["c0", "c1", "c2"]
    assert distribution([], {}) == ""
