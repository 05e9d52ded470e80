# SPDX-License-Identifier: BSD-3-Clause
"""The papers' items: print, here and simulated, whatever campaigns they are shown from."""

import csv
import io
import re

import example
import pytest
import simulated
from comops_papers.published_values import FOLDER, table
from evident import campaign, cell
from comops_papers.report.export import items_csv, items_markdown, items_records
from comops.reports.page.build import page
from comops_papers.report.tables import item_text
from comops.results.read import campaign_read, campaigns_in
from comops_papers.items.documents import ITEMS, PAPERS, TITLES
from comops_papers.items.items import EMPTY, HERE, PRINT, SIMULATED, Shelf, table_of
from comops_papers.items.thesis_views import SIZES, at_sizes

LUO = PAPERS["luo"]


def parts_of(item, *campaigns):
    return item.parts(Shelf(campaigns))


@pytest.mark.parametrize("item", ITEMS, ids=lambda one: one.tag)
def test_every_item_is_whole_before_anything_is_measured(item):
    assert re.fullmatch(r"(table|figure|test|experiment|section|listing|appendix|prose)"
                        r"(-[a-z0-9.]+)?", item.name), item.name
    assert item.paper in TITLES and item.title
    for line in (*item.here, *item.simulated):
        assert re.match(r"comops (run|simulate|pstswm) ", line), line
    for line in item.here:
        assert "comops run" not in line or "--budget" in line or "--method" in line, line
    assert 0 < item.seconds <= 120 or not (item.here or item.simulated) or any(
        "pstswm" in line for line in item.here)
    tables = [table_of(part) for part in parts_of(item)]
    for one in tables:
        assert one.count(HERE, SIMULATED) == 0
        for row in one.rows:
            assert (len(row.labels), len(row.values)) == (len(one.labels), len(one.columns))
    printed = sum(one.count(PRINT) for one in tables)
    assert printed >= sum(len(table(name)) for name in item.reference if name.startswith("luo"))
    assert item_text(item, parts_of(item)).startswith(f"{item.tag}: ")


CONTENTS = {  # of the documents: what they number, tables first
    "luo": [("table", "1"), ("figure", "3 4 5 6 7 8 9 10 11 12 13 14 15 16 17")],
    "luecke": [("table", "1 2 3 4 5"), ("figure", "1 2 3 4 5 6 7 8 9"), ("test", "1 2 3 4 5")],
    "arsc": [("table", "1 2 3 4")],
    "worley": [("table", "3 4 5 6 7 8"), ("figure", "1 2 3 4 5 6 7"), ("section", "5"),
               ("experiment", "a b c d e")],
    "thesis": [("table", "5.1 5.2 5.3 5.4 5.5 5.6"), ("figure", "4.1 4.2"),
               ("figure", " ".join(f"5.{number}" for number in range(1, 18)))],
}


@pytest.mark.parametrize("paper", CONTENTS)
def test_no_table_figure_or_experiment_of_a_document_is_missing(paper):
    names = {f"{kind}-{number}" for kind, listed in CONTENTS[paper] for number in listed.split()}
    assert names - {one for item in PAPERS[paper].values()
                    for one in (item.name, *item.also)} == set()


def test_every_file_of_printed_values_belongs_to_an_item():
    assert {file.stem for file in FOLDER.glob("*.csv")} == {
        name for item in ITEMS for name in item.reference}


def luo_cells(ranks: int = 2, **changes):
    return [cell("pingpong", path, protocol, time, size, ranks=ranks, **changes)
            for size in (8, 800000)
            for path, protocol, time in (("threads", "barrier", 2.0 * size),
                                         ("threads", "lock", 8.0 * size),
                                         ("mpi", "sendrecv", 1.0 * size))]


def test_luo_s_ping_pong_has_the_rate_of_a_round_trip_and_the_printed_factors():
    first, *_, ratios = map(table_of, parts_of(LUO["figure-3"], campaign(*luo_cells())))
    assert [one for one in first.columns] == [(HERE, "threads"), (HERE, "MPI")]
    assert first.rows[0].labels == ("8",)
    assert [one.text for one in first.rows[0].values] == ["0.2500", "0.500"]
    found = {row.labels[0]: [one.text for one in row.values] for row in ratios.rows}
    assert found["SGI Power Challenge"] == ["about 3", "2.000", ""]
    assert found["Convex SPP1600"] == ["nearly 8 ‡", "8.00", ""]
    assert {row.labels[2] for row in ratios.rows} == {"not named"}


