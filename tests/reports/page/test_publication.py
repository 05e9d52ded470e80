# SPDX-License-Identifier: BSD-3-Clause
"""Figures for a publication: files, widths, vectors, fonts, colours."""

import html
import re
from collections import Counter
from pathlib import Path

import pytest

import example
import full
from comops.cli.report import figures_write
from comops.statistics.verdicts import KINDS, OURS, PAPER
from page_fixtures import DEFAULT, hostile_campaign
from comops.reports.answers.headline import headline_of
from comops.reports.answers.panels import panels_of
from comops.reports.answers.verdict_maps import field_of
from comops.reports.draw.svg import palettes
from comops.reports.page.headline import ROWS_MOST, headline_figure
from comops.reports.page.publication import WIDTHS
from comops.reports.words.phrases import text_of
from comops.reports.words.sentences import PAGE
from comops.results.read import campaign_read

WRITTEN, NOT_WRITTEN, USAGE = 0, 1, 2
KEPT = ("campaign", "cell")
POINT = 25.4 / 72  # millimetres
PIXEL = 25.4 / 96


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("figures")
    records = example.campaign(("pingpong",), ("bus",), (8, 4096, 262144, 800000), ranks=(2, 4))
    file = place / "run.jsonl"
    file.write_text(example.lines(records), encoding="utf-8")
    figures_write([campaign_read(file)], place / "figures")
    return place / "figures"


def test_the_headline_and_each_panel_s_time_and_rate_are_in_two_widths_and_two_formats(folder):
    names = {path.name for path in folder.iterdir()}
    panels = [f"pingpong-bus-{ranks}-ranks-rewritten-buffers-data-not-read-adaptive-method"
              for ranks in (2, 4)]
    stems = [f"{panel}-{kind}" for panel in panels for kind in ("time", "rate")]
    stems.append("headline")
    stems.append("pingpong-bus-rewritten-buffers-data-not-read-adaptive-method"
                 "-over-ranks-at-800000-bytes-time")
    assert names == {f"{s}-{w}.{form}" for s in stems for w in WIDTHS for form in ("svg", "pdf")}


def test_figures_are_as_wide_as_a_column_or_two(folder):
    for width, millimetres in WIDTHS.items():
        for svg in folder.glob(f"*-{width}.svg"):
            assert f'width="{millimetres}mm"' in svg.read_text()[:300]
            view = re.search(r'viewBox="0 0 ([\d.]+)', svg.read_text())[1]
            assert float(view) * PIXEL == pytest.approx(millimetres, rel=1e-4)
        for pdf in folder.glob(f"*-{width}.pdf"):
            box = re.search(rb"/MediaBox \[0 0 ([\d.]+)", pdf.read_bytes())[1]
            assert float(box) * POINT == pytest.approx(millimetres, rel=1e-4)


def test_figures_are_vectors_with_letters_of_8_points(folder):
    for svg in folder.glob("*.svg"):
        text = svg.read_text()
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', text)]
        assert sizes and all(size == pytest.approx(8 * 96 / 72) for size in sizes)
        assert "<image" not in text and "var(" not in text
    for pdf in folder.glob("*.pdf"):
        assert b"/Subtype /Image" not in pdf.read_bytes() and b"/Font" in pdf.read_bytes()


def test_lines_differ_in_colour_dashes_and_points_and_the_legend_names_them(folder):
    text = next(folder.glob("*-4-ranks-*-time-one-column.svg")).read_text()
    light, _ = palettes()
    assert light["path-0"] in text and light["path-1"] in text
    assert {"threads, lock", "MPI, sendrecv"} <= set(re.findall(r">([^<>]+)</text>", text))
    assert len(set(re.findall(r'stroke-dasharray="([\d,]+)"', text))) > 1


def texts_of(svg: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r">([^<>]+)</(?:text|tspan)>", svg)]


def test_the_headline_s_figure_says_the_headline_and_has_every_comparison_and_its_origin(folder):
    campaign = campaign_read(folder.parent / "run.jsonl")
    panels = panels_of(campaign)
    texts = texts_of((folder / "headline-two-column.svg").read_text())
    said = " ".join(" ".join(texts).split())
    sentence = text_of(headline_of(campaign, panels, PAGE)[0])
    assert " ".join(sentence.split()) in said
    rows = [row for panel in panels for row in panel.of(PAPER)]
    factors = Counter(field_of(row.winner, row.factor, "").text for row in rows)
    shown = Counter(text.lstrip("●○ ") for text in texts)
    assert rows and all(shown[text] >= count for text, count in factors.items())
    assert {"OpenMP", "MPI"} <= set(texts)  # the curves
    assert "MPICH" in said and "Trust: " in said and "comops " in said


