# SPDX-License-Identifier: BSD-3-Clause
"""The page as text: its parts, its numbers, and the data that come with it."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser

import pytest
import vl_convert

import example
import full
import simulated
from comops.reports.page import build, charts, inline
from comops.reports.words.formats import interval_text
from comops.results.read import campaign_read

LIMIT = 1_500_000  # bytes


class Elements(HTMLParser):
    """All start tags of a page, and the text of its body outside scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.texts.append(data)


def embedded(html: str) -> dict:
    """The data of the charts, as page.js reads it."""
    return json.loads(re.search(r'id="chart-data">(.*?)</script>', html, re.DOTALL)[1])


def words(html: str) -> str:
    """The text of a page, its spaces plain."""
    return " ".join("".join(Elements(html).texts).replace("\N{NO-BREAK SPACE}", " ").split())


def panel_cells(html: str) -> list[list[list]]:
    """The cells of each panel's charts: size, time, low, high, rate, samples, runs, words."""
    panels = embedded(html)["panels"].values()
    return [[cell for some in panel["cells"].values() for cell in some] for panel in panels]


SMALL = example.small_campaign()
REDUCE = example.campaign(("reduce",), ("bus",), (8, 4096))
TIMED = example.timed({("threads", "barrier"): 4.0, ("threads", "direct"): 1.0,
                       ("mpi", "library"): 3.0, ("mpi", "direct"): 1.01})


def warned(records, **by_protocol) -> list[example.Record]:
    return [one | {"warnings": by_protocol.get(one["protocol"], [])} if one["record"] == "cell"
            else one for one in records]


SAID = {  # files, what their page says, and what it does not
    "an ordinary campaign": (
        [SMALL], ["rank 1 was killed by signal 9", ">95 % interval, now</th>"],
        ["minutes of this run", 'id="difference"', 'class="overlay"', 'class="each-campaign"',
         'class="scaling"', "Time over ranks", 'id="placement"', 'id="simulated"',
         "Messages per second", "Overlap", '<tr data-bytes="16"', 'class="direct"',
         ">here</abbr>"]),
    "nothing declared": ([REDUCE], ["No costs are declared for reduce."], ['<table class="why']),
    "files and hosts": (
        [REDUCE, [example.campaign_record(host="node18"), *REDUCE[1:]]],
        ["bus, 0.jsonl on node17", "bus, 1.jsonl on node18"], []),
    "no valid cell": (
        [[example.campaign_record(), example.invalid_record(
            example.key_record("reduce", ("mpi", "library"), "bus", 8), "hung")]],
        ["No valid cell.", "hung"], []),
    "pages elsewhere": (
        [[*REDUCE, *json.loads(json.dumps(REDUCE[1:]).replace('"local"', '"peer"'))]],
        ["bus, local pages", "bus, peer pages"], []),
    "no fits and warnings": (
        [[one for one in warned(REDUCE) if one["record"] not in ("fit", "crossover")]],
        ["No cell has a warning", "no fits and no crossovers"],
        ['class="fit"', 'class="crossovers"']),
    "warnings of a protocol": (
        [warned(TIMED, library=["drifting"])], ["MPI (library) 64\N{NO-BREAK SPACE}B"], []),
    "warnings without sizes": (
        [[one | {"warnings": ["drifting"]} if one["record"] == "cell" else one
          for one in full.campaign((8,), few=True, patterns=("barrier",))]],
        ["6 of 6 cells carry a warning</a>: drifting 6."], []),
    "direct, and what holds here": (
        [[*TIMED, *example.here_records(TIMED, 0.85, 1.25)]],
        ['class="direct"', ">here</abbr>", "0.850 – 1.25</abbr>"], []),
}


@pytest.mark.parametrize("name", SAID)
def test_a_page_says_what_its_files_have(page_of, name):
    files, said, unsaid = SAID[name]
    html = page_of(*files)
    assert [one for one in said if one not in html] == []
    assert [one for one in unsaid if one in html.split("<script")[0]] == []


def test_a_default_campaign_is_within_the_limit_and_two_are_within_twice_of_it(page_of):
    records = example.campaign()
    assert len(page_of(records).encode()) < LIMIT
    assert len(page_of(records, records).encode()) < 2 * LIMIT


@pytest.mark.parametrize("files", [
    [SMALL], [full.campaign((8, 4096, 800000), few=True, slow=False)],
    [SMALL, simulated.campaign(lambda key: 1.0 + key["ranks"], ("bus:256", "crossbar:256"))]])
def test_every_link_leads_somewhere(page_of, files):
    html = page_of(*files)
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert len(links) > 10 and [one for one in links if f'id="{one}"' not in html] == []


