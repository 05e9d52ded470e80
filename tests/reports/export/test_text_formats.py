# SPDX-License-Identifier: BSD-3-Clause
"""The report as CSV, as OSU text and as Markdown, parsed as other programs do."""

import csv
import io
import re

import pytest

import example
import full
from example import kinds
from comops.reports.export.cells_csv import COLUMNS, cells_csv
from comops.reports.export.osu import osu_text
from comops.reports.export.summary import summary
from comops.reports.words.formats import interval_text
from comops.results.cell_parts import SHARES
from comops.results.keys import CellKey
from comops.results.read import campaign_read


@pytest.fixture
def cells(results_file):
    """The CSV rows of some records, as Python's csv reads them."""

    def rows(records):
        text = cells_csv([campaign_read(results_file(records))])
        return list(csv.DictReader(io.StringIO(text)))

    return rows


def test_csv_has_a_row_for_each_cell_with_all_of_its_key_and_results(cells):
    records = example.small_campaign()
    rows, recorded = cells(records), kinds(records)
    assert len(rows) == len(recorded) and set(CellKey._fields) < set(COLUMNS)
    for row, record in zip(rows, recorded, strict=True):
        assert row["pattern"] == record["pattern"] and int(row["bytes"]) == record["bytes"]
        assert row["valid"] == ("true" if record["valid"] else "false")
        if record["valid"]:
            assert float(row["median_us"]) == record["median_us"]
            assert [float(row["ci95_low_us"]), float(row["ci95_high_us"])] == record["ci95_us"]
            assert int(row["samples"]) == len(record["samples_us"]) and row["pus"] == "0 1"
        else:
            assert row["error"] == record["error"] and row["median_us"] == ""


def test_csv_joins_lists_with_blanks_and_leaves_out_what_is_null(cells):
    records = example.campaign(("reduce",), ("bus",), (8,))
    records[1] |= {
        "warnings": ["drifting", "two-modes"], "launches": [5, 6], "launch_us": [1.5, 2.5],
        "numa": [None, "mixed"], "ci95_us": None, "series_of": "partner", "series": 3,
    }
    row = cells(records)[0]
    assert (row["warnings"], row["launches"], row["launch_us"]) == (
        "drifting two-modes", "2", "1.5 2.5",
    )
    assert (row["numa"], row["ci95_low_us"]) == (" mixed", "")
    assert (row["series_of"], row["series"]) == ("partner", "3")
    assert cells(records)[1]["series"] == ""


@pytest.mark.parametrize("members", [
    *({"valid": False, "error": "lost", name: value} for name, value in (
        ("samples_us", 5), ("blocks", "ab"), ("ci95_us", 5), ("ci95_us", [1, 2, 3]))),
    {"where": {"own_us": 0.1, "transfer_us": 5}},
    {"overlap": {"exchange_us": "x", "computing_us": 2.0, "percent": 40.0}},
])
def test_csv_leaves_out_a_cell_whose_members_are_wrong(cells, members):
    records = example.campaign(("reduce",), ("bus",), (8,))
    records[1] |= members
    assert len(cells(records)) == len(kinds(records)) - 1


def test_csv_is_read_by_pandas(results_file, report):
    pandas = pytest.importorskip("pandas", reason="pandas is missing")
    records = example.small_campaign()
    done = report(results_file(records), "--format", "csv")
    frame = pandas.read_csv(io.StringIO(done.stdout))
    assert list(frame.columns) == list(COLUMNS) and len(frame) == len(kinds(records))
    assert frame.bytes.dtype == "int64" and frame.median_us.dtype == "float64"
    assert frame.valid.sum() == len(kinds(records)) - 1


def blocks(records, results_file):
    """Title, heading, rows and comments of each block, as parsers of OSU's output take it apart."""
    text = osu_text([campaign_read(results_file(records))])
    parts = []
    for block in text.split("\n\n"):
        title, heading, *lines = block.strip().split("\n")
        assert title.startswith("# COMOPS ") and heading.startswith("# ")
        parts.append((title, heading, [line for line in lines if not line.startswith("#")],
                      [line for line in lines if line.startswith("#")]))
    return parts