def test_every_figure_s_footer_has_the_machine_the_date_and_the_verdict_on_trust(folder):
    figures = list(folder.glob("*.svg"))
    assert figures
    for svg in figures:
        said = " ".join(" ".join(texts_of(svg.read_text())).split())
        assert all(word in said for word in ("MPICH", "comops ", "Trust: ")), svg.name


def test_the_figure_s_matrices_have_every_comparison_and_its_curves_three_lines():
    campaign = campaign_read(DEFAULT)
    datasets = headline_figure(campaign, panels_of(campaign), 650, 5)["datasets"]
    for name in (PAPER, OURS):
        shown = [panel for panel in panels_of(campaign) if panel.of(name)][:ROWS_MOST]
        assert [row["text"] for row in datasets[name]] == [
            field_of(row.winner, row.factor, "").text for panel in shown for row in panel.of(name)]
    assert {row["series"] for row in datasets["curves"]} == {"OpenMP", "MPI", "our code"}
    assert all(low <= value <= high for value, low, high in (
        row["ratio"] for row in datasets["curves"]) if low is not None)


def test_the_suffix_of_the_output_chooses_the_form_and_an_unknown_one_is_refused(
        results_file, report, tmp_path):
    file = results_file(example.campaign(("pingpong", "reduce"), ("bus",), (8, 4096)))
    for suffix, begin in (("png", b"\x89PNG"), ("svg", b"<svg"), ("pdf", b"%PDF"),
                          ("html", b"<!doctype"), ("md", b"### "), ("tex", b"%"), ("json", b"{"),
                          ("csv", b"pattern,")):
        output = tmp_path / f"answer.{suffix}"
        done = report(file, "-o", output)
        assert (done.returncode, done.stdout, done.stderr) == (WRITTEN, "", "")
        assert output.read_bytes().startswith(begin), suffix
    done = report(file, "-o", tmp_path / "answer.gif")
    assert done.returncode == USAGE and ".png" in done.stderr and ".tex" in done.stderr
    assert not (tmp_path / "answer.gif").exists()
    for words in (("--format", "png", "-o", "-"), (file, "-o", tmp_path / "two.png")):
        assert report(file, *words).returncode == USAGE


def test_a_file_without_a_comparison_has_no_headline_to_draw(results_file, report, tmp_path):
    file = results_file([row for row in example.campaign(("reduce",), ("bus",), (8, 4096))
                         if row.get("path") in (None, "mpi") and row["record"] in KEPT])
    done = report(file, "-o", tmp_path / "headline.svg")
    assert done.returncode == USAGE and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "headline.svg").exists()


def test_a_ping_pong_s_chart_begins_with_the_means_of_openmp_and_of_mpi(results_file):
    records = full.campaign((8, 4096, 800000), few=True, slow=False)
    shown = [panel.drawn for panel in panels_of(campaign_read(results_file(records)))
             if panel.of(PAPER)]
    for kind in KINDS[PAPER].sides:
        assert shown and all(any(kind.has({"path": path, "protocol": protocol})
                                 for path, protocol in line) for line in shown)


def test_hostile_strings_name_no_file_outside_the_folder(results_file, tmp_path):
    figures_write([campaign_read(results_file(hostile_campaign()))], tmp_path / "figures")
    names = [path.name for path in (tmp_path / "figures").iterdir()]
    assert len(names) == 3 * 4  # headline, time and rate
    assert all(re.fullmatch(r"[a-z0-9-]+\.(svg|pdf)", name) for name in names)
    text = next((tmp_path / "figures").glob("*.svg")).read_text()
    assert "<script" not in text and "<img" not in text


def test_the_command_writes_figures_alone_or_beside_the_page(results_file, report, tmp_path):
    records = example.campaign(("reduce",), ("bus",), (8, 4096))
    path, figures = results_file(records), tmp_path / "some" / "figures"
    done = report(path, "--figures", figures)
    assert (done.returncode, done.stdout, done.stderr) == (WRITTEN, "", "")
    assert len(list(figures.iterdir())) == 3 * 4
    assert report(path, "--figures", figures, "--format", "csv").returncode == USAGE
    done = report(path, "--figures", path)
    assert done.returncode == NOT_WRITTEN and len(done.stderr.splitlines()) == 1
    assert str(path) in done.stderr
