# SPDX-License-Identifier: BSD-3-Clause
"""Figures for a publication: files, widths, vectors, fonts, colours."""

import re
from pathlib import Path

import pytest

import example
from commands.report import figures_write
from conftest import hostile_campaign
from records.read import campaign_read
from reports.page.publication import WIDTHS, colours

WRITTEN, NOT_WRITTEN, USAGE = 0, 1, 2
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


def test_each_panel_has_time_rate_and_ratio_in_two_widths_and_two_formats(folder):
    names = {path.name for path in folder.iterdir()}
    panels = [f"pingpong-bus-{ranks}-ranks-rewrite-buffers-consume-no-adaptive-method"
              for ranks in (2, 4)]
    stems = [f"{panel}-{kind}" for panel in panels for kind in ("time", "rate", "ratio")]
    stems.append("pingpong-bus-rewrite-buffers-consume-no-adaptive-method"
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
    assert colours()["var(--path-0)"] in text and colours()["var(--path-1)"] in text
    assert {"threads, lock", "MPI, sendrecv"} <= set(re.findall(r">([^<>]+)</text>", text))
    assert len(set(re.findall(r'stroke-dasharray="([\d,]+)"', text))) > 1


def test_hostile_strings_name_no_file_outside_the_folder(results_file, tmp_path):
    figures_write([campaign_read(results_file(hostile_campaign()))], tmp_path / "figures")
    names = [path.name for path in (tmp_path / "figures").iterdir()]
    assert len(names) == 3 * 4
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
