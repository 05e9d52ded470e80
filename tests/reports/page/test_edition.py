# SPDX-License-Identifier: BSD-3-Clause
"""The page's second edition (docs/design.md): contents, tab, ratios, several files, phones; what
begins folded: the reasons and all operations but the first, on a phone all but the answer."""

import base64
import gzip
import re

import pytest

import example
from page_fixtures import CLIPPED, LINE, expect
from comops.reports.answers.series import COLOURS, colours_of
from comops.reports.page.inline import library, script_hash
from page_text import embedded

THREADS, MPI = ("threads", "direct"), ("mpi", "library")
PHONE, WIDE = 400, 1400
TALLEST = 12_000  # pixels of a default campaign on a phone
OPEN = "all => all.map(one => one.open)"
SECTIONS = "section > details.fold"


def records(**changes) -> list[example.Record]:
    """One operation, one placement; a fit with a negative latency."""
    made = example.campaign(("reduce",), ("bus",), **changes)
    fit = next(row for row in made if row.get("model") == "hockney" and row["path"] == "mpi")
    fit["latency_us"]["value"] = -0.5
    return made


def test_the_bar_of_contents_leads_to_every_section(page_of):
    html = page_of(records())
    bar = re.search(r'<nav id="contents".*?</nav>', html, re.DOTALL)[0]
    names = re.findall(r'href="#([\w-]+)"', bar)
    assert names[:4] == ["answer", "why", "operations", "methods"]
    assert all(f'id="{name}"' in html for name in names)


@pytest.mark.often
def test_on_a_phone_rows_are_lists_and_maps_scroll_beside_their_operations(opened):
    with opened(records(), 400) as page:
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.locator("table.cells").wait_for()
        clipped = page.locator(".scroll:visible").evaluate_all(CLIPPED)
        assert clipped and all(name.startswith("Map of") for name in clipped)
        scroll = page.locator(".scroll:has(.map)").first
        name, size = (scroll.locator(head) for head in ("tbody th >> nth=0", "thead th >> nth=-1"))
        before = name.bounding_box()["x"]
        scroll.evaluate("one => { one.scrollLeft = 9999; }")
        assert name.bounding_box()["x"] == pytest.approx(before, abs=2)  # the cells' spacing
        assert size.bounding_box()["x"] + size.bounding_box()["width"] <= 400
        row = page.locator("table.comparison tbody tr").first
        assert row.evaluate("one => getComputedStyle(one).display") == "grid"
        labels = row.locator("td").evaluate_all("all => all.map(one => one.dataset.label)")
        assert {"best threads, µs", "ratio", "95 % interval, now", "faster"} <= set(labels)
        assert "not a line" in page.locator("table.fits").inner_text()


def test_ratios_come_first_in_ink_on_halves_in_the_colours_of_the_sides(opened):
    with opened(records(), drawn=True) as page:
        first = page.locator("article .chart").first
        assert first.get_attribute("data-kind") == "ratio"
        colours = page.evaluate("""() => ["ink", "path-0", "path-1"].map(name => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(--${name})`;
            return getComputedStyle(probe).color;
        })""")
        stroke = "all => [...new Set(all.map(one => getComputedStyle(one).stroke))]"
        assert first.locator(LINE).evaluate_all(stroke) == colours[:1]
        fills = "all => all.map(one => getComputedStyle(one).fill)"
        assert first.locator(".mark-rect path").evaluate_all(fills)[:2] == colours[1:]
        ticks = first.locator(".role-axis").nth(1).locator(".role-axis-label text")
        assert ticks.count() >= 3
        assert page.locator("path[aria-roledescription='area mark']").count() == 0


def test_two_files_open_with_their_difference_and_share_their_charts(opened):
    other = records(facts={"host": "node18"})
    for cell in example.kinds(other):
        for name in ("launch_us", "samples_us"):
            cell[name] = [2 * time for time in cell[name]] if cell.get(name) else cell.get(name)
    with opened(records(), drawn=True, more=[other]) as page:
        first = page.locator("main section").first
        assert first.get_attribute("id") == "difference"
        assert re.search(r"the same answer in (\d+) of \1\b", first.inner_text())
        assert first.locator(".gain tbody tr").count() == 2
        overlay = page.locator("article.overlay")
        assert overlay.locator(".chart[data-kind=ratio]").first.locator(LINE).count() == 2
        assert overlay.locator(".chart[data-kind=time]").locator(LINE).count() == 4
        alone = page.locator(".each-campaign article")
        assert alone.count() == 2 and not alone.first.is_visible()


@pytest.mark.parametrize("paths", [("mpi",), ("threads", "mpi"), ("shmem", "threads"),
                                   ("threads", "threads@llvm", "mpi", "mpi@intel", "shmem")])
def test_orange_means_mpi_and_nothing_else(paths):
    colours = colours_of(paths)
    assert len(set(colours.values())) == len(paths)
    orange = set(COLOURS["mpi"])
    assert {path for path, colour in colours.items() if colour in orange} == {
        path for path in paths if path.startswith("mpi")}


