# SPDX-License-Identifier: BSD-3-Clause
"""Libraries against each other, the same implementation on two placements, and reductions of
several operations and datatypes, in each format."""

import csv
import io
import json
from itertools import combinations

import example
import measured
import pytest
from example import kinds
from comops.reports.answers.panels import operations_of
from comops.reports.comparison.words import setting_text
from comops.reports.export.answer_json import answer_json
from comops.reports.export.cells_csv import cells_csv
from comops.reports.export.osu import osu_text
from comops.reports.export.summary import summary
from comops.reports.page.build import page
from comops.reports.words.formats import interval_text
from comops.results.read import campaign_read

INTEL = "mpi@intel"


def rows_below(lines, head):
    """The cells of the rows of a table whose heading begins so."""
    at = next(at for at, line in enumerate(lines) if line.startswith(head))
    rows = lines[at + 2:]
    return [[cell.strip() for cell in row.strip("|").split("|")]
            for row in rows[:next(at for at, row in enumerate(rows) if not row.startswith("|"))]]


@pytest.fixture
def libraries(results_file):
    """A campaign whose MPI cells were also measured over a second library, twice as fast."""
    records = example.campaign(("broadcast", "barrier"), ("bus",), (8, 4096))
    names = list(example.key_record("reduce", ("mpi", "library"), "bus", 8))
    for record in kinds(records):
        if record["pattern"] == "barrier":
            record["bytes"] = 0
    cells = [cell for cell in kinds(records) if cell["path"] == "mpi"]
    more = [cell | {"path": INTEL, "median_us": cell["median_us"] / 2,
                    "ci95_us": [end / 2 for end in cell["ci95_us"]]} for cell in cells]
    same = [name for name in names if name not in ("path", "protocol")]
    pairs = [example.pair_record(a, b, names) for a, b in combinations([*cells, *more], 2)
             if all(a[name] == b[name] for name in same)]
    return campaign_read(results_file(kinds(records, "campaign") + cells + more + pairs))


def test_markdown_says_how_often_which_library_is_faster_and_has_a_table_of_them(libraries):
    lines = summary([libraries]).splitlines()
    said = [line for line in lines if line.startswith("- **MPI libraries")]
    assert [line.split("**")[1] for line in said] == [
        "MPI libraries, library", "MPI libraries, sendrecv"]
    assert all(line.endswith(" of 3.") and "MPI (intel) faster at 3" in line
               for line in said)
    assert "<summary>The same implementation over each library</summary>" in lines
    rows = rows_below(lines, "| MPI libraries | protocol |")
    assert [row[:2] for row in rows] == [
        ["broadcast, bus", "library"], ["broadcast, bus", "sendrecv"],
        ["barrier, bus", "library"], ["barrier, bus", "sendrecv"]]
    assert all(row[2] == "MPI (intel) 2.0" for row in rows)
    assert [row[3] for row in rows] == ["MPI (intel) 2.0"] * 2 + [""] * 2


def test_markdown_of_one_library_has_no_such_table(results_file):
    assert "libraries" not in summary([campaign_read(results_file(example.small_campaign()))])


def test_markdown_has_the_ratio_of_each_implementation_on_two_placements(results_file):
    records = measured.on_two_placements(patterns=("reduce", "barrier"), sizes=(8, 4096))
    for key in example.keys_of(records):
        if key["pattern"] == "barrier":
            key["bytes"] = 0
    lines = summary([campaign_read(results_file(records))]).splitlines()
    assert "<summary>The same implementation on two placements</summary>" in lines
    rows = rows_below(lines, "| time on crossbar / time on bus | implementation |")
    text = interval_text(measured.RATIO, (measured.RATIO * 0.98, measured.RATIO * 1.02))
    implementations = ["MPI library", "MPI sendrecv", "threads barrier"]
    assert [row[:2] for row in rows] == [[pattern, name] for pattern in ("barrier", "reduce")
                                         for name in implementations]
    assert [row[2:] for row in rows] == [[text, ""]] * 3 + [[text, text]] * 3


def test_csv_has_the_ratio_to_the_first_placement_in_the_rows_of_the_others(results_file):
    records = measured.on_two_placements(patterns=("reduce",), sizes=(8,))
    text = cells_csv([campaign_read(results_file(records))])
    for row in csv.DictReader(io.StringIO(text)):
        ratio = [row[f"placement_ratio{end}"] for end in ("", "_low", "_high", "_to")]
        if row["placement"] == "bus":
            assert ratio == [""] * 4
        else:
            assert ratio[3] == "bus" and float(ratio[0]) == measured.RATIO
            assert float(ratio[1]) < measured.RATIO < float(ratio[2])


