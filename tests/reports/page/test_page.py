# SPDX-License-Identifier: BSD-3-Clause
"""The page as text: its parts, its numbers, and the data that come with it."""

import base64
import gzip
import json
import re

import pytest
import vl_convert

import example
import full
import measured
import simulated
from page_text import Elements, embedded, panel_rows
from comops.reports.draw import bundle
from comops.reports.draw.bundle import VEGA_LITE
from comops.reports.page import build, inline
from comops.reports.words.formats import interval_text
from comops.results.read import campaign_read

LIMIT = 2_000_000  # bytes
SMALL = example.small_campaign()
REDUCE = example.campaign(("reduce",), ("bus",), (8, 4096))
TIMED = example.timed({("threads", "barrier"): 4.0, ("threads", "direct"): 1.0,
                       ("mpi", "library"): 3.0, ("mpi", "direct"): 1.01})


def warned(records, **by_protocol) -> list[example.Record]:
    return [row | {"warnings": by_protocol.get(row["protocol"], [])} if row["record"] == "cell"
            else row for row in records]


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
        [[line for line in warned(REDUCE) if line["record"] not in ("fit", "crossover")]],
        ["No cell has a warning", "no fits and no crossovers"],
        ['class="fit"', 'class="crossovers"']),
    "warnings of a protocol": (
        [warned(TIMED, library=["drifting"])], ["MPI (library) 64\N{NO-BREAK SPACE}B"], []),
    "warnings without sizes": (
        [[line | {"warnings": ["drifting"]} if line["record"] == "cell" else line
          for line in full.campaign((8,), few=True, patterns=("barrier",))]],
        ["6 of 6 cells carry a warning</a>: drifting 6."], []),
    "direct, and what holds here": (
        [[*TIMED, *example.here_records(TIMED, 0.85, 1.25)]],
        ['class="direct"', ">here</abbr>", "0.850 – 1.25</abbr>"], []),
}


@pytest.mark.parametrize("name", SAID)
def test_a_page_says_what_its_files_have(page_of, name):
    files, said, unsaid = SAID[name]
    html = page_of(*files)
    assert [text for text in said if text not in html] == []
    assert [text for text in unsaid if text in html.split("<script")[0]] == []


def test_a_default_campaign_is_within_the_limit(page_of):
    assert len(page_of(example.campaign()).encode()) < LIMIT


@pytest.mark.often
def test_two_default_campaigns_are_within_twice_the_limit(page_of):
    assert len(page_of(example.campaign(), example.campaign()).encode()) < 2 * LIMIT


@pytest.mark.parametrize("files", [
    [SMALL], pytest.param([full.campaign((8, 4096, 800000), few=True, slow=False)],
                          marks=pytest.mark.often),
    [SMALL, simulated.campaign(lambda key: 1.0 + key["ranks"], ("bus:256", "crossbar:256"))]])
def test_every_link_leads_somewhere(page_of, files):
    html = page_of(*files)
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert len(links) > 10 and [link for link in links if f'id="{link}"' not in html] == []


def test_nothing_is_loaded_from_elsewhere(page_of):
    tags = Elements(page_of(example.small_campaign())).tags
    for tag, attributes in tags:
        assert "src" not in attributes
        assert tag not in ("iframe", "object", "embed", "base")
        href = attributes.get("href", "#")
        download = "download" in attributes and href.startswith("data:application/gzip;base64,")
        assert href.startswith("#") or (tag, href) == ("link", "data:,") or download


def test_a_library_that_the_build_lacks_is_bundled_once_and_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(inline, "build_file", lambda name: tmp_path / name)
    made = iter(["the script"])
    monkeypatch.setattr(bundle, "bundle", lambda: next(made))
    assert [inline.library.__wrapped__() for _ in range(2)] == ["the script"] * 2
    (tmp_path / inline.NAME).write_text("that of the build", encoding="utf-8")
    assert inline.library.__wrapped__() == "that of the build"


@pytest.mark.parametrize("files", [
    [SMALL], [REDUCE, [example.campaign_record(host="node18"), *REDUCE[1:]]], [measured.hidden()],
    [measured.pairs_of_messages()], [measured.on_two_placements()],
    [simulated.campaign(lambda key: 1.0 + key["ranks"], ("bus:256", "crossbar:256"))]])
def test_every_chart_of_a_page_compiles_without_a_warning(page_of, capfd, files):
    html = page_of(*files)
    data = embedded(html)
    for name, spec in data["specs"].items():
        (place,) = re.findall(f'<div [^>]*id="{name}"[^>]*>', html)
        panel = re.search('data-panel="([^"]+)"', place)
        datasets = data["datasets"][panel[1]] if panel else {}
        wide = {"width": 400} if spec.get("width") == "container" else {}
        vl_convert.vegalite_to_vega(spec | wide | {"datasets": datasets}, vl_version=VEGA_LITE)
        used = set(re.findall(r'"data": {"name": "([^"]+)"}', json.dumps(spec)))
        assert used <= datasets.keys(), name
    assert "WARN" not in "".join(capfd.readouterr())


