# SPDX-License-Identifier: BSD-3-Clause
"""The paper's figures, time over ranks, and the data embedded in the page."""

import base64
import gzip
import json
import re

import example
import full
from reports.answers.across import scalings_of
from reports.answers.panels import operations_of
from reports.answers.series import series_of
from reports.history.paper import paper_figures
from reports.page import downloads
from reports.page.build import page
from records.read import campaign_read

NUMBERS = ["3", "4", "5", "6", "7", "8", "9 and 12", "10 and 13", "11 and 14", "15", "16", "17"]


def figures_of(results_file, records):
    campaign = campaign_read(results_file(records))
    operations = operations_of([campaign], series_of(campaign.cells.values()))
    scalings = {operation.name: scalings_of(operation) for operation in operations}
    return {one.numbers: one for one in paper_figures(operations, scalings)}


def test_every_figure_from_3_to_17_is_drawn_or_has_its_command(results_file):
    figures = figures_of(results_file, example.small_campaign())
    assert list(figures) == NUMBERS
    for one in figures.values():
        assert one.drawing or one.command.startswith("comops run --patterns ")
    assert [number for number, one in figures.items() if one.drawing] == ["3", "4", "6"]


def test_a_campaign_of_two_placements_and_several_ranks_draws_all_figures(results_file):
    records = example.campaign(sizes=(8, 80, 4096, 800000), ranks=(2, 4))
    figures = figures_of(results_file, records)
    assert all(one.drawing for one in figures.values())
    assert "bus" in figures["9 and 12"].drawing.here
    assert "crossbar" in figures["15"].drawing.here
    assert figures["3"].drawing.here.startswith("bus, 4 ranks")
    assert "4 processors" not in figures["3"].drawing.remark
    names = {label for one in figures.values() for label in (s.label for s in one.drawing.series)}
    assert names == {"threads, barrier", "MPI, library", "MPI, sendrecv"}


def test_the_page_names_the_figures_and_the_commands(results_file):
    html = page([campaign_read(results_file(example.small_campaign()))])
    section = html.split('<section id="paper"')[1].split("</section>")[0]
    for number in NUMBERS:
        assert f'id="figure-{number.split()[0]}"' in section
    assert "comops run --patterns gather --ranks 4" in section
    assert section.count('class="chart"') == 3
    assert 'data-most="80"' in section


def test_an_operation_at_one_number_of_ranks_has_no_chart_over_ranks(results_file):
    html = page([campaign_read(results_file(example.small_campaign()))])
    assert 'class="scaling"' not in html and "Time over ranks" not in html


def test_the_nearest_common_size_is_drawn_over_ranks(results_file):
    records = example.campaign(("reduce",), ("bus",), (8, 4096, 262144), ranks=(2, 3, 4))
    campaign = campaign_read(results_file(records))
    (operation,) = operations_of([campaign], series_of(campaign.cells.values()))
    (one,) = scalings_of(operation)
    assert (one.bytes, [panel.setting.ranks for panel in one.panels]) == (262144, [2, 3, 4])
    html = page([campaign])
    data = json.loads(re.search(r'id="chart-data">(.*?)</script>', html, re.DOTALL)[1])
    assert data["panels"][one.name]["over"] == [
        [p.setting.ranks, f"{p.setting.ranks} ranks", p.name] for p in one.panels]


def test_cells_whose_pages_lie_elsewhere_have_a_panel_of_their_own(results_file):
    records = example.campaign(("reduce",), ("bus",), (8, 4096))
    far = json.loads(json.dumps(records[1:]).replace('"local"', '"peer"'))
    html = page([campaign_read(results_file([*records, *far]))])
    assert "bus, local pages" in html and "bus, peer pages" in html


def test_a_file_without_fits_and_warnings_says_so(results_file):
    records = example.campaign(("reduce",), ("bus",), (8, 4096))
    for record in example.kinds(records):
        record["warnings"] = []
    few = [record for record in records if record["record"] not in ("fit", "crossover")]
    html = page([campaign_read(results_file(few))])
    assert "No cell has a warning" in html and "no fits and no crossovers" in html
    assert 'class="fit"' not in html and 'class="crossovers"' not in html


def unpacked(html: str) -> list[example.Record]:
    link = re.search(r'href="data:application/gzip;base64,([^"]+)"', html)[1]
    return [json.loads(line) for line in gzip.decompress(base64.b64decode(link)).splitlines()]


def test_a_small_page_leaves_out_samples_first_then_pairs_then_everything(results_file):
    records = example.campaign()
    path = results_file(records)
    everything = downloads.download(path, 10**7)
    assert everything.lacks == "" and everything.size < 10**6
    some = downloads.download(path, 4 * everything.size // 3 - 100)
    assert some.lacks == "the raw samples"
    fewer = downloads.download(path, 4 * some.size // 3 - 100)
    assert fewer.lacks == "the raw samples and the pairs"
    nothing = downloads.download(path, 100)
    assert nothing.link == ""


def test_what_comes_with_the_page_of_a_full_campaign_says_what_it_lacks(results_file):
    records = full.campaign((8, 4096, 262144), slow=False)
    html = page([campaign_read(results_file(records))])
    got = unpacked(html)
    assert "without the raw samples" in html
    assert [r["median_us"] for r in got if r["record"] == "cell"] == [
        r["median_us"] for r in records if r["record"] == "cell"
    ]
    assert not any("samples_us" in record for record in got)
    assert len(html.encode()) < 3_000_000


def test_a_damaged_line_does_not_keep_the_others_from_coming_along(results_file):
    path = results_file(example.small_campaign())
    path.write_bytes(path.read_bytes() + b"{" * 5000 + b"\n[1]\n\xff\n")
    assert downloads.without_samples(b"{" * 5000) == downloads.without_samples(b"[1]") == b""
    assert gzip.decompress(base64.b64decode(downloads.download(path, 10**7).link[29:]))
