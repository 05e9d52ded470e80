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
from comops_papers.report.tables import item_text, table_text
from comops.results.read import campaign_read, campaigns_in
from comops_papers.claims.luo import PAPER as LUO_PAPER
from comops_papers.items.claim_verdicts import answers
from comops_papers.items.documents import ITEMS, PAPERS, TITLES
from comops_papers.items.items import (EMPTY, HERE, PRINT, SIMULATED, ItemLine, Shelf, Value,
                                       beside, table_of)
from comops_papers.items.verdicts import verdicts
from comops_papers.items.thesis_views import SIZES, at_sizes
from comops_simulate.bands import Band
from comops_simulate.machines import MACHINES

LUO = PAPERS["luo"]


def parts_of(item, *campaigns):
    return item.parts(Shelf(campaigns))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.tag)
def test_every_item_is_whole_before_anything_is_measured(item):
    assert re.fullmatch(r"(table|figure|test|experiment|section|listing|appendix|prose|choice)"
                        r"(-[a-z0-9.]+)?", item.name), item.name
    assert item.paper in TITLES and item.title
    for line in (*item.here, *item.simulated):
        assert re.match(r"comops (run|simulate|pstswm) ", line), line
    for line in item.here:
        assert "comops run" not in line or "--budget" in line or "--method" in line, line
    tables = [table_of(part) for part in parts_of(item)]
    for sheet in tables:
        assert sheet.count(HERE, SIMULATED) == 0
        for row in sheet.rows:
            assert (len(row.labels), len(row.values)) == (len(sheet.labels), len(sheet.columns))
    printed = sum(sheet.count(PRINT) for sheet in tables)
    assert printed >= sum(len(table(name)) for name in item.reference if name.startswith("luo"))
    assert item_text(item, Shelf()).startswith(f"{item.tag}: ")


