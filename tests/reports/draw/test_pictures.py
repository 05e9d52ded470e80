# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of machines as text: boxes, ranks, summaries, heat maps; small charts: which points
curves of stamps have, and what axes say."""

import json
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import vl_convert

import example
import machines
from comops.common.sizes import bytes_text
from page_fixtures import HOSTILE
from comops.reports.draw.boxes import Boxes, PictureLayout, private_caches
from comops.reports.draw.bundle import VEGA_LITE
from comops.reports.draw.distribution import LAST, STEPS, distribution, ends_of, quantiles
from comops.reports.draw.heat import COLOURS, SHADES, Scale, heat_map
from comops.reports.draw.machine_picture import draw
from comops.reports.draw.machine_tables import distance_rows, latency_rows, memory_rows, ranges_text
from comops.reports.draw.picture import Pictures
from comops.reports.draw.specs import ChartLook, places_axis, small
from comops.reports.draw.svg import style, text_width
from comops.results.cell import Stamps
from comops.results.read import campaign_read
from comops.results.topology import PLACEMENT, Pairs, Placement, machine_of

SVG = "{http://www.w3.org/2000/svg}"


def placed(entries) -> list[Placement]:
    return list(map(PLACEMENT.form, entries))


def drawn(facts, at=0):
    placements = placed(facts["placements"])
    pictures = Pictures(machine_of(facts["topology"]), placements)
    return ElementTree.fromstring(pictures.picture(placements[at]).svg)


def titles(tree) -> list[str]:
    return [group.find(f"{SVG}title").text for group in tree.iter(f"{SVG}g")]


def texts(tree) -> list[str]:
    return [text.text for text in tree.iter(f"{SVG}text")]


def test_every_rank_is_on_its_hardware_thread_and_its_title_says_so():
    facts = machines.facts()
    for at, row in enumerate(facts["placements"]):
        told = titles(drawn(facts, at))
        assert len(told) == 4
        for rank, pu in enumerate(row["pus"]):
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
        boxes = Boxes(machine, placed(facts["placements"]))
        boxed = PictureLayout(boxes.part(machine.tree), 1).place(400)
        where = {id(part.box): part for part in boxed}
        for outer in boxed:
            inner = [where[id(box)] for box in outer.box.boxes]
            for part in inner:
                assert outer.x < part.x and part.x + part.width < outer.x + outer.width + 0.1
                assert outer.y < part.y and part.y + part.height < outer.y + outer.height
            for part in inner:
                for other in inner:
                    apart = part.x + part.width <= other.x or part.y + part.height <= other.y
                    behind = other.x + other.width <= part.x or other.y + other.height <= part.y
                    assert part is other or apart or behind


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
        entry = Pairs.from_json(machines.pairs(cores, 8))
        tree = ElementTree.fromstring(heat_map("x", "us", entry.pus, entry.latency_us).svg)
        numbers = [mark for mark in tree.iter(f"{SVG}text") if mark.get("class") == "middle"]
        assert len(numbers) == (cores * (cores - 1) if cores <= 14 else 0)
        fields = [mark for mark in tree.iter(f"{SVG}path") if mark.get("fill") in COLOURS]
        drawn_fields = sum(mark.get("d").count("M") for mark in fields)
        assert drawn_fields == cores * (cores - 1) + SHADES  # and the legend
        assert float(tree.get("width")) < 900


def test_shades_go_by_ratio_from_the_least_to_the_greatest():
    assert [Scale.of((1, 1024)).shade(value) for value in (1, 3, 33, 1024)] == [0, 1, 5, 9]
    assert Scale.of([7]).shade(7) == 0


def test_pairs_are_summed_up_by_distance():
    rows = distance_rows(Pairs.from_json(machines.pairs(8, 4)))
    assert [row[:2] for row in rows[1:]] == [["in one L3", "12"], ["in different packages", "16"]]
    assert all(len(row) == 8 for row in rows)


def test_a_whole_picture_needs_nothing_else():
    facts = machines.facts()
    entry = facts["topology"] | {"summary": HOSTILE, "pairs": machines.pairs(8, 4)}
    bus, crossbar, core = placed([*facts["placements"], machines.placement("core", [0, 1, 2, 3])])
    content = draw(entry, [bus, replace(crossbar, name=HOSTILE), core, Placement(
        "l2", 4, (), "", "", "it is too small")])
    tree = ElementTree.fromstring(content)
    assert not re.search(r"var\(|https?://(?!www\.w3\.org/2000/svg)|<script|<img", content)
    words = " ".join(filter(None, texts(tree)))
    assert "The same as core" in words and "l2: it is too small" in words
    assert "By distance" in words and "One way of 8 bytes, ns" in words
    assert len([tag for tag in tree.iter(f"{SVG}svg")]) == 1 + 2 + 2


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


def test_each_cell_has_a_curve_and_a_stroke_for_each_launch_in_its_colour(cells):
    cells = cells(8)
    colours = {cell.key.implementation: f"c{at}" for at, cell in enumerate(cells)}
    layers = distribution(cells, colours, ends_of([cells]))["layer"]
    for kind, chosen in (("line", layers[:3]), ("tick", layers[3:])):
        marks = [layer["mark"] for layer in chosen]
        assert [(mark["type"], mark["color"]) for mark in marks] == [
            (kind, "c0"), (kind, "c1"), (kind, "c2")]
    assert len(layers[3]["data"]["values"]) == len(set(cells[0].launch_us)) == example.LAUNCHES
    assert distribution([], {}, ends_of([])) is None


def test_all_sizes_of_a_panel_have_one_scale_relative_to_the_fastest_cell(cells):
    every = cells(8, 4096)
    rows = [[cell for cell in every if cell.key.bytes == size] for size in (8, 4096)]
    (low, high), alone = ends_of(rows), [ends_of([row]) for row in rows]
    assert low == min(ends[0] for ends in alone) < 1 < max(ends[1] for ends in alone) == high


@pytest.mark.parametrize(("least", "most"), [(74.3, 80.1), (0.188, 0.188), (0.5, 2000)])
def test_a_small_chart_names_sizes_and_some_values_and_ratios_have_a_line_at_1(least, most):
    look, sizes = ChartLook("a", "c", "c", "circle", (1, 0)), (8, 524288, 800000, 1048576)
    lines = [(look, [(size, value) for size, value in zip(
        sizes, (least, most, most, most), strict=True)])]
    for unit in ("µs", ""):
        spec = small("a chart", lines, places_axis(sizes), unit) | {"width": 400}
        svg = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
        shown = set(re.findall(r"<text[^>]*>([^<]+)<", svg))
        assert {"8 B", "1 MiB", "message size"} <= shown and shown & {"512 KiB", "800,000 B"}
        assert len([tag for tag in shown if re.fullmatch(r"[\d.,]+", tag)]) >= (least != most) + 1
        assert ("rule" in json.dumps(spec["layer"])) == (unit == "")
