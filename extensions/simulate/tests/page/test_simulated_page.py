# SPDX-License-Identifier: BSD-3-Clause
"""The page of a simulated campaign: machines side by side, no intervals, where the time went."""

import re

import pytest

import example
import simulated
from comops.results.findings import EQUIVALENT
from page_text import Elements, embedded

BUS, CROSSBAR = "bus:256", "crossbar:256"
COSTS = {"barrier": 2.0, "direct": 1.0, "library": 4.0, "cma": 3.0}


def time(key):
    """On a bus in proportion to the ranks; threads by barriers twice as fast as the library."""
    crossings = key["ranks"] if key["placement"] == BUS else 2
    return COSTS[key["protocol"]] * crossings * (1 + key["bytes"] / 1000)


def records():
    return simulated.campaign(time, (BUS, CROSSBAR), ("broadcast", "gather"))


@pytest.fixture(scope="module")
def html(page_of):
    return page_of(records())


def test_nothing_has_an_interval_and_it_is_said(html):
    words = " ".join(" ".join(Elements(html).texts).split())
    assert "All times were computed by a model of a machine, not measured" in words
    assert "no interval: simulated" in html and ">95 % interval, now</th>" not in html
    assert "for lack of an interval" not in words and "undecided at" not in words


def test_bus_and_crossbar_stand_beside_each_other_with_the_times_of_both_paths(html):
    table = re.search(r'<table class="beside stacks">.*?</table>', html, re.DOTALL)[0]
    rows = [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip()
            for row in re.findall("<tr.*?</tr>", table, re.DOTALL)[1:]]
    assert rows[0] == ("8 B bus:256 516 barrier 1,032 library threads 2.00 "
                       "258 direct 774 cma threads 3.00")
    assert rows[1].startswith("8 B crossbar:256 4.03 barrier 8.06 library threads 2.00")


def test_time_over_ranks_has_a_line_for_each_path_of_each_machine(html):
    charts = [spec["data"]["values"] for spec in embedded(html)["specs"].values()
              if "time over ranks" in spec["description"]]
    assert len(charts) == 2 * 2 * 2  # operations, sizes, verdicts
    for rows in charts:
        assert len({row["series"] for row in rows}) == 4
        assert {row["at"] for row in rows} >= {2, 4, 256}


def test_a_band_is_said_and_drawn_around_the_lines_of_its_path(page_of):
    made = records()
    bus = made[0]["platforms"][0]
    bus["parameters"] = [*bus["parameters"], *(
        {"name": f"simulated times of threads: band, {end}", "value": value, "unit": "times",
         "source": "held out"} for end, value in (("from", 0.6), ("to", 1.7)))]
    html = page_of(made)
    words = " ".join(" ".join(Elements(html).texts).split())
    assert "bus:256: simulated times may be off: threads x 0.6 to 1.7, MPI by an unknown" in words
    assert "no verdict between simulated threads and simulated MPI" in words
    for spec in embedded(html)["specs"].values():
        if "time over ranks" in spec["description"]:
            (band,) = [layer for layer in spec["layer"] if layer["mark"]["type"] == "area"]
            times = {row["at"]: row["value"] for row in spec["data"]["values"]
                     if row["series"] == "threads, bus:256"}
            drawn = {row["at"]: (row["low"], row["high"]) for row in band["data"]["values"]}
            assert drawn == {at: (us * 0.6, us * 1.7) for at, us in times.items()}


def test_the_parts_of_a_time_are_as_wide_as_they_are_long(opened):
    with opened(records(), 1400) as shown:
        assert shown.evaluate("document.documentElement.scrollWidth") <= 1400
        bar = shown.locator(".stack div").first
        for scheme in ("light", "dark"):
            shown.emulate_media(color_scheme=scheme)
            widths = bar.locator("span").evaluate_all("all => all.map(e => e.offsetWidth)")
            assert [round(width / sum(widths), 1) for width in widths] == [0.1, 0.2, 0.7]
            assert "queueing for a bus" in bar.get_attribute("aria-label")
            colours = bar.locator("span").evaluate_all(
                "all => all.map(e => getComputedStyle(e).backgroundColor)")
            assert len(set(colours)) == 3


def test_the_section_fits_a_narrow_window(opened):
    with opened(records(), 400, drawn=True) as shown:
        assert shown.evaluate("document.documentElement.scrollWidth") <= 400


