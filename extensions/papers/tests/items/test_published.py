# SPDX-License-Identifier: BSD-3-Clause
"""Published values as printed, compared with this machine's."""

import re
from collections import Counter
from pathlib import Path

import pytest
from comops_papers.published_values import FOLDER, table
from evident import campaign, cell
from comops.reports.page.report import report_of
from comops_papers.report.sections import published as section
from comops_papers.claims.evidence import Evidence
from comops_papers.items.documents import ITEMS
from comops_papers.items.items import PRINT, Shelf, table_of
from comops_papers.items.published import (MEASURES, command_missing, comparisons, now_of,
                                           published, wanted)

BY_TITLE = {measure.title: measure for measure in MEASURES}
PINGPONG = (
    cell("pingpong", "mpi", "sendrecv", 0.2),
    cell("pingpong", "threads", "direct", 0.05),
    cell("pingpong", "mpi", "sendrecv", 100, 1000000),
    cell("pingpong", "mpi", "sendrecv", 1000, 4194304),
)


def figures(title: str) -> dict[tuple[str, str], float]:
    """What was published of a measure, by machine and model."""
    return {(figure.machine, figure.model): figure.value for figure in published(BY_TITLE[title])}


def test_published_figures_are_the_tables_own_in_one_unit():
    small = figures("Ping-pong, small")
    assert small["Pleione", "shmem"] == 10.40 and small["Mathwulf", "mpi"] == 87.83
    assert figures("Ping-pong, large")["Pleione", "shmem"] == pytest.approx(1e6 / 2505.23)
    get = figures("Get, small")
    assert get["Cray T3D", "shmem"] == pytest.approx(4)
    assert figures("Distant get, small")["SGI Origin 2000", "shmem"] == pytest.approx(2.5)
    assert figures("Get, large")["Cray T3D", "shmem"] == pytest.approx(800000 / 21118)
    assert figures("Put, large")["Cray T3D", "shmem"] == pytest.approx(800000 / 6355)
    assert figures("Swap")["T3E-900", "shmem"] == 543
    assert figures("Gather") == {("SGI Power Challenge", "mpi"): 70}
    assert figures("Shift")["Cray T3E-600", "shmem"] == 3.36


def plots_of(made):
    """The dot plots of the section."""
    return section(report_of([made]), lambda text, **names: names["plots"])


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.title)
def test_every_measure_has_published_figures_with_year_and_source(measure):
    listed = published(measure)
    assert listed
    for figure in listed:
        assert 1995 <= figure.year <= 2004 and figure.value > 0
        assert re.search("table|data", figure.where, re.IGNORECASE) and figure.machine


def test_the_measured_size_is_compared_with_its_interval_and_no_other_in_its_place():
    seen = Evidence(campaign(*PINGPONG))
    (now,) = now_of(BY_TITLE["Ping-pong, large"], seen, "x", "2026")
    assert now.model == "mpi" and now.value == 10000 and "1,000,000" in now.where
    assert now.ci95 == (pytest.approx(10000 / 1.01), pytest.approx(10000 / 0.99))
    assert now_of(BY_TITLE["Ping-pong, large"], Evidence(campaign(
        cell("pingpong", "mpi", "sendrecv", 100, 1048576))), "x", "2026") == []
    assert now_of(BY_TITLE["Swap"], seen, "x", "2026") == []


def test_a_distant_get_is_the_mean_over_the_other_ranks():
    def get(partner: int, time: float):
        return cell("distant_get", "shmem", "get", time, series_of="partner", series=partner)

    seen = Evidence(campaign(get(0, 9), get(1, 0.2), get(2, 0.4), get(3, 0.3)))
    (now,) = now_of(BY_TITLE["Distant get, small"], seen, "", "2026")
    assert now.value == pytest.approx(0.3) and now.where.startswith("mean over 3 partners, 8")
    assert now.ci95 == (pytest.approx(0.3 * 0.99), pytest.approx(0.3 * 1.01))


def test_what_was_not_measured_can_be_and_what_was_is_not_asked_for():
    parts = comparisons([campaign(*PINGPONG)], ["x"])
    command = command_missing(parts)
    assert "pingpong,get," in command and "threads,mpi,shmem" in command
    assert command.endswith("--sizes 8,800000,1000000,2097152") and command_missing([]) == ""


def test_values_of_other_numbers_of_ranks_are_listed_but_neither_drawn_nor_divided():
    times = {"shmem": 0.1, "mpi": 0.3}
    cells = [cell("shift_printed", path, "get", time) for path, time in times.items()]
    made = campaign(*cells)
    (part,) = [part for part in comparisons([made], ["x"]) if part.measure.title == "Shift"]
    assert part.now and part.factor_text(part.published[0], part.now[0]) == ""
    assert plots_of(made) == []