def test_the_rows_of_charts_are_the_file_s_numbers_as_far_as_they_are_known(page_of):
    records = example.campaign(("reduce",), ("bus",))
    cells = example.kinds(records)
    shown = [row for rows in panel_rows(page_of(records)) for row in rows]
    assert len(shown) == len(cells)
    cells.sort(key=lambda cell: (cell["bytes"], cell["median_us"]))
    shown.sort(key=lambda row: (row["at"], row["time"]))
    for row, cell in zip(shown, cells, strict=True):
        time, *ends = row["time"]
        width = cell["ci95_us"][1] - cell["ci95_us"][0]
        assert row["at"] == cell["bytes"]
        assert row["said"]["from"].startswith(f"{example.SAMPLES} samples × {cell['repeats']} runs")
        assert time == pytest.approx(cell["median_us"], abs=width / 20)
        assert ends == pytest.approx(cell["ci95_us"], abs=width / 20)
        assert row["rate"][0] == pytest.approx(cell["rate_MBps"], rel=1e-3)


def test_the_charts_keep_no_samples(page_of):
    records = example.campaign(("reduce",), ("bus",))
    once = embedded(page_of(records))
    for cell in example.kinds(records):
        cell["samples_us"] *= 100
    again = embedded(page_of(records))
    assert len(json.dumps(again)) < len(json.dumps(once)) + 1000
    kinds = {name.rpartition("-")[2] for name in once["specs"] if name.startswith("panel")}
    assert kinds == {"time", "rate", "ratio"}  # of no other kind has it values


def test_the_page_has_percentiles_of_the_fastest_of_each_path_where_runs_were_stamped(page_of):
    records = example.campaign(("reduce",), ("bus",), (8, 4096))
    html = page_of(records)
    shown = html.split('<details class="distributions">')[1].split("</details>")[0]
    assert shown.count('class="chart runs"') == 2
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


def test_an_invalid_cell_is_not_drawn(page_of):
    assert 16 not in {row["at"] for rows in panel_rows(page_of(SMALL)) for row in rows}


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
    assert {row["series"] for rows in panel_rows(html) for row in rows} == {
        "threads, barrier",
        "MPI, sendrecv",
        "MPI (openmpi), library",
    }
    assert "best MPI (openmpi)" in html and "best MPI," in html


# ---- what comes with the page -----------------------------------------------------------------


def test_the_nearest_common_size_is_drawn_over_ranks(page_of):
    records = example.campaign(("reduce",), ("bus",), (8, 4096, 262144), ranks=(2, 3, 4))
    rows = embedded(html := page_of(records))["datasets"]["scaling-0-0"]["points"]
    assert {row["said"]["size"] for row in rows} == {"256\N{NO-BREAK SPACE}KiB"}
    assert {row["at"]: row["said"]["placement"].rpartition(", ")[2] for row in rows} == {
        2: "2 ranks", 3: "3 ranks", 4: "4 ranks"}
    assert 'id="scaling-0-0-ranks"' in html


def unpacked(html: str) -> list[example.Record]:
    link = re.search(r'href="data:application/gzip;base64,([^"]+)"', html)[1]
    return [json.loads(line) for line in gzip.decompress(base64.b64decode(link)).splitlines()]


def test_a_small_page_leaves_out_samples_first_then_pairs_then_everything(results_file):
    records = example.campaign(("pingpong", "reduce"), ("bus",))
    path = results_file(records)
    everything = inline.download(path, 10**7)
    assert everything.lacks == "" and everything.size < 10**6
    part = inline.download(path, 4 * everything.size // 3 - 100)
    assert part.lacks == "the raw samples"
    fewer = inline.download(path, 4 * part.size // 3 - 100)
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
    assert [row.get("median_us") for row in example.kinds(got)] == [
        row.get("median_us") for row in example.kinds(records)]
    assert not any("samples_us" in row for row in got)


def test_a_damaged_line_does_not_keep_the_others_from_coming_along(results_file):
    path = results_file(example.small_campaign())
    path.write_bytes(path.read_bytes() + b"{" * 5000 + b"\n[1]\n\xff\n")
    assert inline.without_samples(b"{" * 5000) == inline.without_samples(b"[1]") == b""
    assert gzip.decompress(base64.b64decode(inline.download(path, 10**7).link[29:]))
