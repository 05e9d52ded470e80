# SPDX-License-Identifier: BSD-3-Clause
"""comops.read: results files in Python."""

import html
import json
import lzma
import subprocess
import sys

import example
import notebook
import planted
import pytest
from example import kinds
from page_fixtures import DEFAULT, ROOT

import comops
from comops.reports.tables import CELLS, PAIRS, VERDICTS
from comops.reports.terminal.screen import screen_text
from comops.results.read import campaign_read

# What 0.1.0 has: later versions may have more.
PROMISED = {
    CELLS: """
        pattern path path_name protocol placement memory pages ranks bytes buffers skew consume mode
        method series_of series op datatype valid time_us median_us ci95_low_us ci95_high_us p50_us
        p50_low_us p50_high_us p90_us p90_low_us p90_high_us p99_us p99_low_us p99_high_us p99.9_us
        p99.9_low_us p99.9_high_us launch_max_us launch_max_low_us launch_max_high_us
        launch_runs_least launch_runs_most max_us no_percentile stamps floored first_us first_low_us
        first_high_us rate_MBps rate_formula messages_per_s overlap_exchange_us
        overlap_computing_us overlap_percent overlap_percent_low overlap_percent_high
        placement_ratio placement_ratio_low placement_ratio_high placement_ratio_to samples blocks
        launches launch_us repeats voided page_faults stopped warnings reading_us pus numa
        numa_temporary huge_bytes oversubscribed simulated model started duration_s error file""",
    PAIRS: """
        pattern placement memory pages ranks bytes buffers skew consume mode method series_of series
        op datatype a_path a_protocol a_us b_path b_protocol b_us ratio ci95_low ci95_high ci90_low
        ci90_high decision faster launches rounds oversubscribed file""",
    VERDICTS: "verdict a_library b_library"}
PROMISED[VERDICTS] += PROMISED[PAIRS]


@pytest.fixture
def without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)


def test_the_columns_that_were_promised_are_there():
    for columns, promised in PROMISED.items():
        assert set(promised.split()) <= set(columns)