def test_csv_has_how_much_of_an_exchange_is_hidden(results_file):
    records = example.campaign(("overlap",), ("bus",), (8,))
    first, second, *_ = kinds(records)
    first["overlap"] = {"exchange_us": 2.5, "computing_us": 2.0, "percent": 40.0,
                        "ci95": [35.0, 50.0]}
    second["overlap"] = {"exchange_us": 2.5, "computing_us": 2.0, "percent": 0.0, "ci95": None}
    text = cells_csv([campaign_read(results_file(records))])
    names = ("exchange_us", "computing_us", "percent", "percent_low", "percent_high")
    rows = [[row[f"overlap_{name}"] for name in names]
            for row in csv.DictReader(io.StringIO(text))]
    assert rows[0] == ["2.5", "2.0", "40.0", "35.0", "50.0"]
    assert rows[1] == ["2.5", "2.0", "0.0", "", ""]
    assert rows[2] == [""] * 5


def test_json_has_both_placements_with_their_times(results_file):
    records = measured.on_two_placements(patterns=("reduce",), sizes=(8,))
    records[-1] |= {"decision": "equivalent"}
    records[-2] |= {"decision": "slower"}
    answer = json.loads(answer_json([campaign_read(results_file(records))]))
    rows = answer["placements"]
    assert len(rows) == len(kinds(records)) / 2
    times = {(cell["path"], cell["protocol"], cell["placement"]): cell["time_us"]
             for cell in answer["cells"]}
    for row in rows:
        for side, name in (("a", "bus"), ("b", "crossbar")):
            assert row[side] == {"placement": name,
                                 "time_us": times[row["path"], row["protocol"], name]}
    assert [row["faster"] for row in rows[-3:]] == ["bus", "crossbar", "equivalent"]


def test_json_leaves_out_a_ratio_of_a_cell_that_is_not_there(results_file):
    records = measured.on_two_placements(patterns=("reduce",), sizes=(8,))
    gone = kinds(records)[0]
    records.remove(gone)
    answer = json.loads(answer_json([campaign_read(results_file(records))]))
    assert len(answer["placements"]) == len(kinds(records, "placement_ratio")) - 1


# ---- reductions ---------------------------------------------------------------------------------

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
    every = operations_of([campaign])
    return {part.pattern: part for part in every}


def test_each_has_a_panel_and_only_what_is_not_the_papers_is_named(campaign):
    parts = operations(campaign)
    assert [panel.title for panel in parts["reduce"].panels] == ["reduce", "reduce (sum of float)"]
    assert [panel.title for panel in parts["gather"].panels] == ["gather"]
    for panel in parts["reduce"].panels:
        assert {(cell.key.op, cell.key.datatype) for cell in panel.cells} == {
            (panel.setting.op, panel.setting.datatype)
        }
        assert panel.fits and all(row.pairs for row in panel.rows)


def test_csv_names_both_and_neither_where_nothing_is_combined(results_file, campaign):
    file = campaign_read(campaign.file)
    rows = list(csv.DictReader(io.StringIO(cells_csv([file]))))
    assert {(row["pattern"], row["op"], row["datatype"]) for row in rows} == {
        ("reduce", *PAPER), ("reduce", *OTHER), ("gather", "", ""),
    }


def test_osu_text_markdown_and_page_distinguish_them(campaign):
    titles = [line for line in osu_text([campaign]).splitlines() if "mpi/library" in line]
    assert len(titles) == 3 and sum("sum of float" in title for title in titles) == 1
    shown = summary([campaign])
    assert "| reduce (sum of float) |" in shown and "- reduce (sum of float), bus" in shown
    assert "<strong>reduce (sum of float)</strong>" in page([campaign])


def test_a_comparison_names_them_as_a_results_file_does(campaign):
    sums = [key for key in campaign.cells if key.op == "sum"]
    rest = [key for key in campaign.cells if key.op != "sum"]
    assert all(setting_text(key).startswith("reduce (sum of float), ") for key in sums)
    assert not any("sum" in setting_text(key) for key in rest)
    assert {key.record.get("op") for key in campaign.cells} == {"max", "sum", None}