CONTENTS = {  # of the documents: what they number, tables first
    "luo": [("table", "1"), ("figure", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17")],
    "luecke": [("table", "1 2 3 4 5"), ("figure", "1 2 3 4 5 6 7 8 9"), ("test", "1 2 3 4 5")],
    "arsc": [("table", "1 2 3 4")],
    "worley": [("table", "3 4 5 6 7 8"), ("figure", "1 2 3 4 5 6 7"), ("section", "5"),
               ("experiment", "a b c d e")],
    "thesis": [("table", "5.1 5.2 5.3 5.4 5.5 5.6"), ("figure", "2.1 4.1 4.2"),
               ("figure", " ".join(f"5.{number}" for number in range(1, 18)))],
}


@pytest.mark.parametrize("paper", CONTENTS)
def test_no_table_figure_or_experiment_of_a_document_is_missing(paper):
    names = {f"{kind}-{number}" for kind, listed in CONTENTS[paper] for number in listed.split()}
    assert names - {name for item in PAPERS[paper].values()
                    for name in (item.name, *item.also)} == set()


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
    assert [column.title for column in first.columns] == ["threads", "MPI"]
    assert first.rows[0].labels == ("8",)
    assert [value.text for value in first.rows[0].values] == ["0.2500", "0.500"]
    by_machine = {row.labels[0]: [value.text for value in row.values] for row in ratios.rows}
    assert by_machine["SGI Power Challenge"] == ["about 3", "", "2.000"]
    assert by_machine["Convex SPP1600"] == ["nearly 8 ‡", "", "8.00"]
    assert {row.labels[2] for row in ratios.rows} == {"rate"}


def test_measured_values_have_their_launches_and_the_width_of_their_intervals():
    def shown(*cells):
        return item_text(LUO["figure-3"], Shelf([campaign(*cells)]))

    few, many = luo_cells(launches=[3, 4, 5], spread=0.03), luo_cells(launches=[1] * 4)
    assert "measured: 3 to 4 launches a value, 95 % intervals of ±1.0 to 3.0 %" in shown(
        *few[:3], *many[3:])
    assert "measured: 1 launch a value, no interval" in shown(
        *luo_cells(launches=[1], spread=None))


def test_more_ranks_than_cores_are_drawn_and_marked():
    made = campaign(*luo_cells(4, oversubscribed=True))
    first, *_ = parts_of(LUO["figure-3"], made)
    assert all(value.text.endswith("†") for row in first.table.rows for value in row.values)
    assert "† more ranks than cores" in item_text(LUO["figure-3"], Shelf([made]))


@pytest.mark.parametrize("size", [524288, 8])
def test_no_other_size_stands_in_for_the_printed_one(size):
    made = campaign(*(cell("pingpong", path, protocol, 1.0, size)
                      for path, protocol in (("threads", "barrier"), ("mpi", "sendrecv"))))
    *_, ratios = map(table_of, parts_of(LUO["figure-3"], made))
    assert {row.values[2].text for row in ratios.rows} == {""}
    (shown,) = parts_of(PAPERS["thesis"]["table-5.1"], made)
    mine = [at for at, column in enumerate(shown.columns) if column.origin == HERE]
    filled = {row.labels[0] for row in shown.rows if any(row.values[at].text for at in mine)}
    assert filled == ({"8"} if size == 8 else set())
    assert (EMPTY in shown.notes) == (size == 8)


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
    assert [list(campaign.record.reproduces) for campaign in campaigns] == [
        ["luo:figure-3", "luo:figure-6"], ["luo:figure-3"]]
    entries = {entry["item"]: entry for entry in items_records(campaigns)["reproductions"]}
    assert set(entries) == {"luo:figure-3", "luo:figure-6"}
    origins = {column["origin"] for table in entries["luo:figure-3"]["tables"]
               for column in table["columns"]}
    assert origins == {PRINT, HERE, SIMULATED}
    rows = list(csv.DictReader(io.StringIO(items_csv(campaigns))))
    assert {row["origin"] for row in rows} == {PRINT, HERE, SIMULATED}
    text = "\n".join(items_markdown(campaigns))
    assert "#### luo:figure-3" in text
    assert "| simulated: SGI Power Challenge, bus, threads |" in text
    html = page(campaigns)
    assert 'id="luo-figure-3"' in html and 'id="answer"' not in html and 'class="tab"' not in html
    with pytest.raises(Exception, match="has 2 campaigns; `comops report`"):
        campaign_read(file)


def test_a_claim_is_answered_by_the_reproductions_that_measured_it(results_file):
    records = [*reproduced(example.small_campaign(), "luo:figure-3"),
               *reproduced(luo_simulated(), "luo:figure-3")]
    campaigns = campaigns_in(results_file(records))
    said = [(answer.claim.number, bool(answer.finding.words))
            for answer in answers(campaigns, LUO_PAPER.claims)]
    assert {number for number, _ in said} == {claim.number for claim in LUO_PAPER.claims}
    assert {measured for _, measured in said} == {True, False}
    for number, measured in said:
        assert measured or [claim for claim, _ in said].count(number) == 1


def test_an_ordinary_campaign_shows_the_items_that_it_has_cells_for(page_of):
    html = page_of(example.small_campaign())
    section = html.split('<section id="items"')[1].split("</section>")[0]
    assert 'id="luo-figure-3"' in section and 'id="luo-figure-12"' in section
    assert "<code>comops reproduce luo --all</code>" in section


def test_a_time_stands_in_the_row_of_its_own_size_alone():
    measured = {SIZES[0] - 1: object(), SIZES[0]: object(), SIZES[-1] + 1: object()}
    assert list(at_sizes(measured, lambda _: None)) == [SIZES[0]]


# ---- what stands beside what --------------------------------------------------------------------


def line(origin, title, machine, *numbers, path="mpi", half=None):
    values = {at: Value(number, half=half) for at, number in enumerate(numbers, 1)}
    return ItemLine(origin, title, values, path, machine)


def compared(*lines):
    return beside("times", ("ranks",), lines, unit="µs")


PRINTED = (line(PRINT, "SHMEM", "Origin", 1, 1), line(PRINT, "MPI", "Origin", 3, 4))


def test_a_library_is_beside_itself_in_print_simulated_and_here():
    shown = compared(line(HERE, "SHMEM", "", 5), line(HERE, "MPI", "", 6), *PRINTED,
                     line(SIMULATED, "SHMEM", "Origin", 7), line(PRINT, "SHMEM", "T3E", 8))
    assert [column.place for column in shown.columns] == [
        ("SHMEM", "Origin", PRINT), ("SHMEM", "Origin", SIMULATED), ("SHMEM", "T3E", PRINT),
        ("SHMEM", "", HERE), ("MPI", "Origin", PRINT), ("MPI", "", HERE)]
    _, titles, machines, origins, *_ = table_text(shown).splitlines()
    assert re.fullmatch(r" +-+ SHMEM -+  -+ MPI -+", titles)
    assert re.fullmatch(r" +-+ Origin -+ +T3E +Origin", machines)
    assert origins.split() == "ranks print simulated print here print here".split()


def test_libraries_that_do_not_fit_repeat_what_was_measured_here():
    machines = [line(PRINT, "MPI", f"machine {number}", 1) for number in range(9)]
    text = table_text(compared(*machines, line(HERE, "MPI", "", 2)), 60)
    assert max(map(len, text.splitlines())) <= 60
    assert text.count("here") == 3 and text.count("print") == 9


@pytest.mark.parametrize(("here", "half", "said"), [
    ((1, 2.5), 0.01, "here 2.500 [2.465, 2.535]. Same direction."),
    ((1, 2.5), None, "here 2.50. Same direction, here without an interval."),
    ((1, 1.02), 0.05, "here 1.02 [0.95, 1.09]. No clear direction."),
    ((2, 1), 0.01, "here 0.500 [0.493, 0.507]. Opposite direction."),
])
def test_a_verdict_says_whether_the_same_side_is_faster_here(here, half, said):
    shown = compared(*PRINTED, *(line(HERE, title, "", time, half=half)
                                 for title, time in zip(("SHMEM", "MPI"), here, strict=True)))
    (verdict,) = verdicts([shown], {})
    assert verdict == f"Origin: SHMEM 3.00 to 4.00 times as fast as MPI; {said}"


@pytest.mark.parametrize(("bands", "said"), [
    ({"threads": Band(0.9, 1.1), "mpi": Band(0.8, 1.2)},
     "simulated 0.500 (x 0.78 to 1.2); here 2.000 [1.972, 2.028]. "
     "Simulated: opposite direction; here: same direction."),
    ({"threads": Band(0.9, 1.1), "mpi": Band(0.3, 4)},
     "simulated 0.500 (x 0.3 to 4); here 2.000 [1.972, 2.028]. "
     "The simulation cannot tell. Here: same direction."),
    ({"mpi": Band(0.8, 1.2)},
     "simulated 0.500 (off by an unknown factor); here 2.000 [1.972, 2.028]. "
     "The simulation cannot tell. Here: same direction."),
])
def test_a_simulated_ratio_has_a_band_and_a_direction_only_if_all_of_that_has_it(bands, said):
    (verdict,) = verdicts([compared(
        *PRINTED, line(SIMULATED, "SHMEM", "Origin", 2), line(SIMULATED, "MPI", "Origin", 1),
        line(HERE, "SHMEM", "", 1, half=0.01), line(HERE, "MPI", "", 2, half=0.01))], bands)
    assert verdict.endswith(f"times as fast as MPI; {said}")


def test_printed_words_are_quoted_and_no_number_of_ours_stands_for_them():
    *_, ratios = map(table_of, parts_of(LUO["figure-3"], campaign(*luo_cells())))
    sgi, dec, _ = verdicts([ratios], {})
    assert sgi.startswith("SGI Power Challenge: MPI about 3 times as fast as threads; here 2.0")
    assert dec.startswith("DEC AlphaServer 8400: MPI against threads “comparable”; here")


def test_libraries_are_compared_with_that_which_most_is_known_of():
    (verdict,) = verdicts([compared(
        line(PRINT, "SHMEM", "Origin", 1), line(PRINT, "MPI-2", "Origin", 2),
        line(PRINT, "MPI", "Origin", 6), line(HERE, "MPI-2", "", 1, half=0.01),
        line(HERE, "MPI", "", 2, half=0.01))], {})
    assert verdict.startswith("Origin: MPI-2 3.00 times as fast as MPI; here 2.0")


def test_a_machine_alone_is_beside_this_one():
    (verdict,) = verdicts([compared(line(PRINT, "", "T3D", 8, 12, path=""),
                                    line(HERE, "", "", 2, 2, path=""))], {})
    assert verdict == "Here 4.00 to 6.00 times as fast as T3D."
    (verdict,) = verdicts([compared(line(HERE, "MPI", "", 2), line(HERE, "SHMEM", "", 1))], {})
    assert verdict.startswith("No verdict: the paper prints no values")


def test_times_are_compared_whose_unit_is_in_the_head_of_a_column():
    lines = [line(origin, "latency, µs", "", time) for origin, time in ((PRINT, 8), (HERE, 2))]
    table = beside("the line", ("library",), lines, {1: ("MPI",)})
    assert verdicts([table], {}) == ["Here 4.00 times as fast as the paper."]


def test_what_is_simulated_alone_has_a_verdict_and_so_have_losses():
    (verdict,) = verdicts([compared(line(SIMULATED, "SHMEM", "T3E", 1),
                                    line(SIMULATED, "MPI", "T3E", 3))], {})
    assert verdict.startswith("T3E: SHMEM 3.00 (off by an unknown factor) times as fast as MPI")
    losses = beside("loss", ("ranks",), [line(PRINT, "", "T3E", 0, 10), line(HERE, "", "", 1, 20)],
                    unit="%")
    assert verdicts([losses], {}) == ["Loss: 0 to 10.0 % in print, 1.00 to 20.0 % here."]


# ---- drawings -----------------------------------------------------------------------------------


def test_machines_are_drawn_as_they_are_simulated(results_file):
    names = {"luo": ("power-challenge", "spp1600"), "thesis": ("pleione",)}
    pictures = {}
    for paper, machines in names.items():
        facts, *others = simulated.campaign(lambda key: 1.0, machines, ("pingpong",), (8,), (2,))
        facts["platforms"] = [platform | {"machine": MACHINES[platform["name"]]().machine}
                              for platform in facts["platforms"]]
        made = campaign_read(results_file([facts, *others], paper))
        for item in (item for item in ITEMS if item.paper == paper and item.name in (
                "figure-1", "figure-2", "figure-2.1")):
            (part,) = parts_of(item, made)
            assert "the printed drawing and its caption are not at hand" in part.table.note
            pictures |= part.pictures
    bus, crossbar, origin = pictures.values()
    assert list(pictures) == ["SGI Power Challenge", "Convex SPP1600", "Pleione, Origin 2000"]
    for picture, texts in ((bus, ("Bus #0", "core 7")), (crossbar, ("Port #3", "core 7")),
                           (origin, ("Port #3", "52 more ports", "of 2 cores each"))):
        assert all(text in picture for text in texts) and picture.count("Bus #") == (picture is bus)