def test_the_factor_is_given_for_times_and_rates():
    parts = {part.measure.title: part for part in comparisons([campaign(*PINGPONG)], ["x"])}
    for title, told in (("Ping-pong, small", "244 ×"), ("Ping-pong, large", "117 ×")):
        part = parts[title]
        then = next(figure for figure in part.published if figure.name == "Pleione, MPI")
        (now,) = part.here("mpi")
        assert part.factor_text(then, now) == told


def strings_of(name: str) -> Counter[str]:
    """What a file prints: a value as it stands, or the text's words for it."""
    def string(row):
        if row["note"].startswith("OCR likely="):
            return f"{re.search(r'likely=([0-9.]+[0-9]|GB)', row['note'])[1]} (unclear)"
        return row.get("words") or row["value"]

    return Counter(map(string, table(name)))


def bare(text: str) -> str:
    """Without the mark of a doubt, a unit and a protocol."""
    text = re.sub(r"(?<=\d) \(\d,\d\)$", "", text.removesuffix(" ‡"))
    units = "[mµ]?s|[KMG]B|Gb|way|CPU|MHz|dual nodes|nodes|processors"
    return re.sub(rf"(?<=[0-9]) ({units})$", "", text)


TIMES = {"µs": 1, "ms": 1e3, "s": 1e6}


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.tag)
def test_every_shown_print_is_a_string_of_the_reference(item):
    values = [value for table in map(table_of, item.parts(Shelf())) for row in table.rows
              for column, value in zip(table.columns, row.values, strict=True)
              if column.origin == PRINT and value.text]
    shown = Counter(bare(value.text) for value in values)
    known = {"prose-values": strings_of("prose-values")} | {
        file.stem: strings_of(file.stem) for file in FOLDER.glob(f"{item.paper}*.csv")}
    protocols = {row["protocol"].rpartition(": ")[2] for name in item.reference
                 for row in table(name)}
    assert shown.keys() <= set().union(*known.values()) | protocols
    for name in item.reference:
        if name != "prose-values" and not item.name.startswith("figure"):
            assert known[name] <= shown, name
    for value in values if item.name.startswith("table") else ():
        number, _, unit = value.text.removesuffix(" ‡").partition(" ")
        if value.number is not None:
            assert value.number == pytest.approx(float(number) * TIMES.get(unit, 1))


def test_a_picture_says_all_its_figures_in_words():
    drawn = plots_of(campaign(*PINGPONG))
    assert [part.measure.title for part, _ in drawn] == ["Ping-pong, small", "Ping-pong, large"]
    described = drawn[0][1]["description"]
    assert "2003 Pleione, SHMEM: 10.40" in described
    assert re.search(r"MPI sendrecv, [^;]*: 0\.2000 \[0\.1980, 0\.2020\]", described)


def test_of_several_campaigns_each_figure_names_its_own():
    parts = comparisons([campaign(*PINGPONG), campaign(*PINGPONG)], ["one", "other"])
    places = [now.where for now in parts[0].here("mpi")]
    assert [place.rpartition(", ")[2] for place in places] == ["one", "other"]
    (alone,) = comparisons([campaign(*PINGPONG)], ["one"])[0].here("mpi")
    assert alone.where.endswith("2 ranks")


def values_shown() -> dict[str, int]:
    """How many printed values of each file the page shows at most."""
    shown: Counter[str] = Counter()
    for measure in MEASURES:
        for name, pattern in measure.sources:
            if name != "prose-values":  # whose numbers items have
                shown[name] += sum(wanted(row, pattern, measure.bytes) for row in table(name))
    for item in ITEMS:
        count = sum(table_of(part).count(PRINT) for part in item.parts(Shelf()))
        for name in item.reference:  # an item shows a whole table, or some of the numbers in texts
            shown[name] = count + shown[name] if name == "prose-values" else max(
                min(count, len(table(name))), shown[name])
    return shown


def test_the_page_on_sources_counts_the_printed_values_that_are_shown():
    text = (Path(__file__).parents[2] / "docs/sources.md").read_text(encoding="utf-8")
    shown = values_shown()
    for file in FOLDER.glob("*.csv"):
        (row,) = [line for line in text.splitlines() if f"`reference/{file.name}`" in line]
        count, of = re.search(r"\b(none|\d+) of (\d+) values", row).groups()
        assert int(of) == len(table(file.stem)), file.name
        assert int(count.replace("none", "0")) == shown[file.stem], file.name