OSU = {  # pattern: the columns, and their values of a cell
    "pingpong": (["Latency (us)"], lambda cell: [cell["median_us"]]),
    "broadcast": (["Avg Latency(us)"], lambda cell: [cell["median_us"]]),
    "bandwidth": (["Bandwidth (MB/s)"], lambda cell: [cell["rate_MBps"]]),
    "message_rate": (["MB/s", "Messages/s"],
                     lambda cell: [cell["rate_MBps"], cell["messages_per_s"]]),
}


@pytest.mark.parametrize("pattern", OSU)
def test_osu_text_has_omb_7_s_columns_with_the_recorded_values(results_file, pattern):
    columns, values = OSU[pattern]
    records = full.campaign((8, 4194304), few=True, slow=False, patterns=(
        "bandwidth" if pattern == "message_rate" else pattern,))
    for cell in kinds(records) if pattern == "message_rate" else ():
        cell |= {"pattern": pattern, "series_of": "pairs", "series": 1,
                 "messages_per_s": 64e6 / cell["time_us"]}
    table = {}
    for title, heading, lines, _ in blocks(records, results_file):
        assert re.split(r" {2,}", heading)[:len(columns) + 1] == ["# Size", *columns]
        assert len(heading[:28].rstrip()) == 28
        assert ("Latency is the median of launches by this method and not OSU's mean" in title
                ) == ("Latency" in heading)
        for line in lines:
            assert re.fullmatch(r"(\d+) +(\d+\.\d\d+)", line[:28])
            size, value, *more = line.split()
            # The expressions of ReFrame and of HPCBench; Ramble's are the headings, whole.
            assert re.match(rf"^{size}\s+(\S+)", line)[1] == value
            assert re.match(r"^(\d+)[\s]+(\d*\.?\d+)", line).groups() == (size, value)
            where = re.search(r"over (\w+)/(\w+),", title).groups()
            table[*where, int(size)] = [float(text) for text in (value, *more)][:len(columns)]
    assert len(table) == len(kinds(records))
    for cell in kinds(records):
        assert table[cell["path"], cell["protocol"], cell["bytes"]] == pytest.approx(
            values(cell), rel=0.005)


def test_osu_text_has_the_percentiles_of_all_rows_in_further_columns(results_file):
    records = example.campaign(("pingpong",), ("bus",), (8, 4096))
    del next(cell for cell in kinds(records) if cell["protocol"] == "lock")["percentiles"]
    for title, heading, lines, comments in blocks(records, results_file):
        names = re.split(r" {2,}", heading)
        if "/lock" in title:
            assert names == ["# Size", "Latency (us)"] and len(lines[0].split()) == 2
            assert comments == []
            continue
        assert names[2:] == [*(f"{p} Tail Lat(us)" for p in ("P50", "P90", "P99")),
                             "Max Latency(us)"]
        protocol = re.search(r"over \w+/(\w+),", title)[1]
        for line, comment in zip(lines, comments, strict=True):
            size, _, *tails = line.split()
            (percentiles,) = [
                cell["percentiles"] for cell in kinds(records)
                if (cell["protocol"], cell["bytes"]) == (protocol, int(size))
            ]
            us = [*(percentiles[name]["us"] for name in SHARES[:3]), percentiles["max_us"]]
            assert [float(tail) for tail in tails] == pytest.approx(us, rel=0.005)
            of = {**percentiles, "longest of a launch": percentiles["max"]}
            said = [f"{name.upper() if name in SHARES else name} "
                    + interval_text(of[name]["us"], tuple(of[name]["ci95"]))
                    for name in (*SHARES[:3], "longest of a launch")]
            assert comment == f"# {size}, us [95 %]: {', '.join(said)}"