def words_of(html, first, last):
    """The text from one to another piece of markup."""
    start = html.index(first)
    text = re.sub("<[^>]*>", " ", html[start:html.index(last, start)])
    return re.sub(r"\s+", " ", text).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("first", "last", "said"), [
    ('id="verdict-paper"', "</p>", r"faster at 24 of 24\."),
    ('id="verdict-best"', 'id="verdict-same-code"',
     f"{BUS} +Threads +faster at 12 of 12\\. +{CROSSBAR} +Threads +faster at 12 of 12\\."),
    ('class="gains"', "</dl>",
     r"With 256 ranks on crossbar:256 instead of bus:256: threads +faster in 4 "
     r"\(128 times, threads \(direct\) at 8 B\) of 4 comparisons; processes +faster in 4 "
     r"\(128 times, processes \(cma\) at 8 B\) of 4 comparisons\."),
    # What is drawn first is the comparison of the paper.
    ('<table class="went">', "</table>",
     r"^(?!.*(direct|get)).*threads \(barrier\).*MPI \(library\)"),
])
def test_the_answer_says_who_is_faster_on_each_machine_and_what_another_does(
        html, first, last, said):
    assert re.search(said, words_of(html, first, last))


def test_a_path_that_another_machine_slows_down_or_leaves_as_it_is_is_said_to(page_of):
    def uneven(key):
        slower = {("threads", 8): 2.0, ("mpi", 8): 0.5}.get((key["path"], key["bytes"]), 1.0)
        return COSTS[key["protocol"]] * (slower if key["placement"] == CROSSBAR else 1.0)

    made = simulated.campaign(uneven, (BUS, CROSSBAR), ("broadcast",))
    html = page_of(made)
    said = words_of(html, 'class="gains"', "</dl>")
    assert re.search(r"threads +slower in 1 \(2.00 times, threads \(direct\) at 8 B\), "
                     r"equivalent in 1 of 2 comparisons; processes +faster in 1 \(2.00 times, "
                     r"processes \(cma\) at 8 B\), equivalent in 1 of 2 comparisons", said)
    row = re.search(r'<table class="map gain">.*?</tr>.*?</tr>', html, re.DOTALL)[0]
    assert re.findall(r'class="(open|even)">([^<]*)<', row) == [("open", "0.50"), ("even", "=")]


def test_nothing_is_said_again_for_each_machine(html):
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(set(ids)) == len(ids)
    sections = [name for name in ids if f'<section id="{name}"' in html]
    assert sections == ["answer", "simulated", "methods"]
    assert html.count('<details class="machine">') == 2
    assert html.count("<article id=") == 2 * 2  # machines, operations


def test_a_machine_s_details_open_with_the_keyboard_and_are_drawn(opened):
    with opened(records()) as shown:
        summary = shown.locator("details.machine > summary").first
        chart = shown.locator("details.machine .chart svg").first
        assert not chart.is_visible()
        summary.focus()
        shown.keyboard.press("Enter")
        chart.wait_for()
        assert shown.locator("details.machine .comparison").first.is_visible()


def test_a_campaign_of_two_machines_and_five_operations_is_not_long(opened, page_of):
    operations = ("pingpong", "broadcast", "reduce", "gather", "scatter")
    made = simulated.campaign(time, (BUS, CROSSBAR), operations, (8, 1024, 65536, 1048576),
                              (2, 4, 16, 256))
    assert len(page_of(made).encode()) < 2_000_000
    with opened(made, 1400, drawn=True) as shown:
        assert shown.evaluate("document.documentElement.scrollHeight") < 8000


def test_three_machines_are_folded_and_a_link_unfolds(opened):
    machines = ("power-challenge", "alphaserver-8400", "spp1600")
    operations = ("pingpong", "broadcast", "reduce", "gather", "scatter")
    made = simulated.campaign(time, machines, operations,
                              (8, 16, 32, 64, 80, 800, 8000, 80000, 800000), (2, 4, 6, 8))
    with opened(made, 1400) as shown:
        assert shown.evaluate("document.documentElement.scrollHeight") < 8000
        panel = shown.locator("details.machine article").last
        assert not panel.is_visible()
        shown.evaluate(f"location.hash = '#{panel.get_attribute('id')}'")
        panel.wait_for()


def test_what_was_measured_and_what_was_simulated_stand_apart(page_of):
    measured = example.small_campaign()
    html = page_of(measured, records())
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(set(ids)) == len(ids)
    assert {"answer", "answer-simulated", "operations", "why"} <= set(ids)
    alone = page_of(measured)
    total = r'id="verdict-best".*?class="total">(.*?)</p>'
    assert re.search(total, html, re.DOTALL)[1] == re.search(total, alone, re.DOTALL)[1]
    operations = html[html.index('id="operations"'):html.index('<section id="methods"')]
    assert BUS not in operations


def test_a_difference_within_the_margin_of_equivalence_is_none(report_read):
    report = report_read(simulated.campaign(
        lambda key: 1.04 if key["path"] == "threads" else 1.0, ("power-challenge",), ("pingpong",),
        (800000,), (2, 4)))
    rows = [row for panel in report.operations[0].panels for row in panel.rows]
    assert {row.winner for row in rows} == {EQUIVALENT}
