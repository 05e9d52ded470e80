# SPDX-License-Identifier: BSD-3-Clause
"""Time over ranks, and the data embedded in the page."""

import base64
import gzip
import json
import re

import example
import full
from reports.answers.across import scalings_of
from reports.answers.panels import operations_of
from reports.answers.series import series_of
from reports.page import downloads
from reports.page.build import page
from records.read import campaign_read


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