def test_nothing_is_loaded_from_elsewhere(page_of):
    tags = Elements(page_of(example.small_campaign())).tags
    for tag, attributes in tags:
        assert "src" not in attributes
        assert tag not in ("iframe", "object", "embed", "base")
        href = attributes.get("href", "#")
        download = "download" in attributes and href.startswith("data:application/gzip;base64,")
        assert href.startswith("#") or (tag, href) == ("link", "data:,") or download


def test_the_library_is_bundled_once_and_kept_for_the_next_page(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = iter(["the script"])
    monkeypatch.setattr(charts, "bundled", lambda: next(made))
    assert [charts.library.__wrapped__() for _ in range(2)] == ["the script"] * 2
    assert len(list((tmp_path / "comops").iterdir())) == 1


@pytest.mark.parametrize("kind", sorted(charts.TOOLTIPS))
def test_the_charts_specifications_compile_without_a_warning(capfd, kind):
    text = json.dumps(charts.specification(kind))
    scale = {"type": "log", "domain": [1, 20], "nice": False}
    point = {"series": "a", "at": 8, "mode": "loop", "value": 2, "low": 1, "high": 3}
    values = {"$points": [point], "$crossings": [{"at": 9, "low": 8, "high": 10}], "$legend": None}
    values |= {"$labels": ["a"], "$colours": ["red"], "$fills": ["red"], "$symbols": ["circle"]}
    values |= {"$dashes": [[1, 0]], "$yTitle": "time", "$yScale": scale, "$yTicks": [1, 10]}
    values |= {"$xTitle": "size", "$xScale": scale, "$xTicks": [8]}
    values |= {"$xLabel": charts.AXES["sizeLabel"]}
    sides = {"$above": "up", "$below": "down", "$aboveColour": "blue", "$belowColour": "red"}
    values |= sides if kind == "ratio" else {"$fits": [point]}
    assert set(re.findall(r'"(\$\w+)"', text)) == set(values)
    for variable, value in values.items():
        text = text.replace(f'"{variable}"', json.dumps(value))
    vl_convert.vegalite_to_vega({**json.loads(text), "width": 400}, vl_version=charts.VEGA_LITE)
    assert "WARN" not in "".join(capfd.readouterr())


def test_chart_data_are_the_file_s_numbers_as_far_as_they_are_known(page_of):
    records = example.campaign(("reduce",), ("bus",))
    cells = example.kinds(records)
    shown = [cell for some in panel_cells(page_of(records)) for cell in some]
    assert len(shown) == len(cells)
    cells.sort(key=lambda cell: (cell["bytes"], cell["median_us"]))
    for values, cell in zip(sorted(shown), cells, strict=True):
        size, time, low, high, rate, samples, runs, _ = values
        width = cell["ci95_us"][1] - cell["ci95_us"][0]
        assert (size, samples, runs) == (cell["bytes"], example.SAMPLES, cell["repeats"])
        assert time == pytest.approx(cell["median_us"], abs=width / 20)
        assert [low, high] == pytest.approx(cell["ci95_us"], abs=width / 20)
        assert rate == pytest.approx(cell["rate_MBps"], rel=1e-3)


def test_the_charts_keep_no_samples(page_of):
    records = example.campaign(("reduce",), ("bus",))
    once = embedded(page_of(records))
    for cell in example.kinds(records):
        cell["samples_us"] *= 100
    again = embedded(page_of(records))
    assert len(json.dumps(again)) < len(json.dumps(once)) + 1000
    assert set(once["specifications"]) == {"value", "ratio"}  # of no other kind has it values


def test_the_page_has_percentiles_of_the_fastest_of_each_path_where_runs_were_stamped(page_of):
    records = example.campaign(("reduce",), ("bus",), (8, 4096))
    html = page_of(records)
    shown = html.split('<details class="distributions">')[1].split("</details>")[0]
    assert shown.count("<svg") - shown.count('class="point"') == 2
    best = min((cell for cell in example.kinds(records) if cell["path"] == "threads"),
               key=lambda cell: cell["median_us"])  # fmt: skip
    p99 = best["percentiles"]["p99"]
    assert interval_text(p99["us"], tuple(p99["ci95"])) in re.sub("<[^>]*>", "", shown)
    assert shown.count("0 of 6 batches of 667 runs") == 4
    longest = best["percentiles"]["max"]
    said = interval_text(longest["us"], tuple(longest["ci95"]))
    assert f"{said} of 8 runs" in re.sub("<[^>]*>", "", shown)
    for record in example.kinds(records):
        del record["stamps"]
    assert "distributions" not in {
        attributes.get("class") for _, attributes in Elements(page_of(records)).tags
    }


def test_a_file_name_of_half_a_character_can_be_written(results_file):
    path = results_file(example.campaign(("reduce",), ("bus",), (8,)), "half\udc80.jsonl")
    assert b"half?.jsonl" in build.page([campaign_read(path)]).encode("utf-8", errors="replace")


def test_an_invalid_cell_is_listed_with_its_error_and_not_drawn(page_of):
    html = page_of(example.small_campaign())
    assert "rank 1 was killed by signal 9" in html
    assert '<tr data-bytes="16"' not in html
    assert 16 not in {cell[0] for cells in panel_cells(html) for cell in cells}


def test_oversubscribed_cells_are_marked_on_top_in_the_answer_and_in_every_row(page_of):
    html = page_of(example.campaign(("reduce",), ("bus",), oversubscribed=True))
    top, answer, operation, _ = re.split(r'<section id="(?:answer|operation-0|methods)"', html)
    assert "More ranks than cores" in top and 'class="alarm"' in top
    assert answer.count('class="oversubscribed"') == 5  # in three maps and two of them in words
    assert 'class="share"' not in answer
    rows = operation.count('class="doubtful"')
    assert rows == len(example.SIZES)
    assert operation.count('class="oversubscribed"') == rows + 1
    clean = page_of(example.campaign(("reduce",), ("bus",)))
    assert 'class="oversubscribed"' not in clean and 'class="alarm"' not in clean


def test_the_methods_section_has_every_fact_of_the_campaign(page_of):
    records = example.small_campaign()
    text = " ".join(Elements(page_of(records)).texts)
    facts = records[0]
    for name in ("machine", "cpu", "governor", "kernel", "compiler", "flags", "version"):
        assert facts[name] in text
    assert facts["runtimes"]["mpi"] in text and facts["runtimes"]["threads"] in text
    assert " ".join(facts["command"]) in text and str(facts["seed"]) in text


def test_paths_and_patterns_of_any_name_have_their_series(page_of):
    records = example.campaign(("tea",), ("shelf",))
    for key in example.keys_of(records):
        if (key["path"], key["protocol"]) == ("mpi", "library"):
            key["path"] = "mpi@openmpi"
    html = page_of(records)
    assert {look[0] for look in embedded(html)["series"]} == {
        "threads, barrier",
        "MPI, sendrecv",
        "MPI (openmpi), library",
    }
    assert "best MPI (openmpi)" in html and "best MPI," in html


# ---- what comes with the page -----------------------------------------------------------------


def test_the_nearest_common_size_is_drawn_over_ranks(page_of):
    records = example.campaign(("reduce",), ("bus",), (8, 4096, 262144), ranks=(2, 3, 4))
    (scaling,) = [one for one in embedded(page_of(records))["panels"].values() if "over" in one]
    assert scaling["bytes"] == 262144
    assert [(count, words) for count, words, _ in scaling["over"]] == [
        (2, "2 ranks"), (3, "3 ranks"), (4, "4 ranks")]


def unpacked(html: str) -> list[example.Record]:
    link = re.search(r'href="data:application/gzip;base64,([^"]+)"', html)[1]
    return [json.loads(line) for line in gzip.decompress(base64.b64decode(link)).splitlines()]


def test_a_small_page_leaves_out_samples_first_then_pairs_then_everything(results_file):
    records = example.campaign()
    path = results_file(records)
    everything = inline.download(path, 10**7)
    assert everything.lacks == "" and everything.size < 10**6
    some = inline.download(path, 4 * everything.size // 3 - 100)
    assert some.lacks == "the raw samples"
    fewer = inline.download(path, 4 * some.size // 3 - 100)
    assert fewer.lacks == "the raw samples and the pairs"
    nothing = inline.download(path, 100)
    assert nothing.link == ""


def test_a_page_says_what_the_data_that_come_with_it_lack(page_of, results_file, monkeypatch):
    records = example.small_campaign()
    html = page_of(records)
    assert "every record with all its samples" in html
    assert unpacked(html) == list(map(json.loads, example.lines(records).splitlines()))
    monkeypatch.setattr(build, "ROOM", 0)
    monkeypatch.setattr(build, "PAGE_BYTES", len(html.encode()) + build.SPARE_BYTES - 400)
    html = build.page([campaign_read(results_file(records))])
    got = unpacked(html)
    assert "without the raw samples" in html
    assert [one.get("median_us") for one in example.kinds(got)] == [
        one.get("median_us") for one in example.kinds(records)]
    assert not any("samples_us" in one for one in got)


def test_a_damaged_line_does_not_keep_the_others_from_coming_along(results_file):
    path = results_file(example.small_campaign())
    path.write_bytes(path.read_bytes() + b"{" * 5000 + b"\n[1]\n\xff\n")
    assert inline.without_samples(b"{" * 5000) == inline.without_samples(b"[1]") == b""
    assert gzip.decompress(base64.b64decode(inline.download(path, 10**7).link[29:]))