def test_csv_has_the_percentiles_and_the_number_of_stamps(cells):
    records = example.campaign(("reduce",), ("bus",), (8,))
    del records[1]["stamps"], records[1]["percentiles"]
    without, row = cells(records)[:2]
    assert without["stamps"] == without["p99_us"] == without["max_us"] == ""
    percentiles = records[2]["percentiles"]
    assert int(row["stamps"]) == sum(records[2]["stamps"]["counts"]) == 48
    for name in SHARES[:3]:
        ends = [float(row[f"{name}_{end}_us"]) for end in ("low", "high")]
        assert float(row[f"{name}_us"]) == percentiles[name]["us"]
        assert ends == percentiles[name]["ci95"]
    assert row["p99.9_us"] == row["p99.9_low_us"] == ""
    assert row["no_percentile"] == "p99.9: 0 of 6 batches of 667 runs"
    longest = percentiles["max"]
    assert [float(row[f"launch_max_{end}us"]) for end in ("", "low_", "high_")] == [
        longest["us"], *longest["ci95"]]
    assert [int(row[f"launch_runs_{end}"]) for end in ("least", "most")] == longest["runs"]
    assert float(row["max_us"]) == percentiles["max_us"]


def test_csv_has_the_first_run_and_a_row_for_each_state_of_page_faults(cells):
    records = example.campaign(("reduce",), ("bus",), (8,))
    with_faults = {"time_us": 3.5, "ci95_us": [3.0, 4.0], "blocks": 12, "launches": 7}
    records[1] |= {
        "first_us": [None, 7.0, 5.0, 6.0, 9.0, 8.0, 4.0], "page_faults": {
            "used": "without", "with": with_faults, "without": with_faults | {"time_us": 1.0}}}
    used, other, beside = cells(records)[:3]
    assert [used[f"first_{name}us"] for name in ("", "low_", "high_")] == ["6.5", "4.0", "9.0"]
    assert used["page_faults"] == "without" and float(used["time_us"]) == records[1]["median_us"]
    assert [other[name] for name in (
        "pattern", "page_faults", "time_us", "ci95_high_us", "blocks", "rate_MBps", "valid")] == [
        "reduce", "with", "3.5", "4.0", "12", "", "true"]
    assert beside["page_faults"] == beside["first_us"] == ""


def test_csv_has_what_a_simulated_time_went_on(cells):
    records = example.campaign(("reduce",), ("bus",), (8,))
    distances, resources = ("llc", "node", "socket", "far"), ("bus", "port", "link", "memory")
    records[1]["where"] = {
        "own_us": 0.1, "transfer_us": {name: 0.2 + i for i, name in enumerate(distances)},
        "memory_us": 0.0, "queue_us": {name: 0.3 + i for i, name in enumerate(resources)},
        "line_us": 0.4, "wait_us": 0.5,
    }
    simulated, measured = cells(records)[:2]
    times = {name: value for name, value in simulated.items() if name.startswith("where_")}
    assert {name: float(value) for name, value in times.items()} == {
        "where_own_us": 0.1,
        **{f"where_transfer_{name}_us": 0.2 + i for i, name in enumerate(distances)},
        "where_memory_us": 0.0,
        **{f"where_queue_{name}_us": 0.3 + i for i, name in enumerate(resources)},
        "where_line_us": 0.4,
        "where_wait_us": 0.5,
    }
    assert {measured[name] for name in times} == {""}


def test_osu_text_of_a_barrier_is_one_value(results_file):
    records = full.campaign((8,), few=True, slow=False, patterns=("barrier",))
    for cell in kinds(records):
        cell["launch_us"] = cell["launch_us"][:1]
    for title, heading, lines, _ in blocks(records, results_file):
        assert "Latency is one launch's time by this method and not OSU's mean" in title
        assert heading == "# Avg Latency(us)"
        assert len(lines) == 1 and re.fullmatch(r" +\d+\.\d+", lines[0]) and len(lines[0]) == 17


def test_osu_text_gives_every_setting_a_block_of_its_own(results_file):
    records = example.campaign(("pingpong",), ("bus", "crossbar"), (8, 64))
    records += [record | {"memory": "peer"} for record in kinds(records)]
    titles = [title for title, _, lines, _ in blocks(records, results_file) if len(lines) == 2]
    assert len(titles) == len(set(titles)) == 4 * len(example.series_of("pingpong"))


