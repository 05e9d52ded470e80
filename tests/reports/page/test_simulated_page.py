# SPDX-License-Identifier: BSD-3-Clause
"""The page of a simulated campaign: machines side by side, no intervals, where the time went."""

import re

import pytest

import example
import simulated
from history.verdicts import verdicts_of
from page.build import page
from read.results import campaign_read
from test_page import Elements

BUS, CROSSBAR = "bus:256", "crossbar:256"
COSTS = {"barrier": 2.0, "direct": 1.0, "library": 4.0, "get": 3.0}


def time(key):
    """On a bus in proportion to the ranks; threads by barriers twice as fast as the library."""
    crossings = key["ranks"] if key["placement"] == BUS else 2
    return COSTS[key["protocol"]] * crossings * (1 + key["bytes"] / 1000)


def records():
    return simulated.campaign(time, (BUS, CROSSBAR), ("broadcast", "gather"))


@pytest.fixture
def html(results_file):
    return page([campaign_read(results_file(records()))])


def test_nothing_has_an_interval_and_it_is_said(html):
    words = " ".join(" ".join(Elements(html).texts).split())
    assert "All times were computed by a model of a machine, not measured" in words
    assert "no interval: simulated" in html and ">95 % interval</th>" not in html
    assert "for lack of an interval" not in words and "undecided at" not in words


def test_the_answer_counts_who_is_faster(html):
    total = re.search(r'id="verdict-paper".*?class="total">(.*?)</p>', html, re.DOTALL)[1]
    assert "faster at 24 of 24 comparisons" in re.sub("<[^>]*>", "", total)


def test_bus_and_crossbar_stand_beside_each_other_with_the_times_of_both_paths(html):
    table = re.search(r'<table class="beside">.*?</table>', html, re.DOTALL)[0]
    rows = [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip()
            for row in re.findall("<tr.*?</tr>", table, re.DOTALL)[1:]]
    assert rows[0] == ("8 B bus:256 516 barrier 1,032 library threads 2.00 "
                       "258 direct 774 get threads 3.00")
    assert rows[1].startswith("crossbar:256 4.03 barrier 8.06 library threads 2.00")


def test_time_over_ranks_has_a_line_for_each_path_of_each_machine(html):
    charts = re.findall(r'<svg[^>]*>(?:(?!</svg>).)*time over ranks.*?</svg>', html, re.DOTALL)
    assert len(charts) == 2 * 2 * 2  # operations, sizes, verdicts
    for chart in charts:
        assert chart.count('class="curve"') == 4
        assert all(f">{ranks}</text>" in chart for ranks in (2, 4, 256))


def test_the_parts_of_a_time_are_as_wide_as_they_are_long(opened):
    for scheme in ("light", "dark"):
        with opened(records(), scheme=scheme) as shown:
            bar = shown.locator(".stack div").first
            widths = bar.locator("span").evaluate_all("all => all.map(e => e.offsetWidth)")
            assert [round(width / sum(widths), 1) for width in widths] == [0.1, 0.2, 0.7]
            assert "queueing for a bus" in bar.get_attribute("aria-label")
            colours = bar.locator("span").evaluate_all(
                "all => all.map(e => getComputedStyle(e).backgroundColor)")
            assert len(set(colours)) == 3


@pytest.mark.parametrize("width", [400, 1400])
def test_the_section_fits_the_window(opened, width):
    with opened(records(), width) as shown:
        assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_a_measured_campaign_has_no_such_section(results_file):
    html = page([campaign_read(results_file(example.small_campaign()))])
    assert 'id="simulated"' not in html and ">95 % interval</th>" in html


def test_a_claim_of_luo_is_judged_on_his_machine_with_four_processors(report_read):
    def luo(key):
        slow = key["ranks"] == 4 and (key["path"], key["protocol"]) == ("threads", "barrier")
        return 10.0 if slow else 1.0 + 0.01 * key["ranks"]

    machines = ("power-challenge", "alphaserver-8400")
    made = simulated.campaign(luo, machines, ("pingpong",), (800000,), (2, 4, 8))
    report = report_read(made)
    verdicts = verdicts_of(report.campaigns, report.labels, report.operations)
    answers = {entry.claim.number: entry.answers for paper in verdicts.papers
               for entry in paper[1]}
    (answer,) = answers[134]
    assert (answer.machine, answer.finding.verdict) == ("power-challenge", "holds")
    assert "9.62" in answer.finding.words and "4 ranks" in answer.finding.words
    assert [one.machine for one in answers[150]] == ["power-challenge"]
    assert [one.machine for one in answers[143]] == ["power-challenge"]
    (idle,) = answers[143]
    assert idle.finding.verdict == "does not hold"  # threads: ten times as long with four ranks


def test_a_difference_within_the_margin_of_equivalence_is_none(report_read):
    made = simulated.campaign(lambda key: 1.04 if key["path"] == "threads" else 1.0,
                              ("power-challenge",), ("pingpong",), (800000,), (2, 4))
    report = report_read(made)
    verdicts = verdicts_of(report.campaigns, report.labels, report.operations)
    found = {entry.claim.number: entry.answers[0].finding.verdict
             for paper in verdicts.papers for entry in paper[1]}
    assert found[134] == "does not hold"
    assert {row.winner for panel in report.operations[0].panels for row in panel.rows} == {"="}


def test_luo_s_figures_are_drawn_for_his_simulated_machines_with_what_his_text_says(results_file):
    made = simulated.campaign(lambda key: 1.0 + key["ranks"] + key["bytes"] / 70,
                              ("power-challenge", "spp1600"), ("pingpong", "broadcast"),
                              (8, 64, 80, 800000), (2, 4, 8))
    html = page([campaign_read(results_file(made))])
    for name in ("3-power-challenge", "3-spp1600", "6-spp1600", "4-power-challenge",
                 "12-power-challenge", "13-power-challenge", "15-spp1600"):
        assert f'id="figure-{name}"' in html, name
    figure = re.search(r'id="figure-3-power-challenge".*?</figure>', html, re.DOTALL)[0]
    assert "about three times as fast" in figure and 'href="#claim-134"' in figure
    assert "MPI, get" in figure and "threads, barrier" in figure and "direct" not in figure