def test_the_same_code_is_told_once_where_it_is_the_fastest_of_both_sides(page_of):
    timed = example.timed({("threads", "barrier"): 3.0, ("threads", "direct"): 1.0,
                           ("mpi", "sendrecv"): 4.0, ("mpi", "direct"): 2.0}, (8, 4096))
    answer = page_of(timed).split('id="answer"')[1].split("</section>")[0]
    first = re.sub(r"<[^>]*>", "", re.findall('class="headline">(.*?)</p>', answer, re.DOTALL)[2])
    assert first.strip() == (
        "Our own shared-memory code, direct, beats the faster of both in 2 of 2, by 3.0 times.")
    assert "Best against best and the same code" in answer
    assert 'id="verdict-same-code"' not in answer and answer.count('class="map"') == 3
    other = example.timed({("threads", "barrier"): 0.5, ("threads", "direct"): 1.0,
                           ("mpi", "sendrecv"): 4.0, ("mpi", "direct"): 2.0}, (8, 4096))
    answer = page_of(other).split('id="answer"')[1].split("</section>")[0]
    assert 'id="verdict-same-code"' in answer and answer.count('class="map"') == 4
    assert "where it differs from best against best" in answer


def test_mpi_s_own_calls_have_a_column_where_they_are_not_its_fastest(page_of):
    file = records()
    html = page_of(file)
    assert "MPI's calls" not in html.split('id="operation-0"')[1]
    for key in example.keys_of(file):
        if (key["path"], key["protocol"]) == MPI:
            key["protocol"] = "direct"  # faster than sendrecv
    table = page_of(file).split('<table class="comparison')[1].split("</table>")[0]
    assert "MPI's calls" in table
    pair = next(row for row in file if row["record"] == "pair" and row["a"]["bytes"] == 8
                and {row["a"]["path"], row["b"]["path"]} == {"threads", "mpi"}
                and "sendrecv" in (row["a"]["protocol"], row["b"]["protocol"]))
    row = table.split('data-bytes="8"')[1].split("</tr>")[0]
    assert f'{pair["ratio"]:.6g}' in row


def test_verdicts_that_compare_the_same_cells_are_one_line(page_of):
    file = records()
    panel = embedded(page_of(file))["datasets"]["panel-0-0"]
    assert {row["series"] for row in panel["ratios"]} == {"as in the paper = best against best"}


def test_the_library_is_packed_and_its_hash_is_in_the_policy(page_of):
    html = page_of(records())
    packed = re.search(r'id="library">([^<]*)<', html)[1]
    assert gzip.decompress(base64.b64decode(packed)).decode() == library()
    assert script_hash(library()).strip("'") in html.split("</head>")[0]


def test_on_a_phone_the_answer_is_all_that_is_unfolded(opened):
    with opened(example.campaign(), PHONE, unfolded=False) as page:
        assert page.evaluate("document.documentElement.scrollHeight") < TALLEST
        assert set(page.locator("details.fold").evaluate_all(OPEN)) == {False}
        box = page.locator("#answer .headline").last.bounding_box()
        assert box["y"] + box["height"] < 800  # on the first screen
        for summary in page.locator(f"{SECTIONS} > summary:visible").all():
            assert summary.locator("h2").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_unfolds_what_it_leads_to(opened, scripts):
    with opened(example.small_campaign(), WIDE, scripts=scripts, unfolded=False) as page:
        article = page.locator("#panel-1-0")
        expect(article).not_to_be_visible()
        page.locator("a[href='#panel-1-0']:visible").first.click()
        expect(article).to_be_visible()
        expect(article).to_be_in_viewport()


@pytest.mark.often
def test_a_link_to_a_section_unfolds_it_on_a_phone(opened):
    with opened(example.small_campaign(), PHONE, unfolded=False) as page:
        page.get_by_role("link", name="Methods and data").first.click()
        expect(page.get_by_text("Transparent huge pages").or_(
            page.get_by_text("Kernel", exact=True)).first).to_be_visible()
    with opened(example.small_campaign(), PHONE, at="#methods", unfolded=False) as page:
        expect(page.locator("#methods .facts").first).to_be_visible()


@pytest.mark.often
def test_on_a_wide_window_further_operations_are_folded_until_a_key_or_a_choice_opens_them(opened):
    with opened(example.small_campaign(), WIDE, unfolded=False) as page:
        assert page.locator(".operation > .fold").evaluate_all(OPEN) == [True, False]
        assert page.locator("#why > .fold").evaluate_all(OPEN) == [False]
        others = page.locator(f"{SECTIONS}:not(.operation > .fold, #why > .fold)")
        assert set(others.evaluate_all(OPEN)) == {True}
        assert set(page.locator("article .fold").evaluate_all(OPEN)) == {True}
        second = page.locator(".operation").nth(1)
        second.locator("summary").first.focus()
        page.keyboard.press("Enter")
        expect(second.locator("article")).to_be_visible()
        page.keyboard.press("Enter")
        expect(second.locator("article")).not_to_be_visible()
        page.locator("#controls").get_by_label("Operation").select_option("broadcast")
        expect(second.locator("article")).to_be_visible()


@pytest.mark.often
def test_a_folded_operation_has_its_verdicts_and_a_print_what_is_folded(opened):
    with opened(example.small_campaign(), PHONE, unfolded=False) as page:
        words = page.locator(".operation summary").first.inner_text()
        assert "As in the paper and best against best:" in words and " of " in words
        page.emulate_media(media="print")
        for shown in (".operation h2", "table.comparison", ".operation .chart[data-kind]",
                      "#methods .facts"):
            for mark in page.locator(shown).all():
                assert mark.is_visible(), shown