def test_markdown_has_percentiles_of_the_fastest_protocols_to_unfold(results_file):
    records = example.small_campaign()
    lines = summary([campaign_read(results_file(records))]).splitlines()
    assert "<summary>Percentiles of single runs, us</summary>" in lines
    head = "| operation | bytes | path | p50 | p90 | p99 | p99.9 | longest |"
    rows = [line.split(" | ") for line in lines[lines.index(head) + 2 :]]
    rows = rows[: rows.index([""])]
    fastest = min(
        (cell for cell in kinds(records) if cell["path"] == "threads" and cell["valid"]),
        key=lambda cell: (cell["bytes"], cell["median_us"]),
    )
    (row,) = [row for row in rows if row[2] == f"threads {fastest['protocol']}"][:1]
    for text, name in zip(row[3:], SHARES, strict=False):
        us = fastest["percentiles"][name]["us"]
        assert (float(text) == pytest.approx(us, rel=0.2)) if us else text == ""
    for record in kinds(records):
        record.pop("percentiles", None)
    assert "Percentiles" not in summary([campaign_read(results_file(records))])


def test_markdown_has_the_answer_a_table_and_the_machine(results_file):
    lines = summary([campaign_read(results_file(example.campaign()))]).splitlines()
    assert lines[0].startswith("### ") and (
        lines[2].startswith("**Trust: "))
    assert lines[4].startswith("- OpenMP against MPI: ")
    verdicts = [line for line in lines if line.startswith("- **")]
    assert [line.split("**")[1] for line in verdicts] == [
        "As in the paper", "Best against best", "The same code"]
    assert "libgomp" in verdicts[0] and "MPICH" in verdicts[0]
    assert "comops run --paths threads,mpi --protocols direct" in verdicts[2]
    answers = [line for line in lines if line.startswith("- ") and ", bus, " in line]
    assert len(answers) == 5 and all("MPI" in answer for answer in answers)
    rows = [line for line in lines[: lines.index("<details>")] if line.startswith("|")]
    assert len(rows) == 2 + 10 and len({row.count("|") for row in rows}) == 1
    assert "8\N{NO-BREAK SPACE}B" in rows[0] and "4\N{NO-BREAK SPACE}MiB" in rows[0]
    assert "node17" in lines[-1] and "adaptive" in lines[-1] and "gcc 12.2.0" in lines[-1]


def test_markdown_of_many_patterns_folds_most_sentences(results_file):
    text = summary([campaign_read(results_file(full.campaign((8, 4096), few=True, slow=False)))])
    before, folded, *_ = text.split("<details>")
    assert before.count("\n- ") < 3 + 10 < folded.count("\n- ")
    assert "| barrier |" in text


def test_markdown_without_a_comparison_says_so(results_file):
    records = [r for r in example.campaign(("reduce",)) if r.get("path", "threads") == "threads"]
    text = summary([campaign_read(results_file(kinds(records, "campaign") + kinds(records)))])
    assert text.count("measures it.") == 1 + 3  # the headline, and each verdict


def test_every_format_of_a_campaign_whose_cells_were_all_lost_can_be_written(results_file):
    records = [record for record in example.small_campaign() if record.get("valid") is not True]
    file = results_file([records[0], records[-1]])
    assert "not measured" in summary([campaign_read(file)])
    assert osu_text([campaign_read(file)]) == ""
    assert len(cells_csv([campaign_read(file)]).splitlines()) == 2


@pytest.mark.parametrize("form", ["csv", "osu", "md"])
def test_a_text_format_goes_to_standard_output_or_a_file(results_file, report, tmp_path, form):
    file, output = results_file(example.small_campaign()), tmp_path / "out"
    printed = report(file, "--format", form)
    assert printed.returncode == 0 and printed.stdout and printed.stderr == ""
    assert report(file, "--format", form, "-o", "-").stdout == printed.stdout
    written = report(file, "--format", form, "-o", output)
    assert written.stdout == "" and output.read_text(encoding="utf-8") == printed.stdout
