# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of machines as text: boxes, ranks, summaries, heat maps; small charts: which points
curves of stamps have, and what axes say."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

import example
import machines
from comops.common.sizes import bytes_text
from page_fixtures import HOSTILE
from comops.reports.draw.boxes import Boxes, Layout, private_caches
from comops.reports.draw.distribution import (LAST, STEPS, WIDTH, distribution, quantiles, scale_of,
                                              strip)
from comops.reports.draw.heat import COLOURS, SHADES, Scale, heat_map
from comops.reports.draw.lines import RANKS, SIZES, Line, chart, ticks_of
from comops.reports.draw.machine_picture import draw
from comops.reports.draw.machine_tables import distance_rows, latency_rows, memory_rows, ranges_text
from comops.reports.draw.picture import Pictures
from comops.reports.draw.svg import log_ticks, style, text_width
from comops.results.cell import Stamps
from comops.results.read import campaign_read
from comops.results.topology import machine_of, pairs_of, placements_of

SVG = "{http://www.w3.org/2000/svg}"


def drawn(facts, at=0):
    placements = placements_of(facts["placements"])
    pictures = Pictures(machine_of(facts["topology"]), placements)
    return ElementTree.fromstring(pictures.picture(placements[at]).svg)


def titles(tree) -> list[str]:
    return [group.find(f"{SVG}title").text for group in tree.iter(f"{SVG}g")]


def texts(tree) -> list[str]:
    return [text.text for text in tree.iter(f"{SVG}text")]


def test_every_rank_is_on_its_hardware_thread_and_its_title_says_so():
    facts = machines.facts()
    for at, one in enumerate(facts["placements"]):
        told = titles(drawn(facts, at))
        assert len(told) == 4
        for rank, pu in enumerate(one["pus"]):
            assert f"rank {rank}: hardware thread {pu}, core {pu % 8}" in told


def test_a_picture_is_named_and_described_for_those_who_do_not_see_it():
    tree = drawn(machines.facts())
    assert tree.get("role") == "img"
    assert tree.find(f"{SVG}title").text == "bus, 4 ranks"
    assert "rank 3 on hardware thread 3" in tree.find(f"{SVG}desc").text


def test_packages_memories_and_shared_caches_are_labelled_and_private_caches_listed():
    facts = machines.facts()
    words = texts(drawn(facts))
    assert {"Package #1", "NUMA node #1 (31 GiB)", "L3 #1 (32 MiB)", "core 7"} <= set(words)
    assert not any("L2" in word for word in words)
    assert private_caches(machine_of(facts["topology"])) == "L2 (1 MiB)"


def test_large_machines_summarize_parts_without_ranks_and_small_ones_are_drawn_whole():
    words = texts(drawn(machines.facts(24, 8)))
    assert {"20 more packages", "of 8 cores each", "4 more cores", "7 more cores"} <= set(words)
    assert not any("more" in word for word in texts(drawn(machines.facts(4, 8))))


def test_pictures_of_one_number_of_ranks_fold_the_same_parts():
    facts = machines.facts(24, 8)
    heads = [[word for word in texts(drawn(facts, at)) if not word.isdigit()] for at in (0, 1)]
    assert heads[0] == heads[1]


def test_a_machine_that_is_full_is_drawn_whole_and_within_its_width():
    facts = machines.facts(24, 8)
    facts["placements"] = [machines.placement("smt", list(range(384)))]
    tree = drawn(facts)
    assert len(titles(tree)) == 384
    assert float(tree.get("width")) <= 520
    assert len(ElementTree.tostring(tree)) < 150_000


def test_ranks_that_share_a_hardware_thread_are_side_by_side_or_counted():
    facts = machines.facts(1, 2, 1)
    facts["placements"] = [machines.placement("bus", [0, 1, 0, 1], oversubscribed=True)]
    assert len(titles(drawn(facts))) == 4
    facts["placements"] = [machines.placement("bus", [0] * 9 + [1])]
    tree = drawn(facts)
    assert len(titles(tree)) == 3 and "+7" in texts(tree)


def test_boxes_lie_within_their_box_and_never_on_their_neighbours():
    for shape in ((1, 2, 1), (2, 4, 2), (24, 8, 2), (3, 5, 4), (1, 1, 8)):
        facts = machines.facts(*shape)
        machine = machine_of(facts["topology"])
        boxes = Boxes(machine, placements_of(facts["placements"]))
        placed = Layout(boxes.part(machine.tree), 1).place(400)
        where = {id(one.box): one for one in placed}
        for outer in placed:
            inner = [where[id(box)] for box in outer.box.boxes]
            for one in inner:
                assert outer.x < one.x and one.x + one.width < outer.x + outer.width + 0.1
                assert outer.y < one.y and one.y + one.height < outer.y + outer.height
            for one in inner:
                for other in inner:
                    apart = one.x + one.width <= other.x or one.y + one.height <= other.y
                    behind = other.x + other.width <= one.x or other.y + other.height <= one.y
                    assert one is other or apart or behind


def test_kinds_of_cores_are_distinguished_and_unusable_ones_marked():
    facts = machines.facts(1, 4, 1)
    facts["topology"]["kinds"] = [
        {"speed": 0, "pus": [0, 1]}, {"speed": 1, "pus": [2, 3]},
    ]
    cache = facts["topology"]["tree"]["children"][0]["children"][0]
    cache["children"][0]["children"][0]["usable"] = False
    tree = drawn(facts)
    assert {"E core 0", "P core 3"} <= set(texts(tree))
    kinds = Counter(path.get("class") for path in tree.iter(f"{SVG}path"))
    assert {"core slow", "core unusable", "core"} <= set(kinds)


