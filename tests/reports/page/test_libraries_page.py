# SPDX-License-Identifier: BSD-3-Clause
"""A page of several libraries of each path."""

import random
from itertools import combinations

import pytest

import example
from test_edition import CLIPPED

SERIES = (("threads", "barrier"), ("threads@libomp", "barrier"), ("mpi", "library"),
          ("mpi@intel", "library"))


def records(series=SERIES) -> list[example.Record]:
    chance, made = random.Random(1), [example.campaign_record()]
    for size in (8, 1024, 65536):
        keys = [example.key_record("reduce", one, "bus", size) for one in series]
        cells = [example.cell_record(key, chance) for key in keys]
        made += cells
        made += [example.pair_record(a, b, list(keys[0])) for a, b in combinations(cells, 2)]
    return made


@pytest.mark.parametrize(("series", "above", "below"), [
    (SERIES, "▲ threads faster", "▼ MPI faster"),
    (SERIES[:2], "▲ threads faster", "▼ threads (libomp) faster"),
])
def test_the_halves_of_the_ratio_chart_name_the_sides(opened, series, above, below):
    with opened(records(series)) as page:
        chart = page.locator(".chart.ratio").first
        chart.locator("svg").wait_for()
        assert {above, below} <= set(chart.locator("svg text").all_text_contents())


def test_libraries_have_a_section_and_no_table_is_clipped(opened):
    with opened(records(), 1400) as page:
        page.get_by_role("link", name="Libraries", exact=True).click()
        assert page.locator("#libraries table.map").count() == 2
        assert page.locator(".scroll:visible").evaluate_all(CLIPPED) == []
