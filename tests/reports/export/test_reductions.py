# SPDX-License-Identifier: BSD-3-Clause
"""Reductions of several operations and datatypes are distinct everywhere."""

import csv
import io

import pytest

import example
from reports.answers.panels import operations_of
from reports.answers.series import series_of
from reports.claims.evidence import Evidence
from reports.comparison.words import setting_text
from reports.export.cells_csv import cells_csv
from reports.export.osu import osu_text
from reports.export.summary import summary
from reports.page.build import page
from records.read import campaign_read

PAPER, OTHER = ("max", "double"), ("sum", "float")


def combined(records, op, datatype):
    named = {"op": op, "datatype": datatype}
    sides = ("a", "b")
    return [
        record | {side: record[side] | named for side in sides if side in record}
        if "a" in record
        else record | named
        for record in records
    ]


@pytest.fixture
def campaign(results_file):
    """A reduction twice, the sum first, and a pattern that combines nothing."""
    reduction = example.campaign(("reduce",), ("bus",))
    records = [*reduction[:1], *combined(reduction[1:], *OTHER), *combined(reduction[1:], *PAPER)]
    return campaign_read(results_file([*records, *example.campaign(("gather",), ("bus",))[1:]]))


def operations(campaign):
    every = operations_of([campaign], series_of(campaign.cells.values()))
    return {one.pattern: one for one in every}


def test_each_has_a_panel_and_only_what_is_not_the_papers_is_named(campaign):
    parts = operations(campaign)
    assert [panel.title for panel in parts["reduce"].panels] == ["reduce", "reduce (sum of float)"]
    assert [panel.title for panel in parts["gather"].panels] == ["gather"]
    for panel in parts["reduce"].panels:
        assert {(cell.key.op, cell.key.datatype) for cell in panel.cells} == {
            (panel.setting.op, panel.setting.datatype)
        }
        assert panel.findings.fits and all(row.pairs for row in panel.rows)


def test_csv_names_both_and_neither_where_nothing_is_combined(results_file, campaign):
    file = campaign_read(campaign.file)
    rows = list(csv.DictReader(io.StringIO(cells_csv([file]))))
    assert {(row["pattern"], row["op"], row["datatype"]) for row in rows} == {
        ("reduce", *PAPER), ("reduce", *OTHER), ("gather", "", ""),
    }  # fmt: skip


def test_osu_text_markdown_and_page_distinguish_them(campaign):
    titles = [line for line in osu_text([campaign]).splitlines() if "mpi/library" in line]
    assert len(titles) == 3 and sum("sum of float" in title for title in titles) == 1
    shown = summary([campaign]).partition("<details>")[0]  # not the percentiles
    assert shown.count("reduce (sum of float), bus") == 1
    assert "<strong>reduce (sum of float)</strong>" in page([campaign])


def test_a_comparison_names_them_as_a_results_file_does(campaign):
    sums = [key for key in campaign.cells if key.op == "sum"]
    rest = [key for key in campaign.cells if key.op != "sum"]
    assert all(setting_text(key).startswith("reduce (sum of float), ") for key in sums)
    assert not any("sum" in setting_text(key) for key in rest)
    assert {key.record.get("op") for key in campaign.cells} == {"max", "sum", None}