def nested(depth: int) -> dict:
    """A tree deeper than any machine."""
    inner = [nested(depth - 1)] if depth else [{"type": "hardware thread", "os_index": 0}]
    return {"type": "group", "index": 0, "children": inner}


@pytest.mark.parametrize(
    "harm",
    [
        {"tree": None},
        {"tree": {"type": "machine", "index": 0}},
        {"tree": {"type": "core", "index": 0}},
        {"tree": {"type": "hardware thread", "os_index": -1}},
        {"latencies": {"nodes": [0], "values": [[10, 20]]}},
        {"memory": [{"node": 0}]},
        {"kinds": "many"},
        {"tree": nested(60)},
    ],
)
def test_a_machine_that_is_none_is_refused(harm):
    with pytest.raises(ValueError):
        machine_of(machines.topology(1, 2) | harm)


def test_latencies_are_a_matrix_up_to_twelve_nodes_and_counted_beyond():
    few = latency_rows(machine_of(machines.topology(2, 2)))
    assert few[1:] == [["NUMA node #0", "10", "21"], ["NUMA node #1", "21", "10"]]
    many = latency_rows(machine_of(machines.topology(24, 1)))
    assert many[1] == ["10", "24 of 576"] and len(many) == 25


def test_bandwidths_of_memories_are_listed_with_where_they_count():
    entry = machines.topology(1, 4)
    figure = {"node": 0, "attribute": "bandwidth", "unit": "MiB/s", "value": 22500}
    entry["memory"] = [figure | {"from_pus": [3, 0, 1]}]
    row = ["NUMA node #0 (31 GiB)", "bandwidth", "0-1,3", "22,500 MiB/s"]
    assert memory_rows(machine_of(entry))[1:] == [row]
    assert ranges_text([]) == "" and ranges_text([7]) == "7"


def test_sizes_are_written_as_on_the_terminal():
    sizes = {512: "512 bytes", 1024: "1 KiB", 32 << 20: "32 MiB", 126 << 30: "126 GiB"}
    for size, words in (sizes | {int(4.7 * 2**30): "4.7 GiB", 23045812224: "21.5 GiB"}).items():
        assert bytes_text(size) == words


def test_a_map_has_its_numbers_up_to_fourteen_cores_and_colours_alone_beyond():
    for cores in (2, 14, 15, 48, 192):
        entry = pairs_of(machines.pairs(cores, 8))
        tree = ElementTree.fromstring(heat_map("x", "us", entry.pus, entry.latency_us).svg)
        numbers = [one for one in tree.iter(f"{SVG}text") if one.get("class") == "middle"]
        assert len(numbers) == (cores * (cores - 1) if cores <= 14 else 0)
        fields = [one for one in tree.iter(f"{SVG}path") if one.get("fill") in COLOURS]
        drawn_fields = sum(one.get("d").count("M") for one in fields)
        assert drawn_fields == cores * (cores - 1) + SHADES  # and the legend
        assert float(tree.get("width")) < 900


def test_shades_go_by_ratio_from_the_least_to_the_greatest():
    assert [Scale.of((1, 1024)).shade(value) for value in (1, 3, 33, 1024)] == [0, 1, 5, 9]
    assert Scale.of([7]).shade(7) == 0


def test_pairs_are_summed_up_by_distance():
    rows = distance_rows(pairs_of(machines.pairs(8, 4)))
    assert [row[:2] for row in rows[1:]] == [["in one L3", "12"], ["in different packages", "16"]]
    assert all(len(row) == 8 for row in rows)


def test_a_whole_picture_needs_nothing_else():
    facts = machines.facts()
    entry = facts["topology"] | {
        "summary": HOSTILE,
        "placements": [*facts["placements"], machines.placement("core", [0, 1, 2, 3])]
        + [machines.placement("l2", [0]) | {"refused": "it is too small", "ranks": 4, "pus": []}],
        "pairs": machines.pairs(8, 4),
    }
    entry["placements"][1]["name"] = HOSTILE
    content = draw(entry)
    tree = ElementTree.fromstring(content)
    assert not re.search(r"var\(|https?://(?!www\.w3\.org/2000/svg)|<script|<img", content)
    words = " ".join(filter(None, texts(tree)))
    assert "The same as core" in words and "l2: it is too small" in words
    assert "By distance" in words and "One way of 8 bytes, ns" in words
    assert len([one for one in tree.iter(f"{SVG}svg")]) == 1 + 2 + 2


def test_the_style_of_a_picture_of_its_own_has_plain_colours_for_light_and_dark():
    looks = style()
    assert "var(" not in looks and looks.count("{") == looks.count("}")
    assert "#14171a" in looks.split("@media")[1] and "#14171a" not in looks.split("@media")[0]


def test_longer_texts_are_taken_for_wider():
    assert text_width("NUMA node #10", 11) > text_width("NUMA node #1", 11) > 60


# ---- small charts -----------------------------------------------------------------------------


def test_a_curve_ends_where_nearly_all_stamps_are_below():
    stamps = Stamps(unit_us=1, steps=[1] * 1000, counts=[1] * 1000)
    curve = list(quantiles(stamps))
    assert len(curve) <= STEPS + 1 and curve[-1] == (1000 * LAST, LAST)
    assert all(share == pytest.approx(time / 1000) for time, share in curve)


def test_times_that_a_logarithmic_axis_lacks_are_counted_and_not_drawn():
    assert list(quantiles(Stamps(unit_us=1, steps=[-1, 1, 2], counts=[3, 1, 4]))) == [(2.0, 1.0)]
    assert list(quantiles(Stamps(unit_us=1, steps=[-1], counts=[3]))) == []


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