def test_measured_values_have_their_launches_and_the_width_of_their_intervals():
    def shown(*cells):
        return item_text(LUO["figure-3"], parts_of(LUO["figure-3"], campaign(*cells)))

    few, many = luo_cells(launches=[3, 4, 5], spread=0.03), luo_cells(launches=[1] * 4)
    assert "measured: 3 to 4 launches a value, 95 % intervals of ±1.0 to 3.0 %" in shown(
        *few[:3], *many[3:])
    assert "measured: 1 launch a value, no interval" in shown(
        *luo_cells(launches=[1], spread=None))


def test_more_ranks_than_cores_are_drawn_and_marked():
    made = campaign(*luo_cells(4, oversubscribed=True))
    first, *_ = parts_of(LUO["figure-3"], made)
    assert all(value.text.endswith("†") for row in first.table.rows for value in row.values)
    assert "† more ranks than cores" in item_text(LUO["figure-3"], [first])


@pytest.mark.parametrize("size", [524288, 8])
def test_no_other_size_stands_in_for_the_printed_one(size):
    made = campaign(*(cell("pingpong", path, protocol, 1.0, size)
                      for path, protocol in (("threads", "barrier"), ("mpi", "sendrecv"))))
    *_, ratios = map(table_of, parts_of(LUO["figure-3"], made))
    assert {row.values[1].text for row in ratios.rows} == {""}
    (some,) = parts_of(PAPERS["thesis"]["table-5.1"], made)
    filled = {row.labels[0] for row in some.rows if row.values[5:] and row.values[5].text}
    assert filled == ({"8"} if size == 8 else set())
    assert (EMPTY in some.notes) == (size == 8)


def reproduced(records, *tags):
    facts, *others = records
    return [facts | {"reproduces": list(tags)}, *others]


def luo_simulated():
    return simulated.campaign(lambda key: 1.0 + key["ranks"] + key["bytes"] / 70,
                              ("power-challenge",), ("pingpong",), (8, 800000), (2, 4))


def test_a_file_of_several_campaigns_fills_each_item_from_its_own(results_file):
    records = [*reproduced(example.small_campaign(), "luo:figure-3", "luo:figure-6"),
               *reproduced(luo_simulated(), "luo:figure-3")]
    file = results_file(records)
    campaigns = campaigns_in(file)
    assert [list(one.record.reproduces) for one in campaigns] == [["luo:figure-3", "luo:figure-6"],
                                                     ["luo:figure-3"]]
    found = {entry["item"]: entry for entry in items_records(campaigns)["reproductions"]}
    assert set(found) == {"luo:figure-3", "luo:figure-6"}
    origins = {column["origin"] for one in found["luo:figure-3"]["tables"]
               for column in one["columns"]}
    assert origins == {PRINT, HERE, SIMULATED}
    rows = list(csv.DictReader(io.StringIO(items_csv(campaigns))))
    assert {row["origin"] for row in rows} == {PRINT, HERE, SIMULATED}
    text = "\n".join(items_markdown(campaigns))
    assert "#### luo:figure-3" in text and "| simulated: threads |" in text
    html = page(campaigns)
    assert 'id="luo-figure-3"' in html and 'id="answer"' not in html and 'class="tab"' not in html
    with pytest.raises(Exception, match="has 2 campaigns; `comops report`"):
        campaign_read(file)


def test_an_ordinary_campaign_shows_the_items_that_it_has_cells_for(page_of):
    html = page_of(example.small_campaign())
    section = html.split('<section id="items"')[1].split("</section>")[0]
    assert 'id="luo-figure-3"' in section and 'id="luo-figure-12"' in section
    assert "<code>comops reproduce luo:figure-7</code>" in section


def test_a_time_stands_in_the_row_of_its_own_size_alone():
    measured = {SIZES[0] - 1: object(), SIZES[0]: object(), SIZES[-1] + 1: object()}
    assert list(at_sizes(measured, lambda _: None)) == [SIZES[0]]