def test_import_comops_imports_no_library_and_none_of_our_rooms():
    code = """if True:
        import sys, comops
        print(dir(comops))
        print([name for name in sys.modules
               if name.startswith("comops.") or name in ("numpy", "orjson", "jinja2")])"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                         check=True)
    assert run.stdout == "['Results', 'ResultsError', '__version__', 'read']\n[]\n"
    assert f"version: '{comops.__version__}'," in (ROOT / "meson.build").read_text()
    with pytest.raises(AttributeError, match="no attribute 'run'"):
        comops.run  # noqa: B018


def test_cells_have_a_row_for_each_record(results_file, without_pandas):
    records = example.small_campaign()
    rows = comops.read(results_file(records)).cells
    assert len(rows) == len(kinds(records))
    for row, record in zip(rows, kinds(records), strict=True):
        assert tuple(row) == CELLS
        for name in ("pattern", "bytes", "median_us", "error"):
            assert row[name] == record.get(name)
        ours = record["path"] == "mpi" and record["protocol"] in ("direct", "cma", "shared")
        assert row["path_name"] == ("processes" if ours else record["path"].replace("mpi", "MPI"))


@pytest.mark.parametrize("kind", ["pair", "verdict"])
def test_pairs_and_verdicts_say_what_was_recorded(without_pandas, kind):
    with lzma.open(DEFAULT) as lines:
        records = [json.loads(line) for line in lines]
    rows = getattr(comops.read(DEFAULT), f"{kind}s")
    wanted = [record for record in records if record["record"] == kind]
    assert len(rows) == len(wanted)
    for row, record in zip(rows, wanted, strict=True):
        for side in "ab":
            assert row[f"{side}_path"] == record[side]["path"]
            assert row[f"{side}_protocol"] == record[side]["protocol"]
        assert row["bytes"] == record["a"]["bytes"] and row["decision"] == record["decision"]
        assert [row["ci95_low"], row["ci95_high"]] == record["ci95"]
        assert row["a_us"] > 0 and (row["faster"] is None) == (
            record["decision"] in ("equivalent", "undecided"))
        if kind == "verdict":
            assert [row["a_library"], row["b_library"]] == record["libraries"]
            assert row["verdict"] != "ours" or row["faster"] == "our code"


def test_with_pandas_they_are_data_frames_with_the_same_columns():
    pandas = pytest.importorskip("pandas", reason="pandas is missing")
    results = comops.read(DEFAULT)
    for table, columns in ((results.cells, CELLS), (results.pairs, PAIRS),
                           (results.verdicts, VERDICTS)):
        assert isinstance(table, pandas.DataFrame) and tuple(table.columns) == columns
    assert results.cells is results.cells
    assert results.cells.time_us.dtype == float and results.cells.bytes.dtype == int


def test_it_reads_paths_and_open_files_compressed_or_not(results_file, without_pandas):
    records = example.campaign(("reduce",), ("bus",), (8,))
    file = results_file(records)
    packed = file.with_name("packed.jsonl.xz")
    packed.write_bytes(lzma.compress(file.read_bytes()))
    whole = len(kinds(records))
    with file.open() as text, file.open("rb") as binary:
        for source in (file, str(file), packed, text, binary):
            assert len(comops.read(source).cells) == whole
    both = comops.read(file, packed)
    assert comops.read([file, packed]).answer() == both.answer()
    assert [row["file"] for row in both.cells] == [str(file)] * whole + [str(packed)] * whole
    assert both.answer().startswith(f"{file}:\n")


def test_the_answer_has_the_sentences_of_the_screen():
    campaign, results = campaign_read(DEFAULT), comops.read(DEFAULT)
    screen = " ".join(screen_text(campaign).split())
    lines = results.answer().splitlines()
    assert lines[0].startswith("Trust: ") and len(lines) > 4
    for line in lines:
        assert line in screen
    assert html.unescape(results._repr_html_()) == (
        f"<pre>{screen_text(campaign, file=DEFAULT)}</pre>")
    assert "208 cells, 440 pairs, 160 verdicts" in repr(results)


def test_a_simulated_answer_says_so(results_file):
    simulated = [record | {"simulated": True, "model": "x"} if record["record"] == "cell" else
                 record for record in example.campaign(("reduce",), ("bus",), (8,))]
    assert "simulated" in comops.read(results_file(simulated)).answer()


def test_the_machine_is_what_the_files_agree_on(results_file):
    records = example.campaign(("reduce",), ("bus",), (8,))
    first = results_file(records)
    records[0] |= {"kernel": "another"}
    second = results_file(records, "second.jsonl")
    assert comops.read(second).machine["kernel"] == "another"
    both = comops.read(first, second).machine
    assert "kernel" not in both and both["host"] == records[0]["host"]


def test_hostile_texts_stay_texts(results_file):
    results = comops.read(results_file(planted.campaign()))
    assert "<script" not in results._repr_html_().lower()
    for text in (results.answer(), repr(results)):
        assert all(char.isprintable() or char in "\n\N{NO-BREAK SPACE}" for char in text)


def test_what_cannot_be_read_is_an_error_that_says_why(tmp_path):
    for files, said in (((tmp_path / "none.jsonl",), "No such file"), ((), "name a results file"),
                        ((__file__,), "not a comops results file")):
        with pytest.raises(comops.ResultsError, match=said):
            comops.read(*files)


def test_the_notebook_is_what_its_examples_show_today():
    for needed in ("pandas", "duckdb"):
        pytest.importorskip(needed, reason=f"{needed} is missing")
    assert notebook.PAGE.read_text().count("```python") == 5
    assert notebook.notebook() == notebook.NOTEBOOK.read_text()
