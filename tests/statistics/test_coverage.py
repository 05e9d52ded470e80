# SPDX-License-Identifier: BSD-3-Clause
"""Intervals hold the truth as often as docs/statistics.md says."""

import os
import re

import pytest

import coverage

REPETITIONS = int(os.environ.get("COMOPS_REPETITIONS", "200"))  # the page has 4000
# Three standard deviations of the coverage of so many, which is what the least of a hundred is off.
CHANCE = 3 * (0.95 * 0.05 / REPETITIONS) ** 0.5


@pytest.fixture(scope="module")
def rows() -> list[coverage.Row]:
    return coverage.rows(REPETITIONS)


def coverages(rows, rule, *left_out):
    assert len(rows) > 15
    return [figures[rule][0] for name, what, figures in rows if (name, what) not in left_out]


def test_intervals_hold_the_truth_in_93_to_97_percent(rows):
    """Six launches have 96.9 % exactly, unless one mode has all of them by chance."""
    modes = "two modes, 1 and 1.2, of 70 and 30 % of the launches", "alone"
    assert min(coverages(rows, "six", modes)) >= 0.94 - CHANCE
    for rule in ("later", "run"):
        assert min(coverages(rows, rule)) >= 0.935 - CHANCE, rule
    ratios = [row for row in rows if row[1] == "ratio"]
    for rule in ("six", "later", "run"):
        assert max(coverages(ratios, rule)) <= 0.97 + CHANCE, rule


def test_ending_at_an_interval_s_own_width_costs_coverage_and_one_look_more_gives_it_back(rows):
    assert sum(coverages(rows, "own")) < sum(coverages(rows, "later"))


@pytest.mark.parametrize("name", coverage.LASTING)
def test_here_holds_the_next_campaign_where_now_does_not(name):
    """But for a state that the earlier campaigns had not."""
    now, *here = coverage.campaigns(*coverage.LASTING[name], REPETITIONS)
    page = (coverage.ROOT / "docs/statistics.md").read_text(encoding="utf-8")
    shown = re.search(rf"(?m)^\| {re.escape(name)} \|(.*)\|$", page)[1].split("|")
    assert [now, *here] == pytest.approx([float(text.strip(" %")) / 100 for text in shown],
                                         abs=2 * CHANCE)
    if "," not in name and "five" not in name:
        assert here == pytest.approx([0.95] * len(here), abs=CHANCE)
    assert now < here[0] or name == "nothing"


def test_rounds_at_another_distance_cost_little_coverage_wherever_they_are():
    chance = 3 * (0.9 * 0.1 / REPETITIONS) ** 0.5
    for difference in coverage.DIFFERENCES:
        assert coverage.elsewhere(difference, REPETITIONS)[0] >= 0.9 - chance, difference


def test_the_page_shows_the_worst_figures(rows):
    """But for chance; more repetitions made them."""
    page = (coverage.ROOT / "docs/statistics.md").read_text(encoding="utf-8")
    shown = re.findall(r"\| (\d+\.\d) % \| (\d+\.\d) % \| (\d+\.\d) % \|", page)
    for figures, rule in zip(shown, ("six", "own", "later"), strict=True):
        for figure, what in zip(figures, coverage.STATEMENTS, strict=True):
            share = float(figure) / 100
            chance = 3 * (share * (1 - share) / REPETITIONS) ** 0.5
            assert share == pytest.approx(coverage.worst(rows, rule, what) / 100, abs=chance), (
                rule, what)
