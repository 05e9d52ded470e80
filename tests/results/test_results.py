# SPDX-License-Identifier: BSD-3-Clause
"""Reading results files: what is read, tolerated and refused."""

import json
import lzma
import zlib

import example
import pytest
from filled import filled
from pairs import campaign as simple

from comops.results.lines import ResultsError
from comops.results.read import NOT_WHOLE, campaign_read, campaigns_in

CHECKSUM = 252614385
FOREIGN = ("\x7fELF\0\0", "hello\n", "{}\n", "[1]\n", '{"record":"campaign"}\n',
           '{"schema":"other/1","record":"campaign"}\n')


@pytest.fixture
def records() -> list[example.Record]:
    """One group of cells and their pairs."""
    return example.campaign(("reduce",), ("bus",), (8,))


def test_every_cell_and_pair_of_a_campaign_is_read(results_file):
    records = example.campaign()
    campaign = campaign_read(results_file(records))
    kinds = [record["record"] for record in records]
    assert len(campaign.cells) == kinds.count("cell")
    assert len(campaign.pairs) == kinds.count("pair")
    assert campaign.notes == []


def test_the_example_is_the_same_on_every_machine():
    """But for what is found in it, whose last digits may differ."""
    records = [record for record in example.small_campaign()
               if record["record"] not in ("fit", "crossover")]
    assert zlib.crc32(example.lines(records).encode()) == CHECKSUM


def test_of_two_records_of_one_cell_the_later_counts(results_file, records):
    again = {**records[1], "median_us": 7.5}
    campaign = campaign_read(results_file([*records, again]))
    assert [cell.time_us for cell in campaign.cells.values()].count(7.5) == 1
    assert len(campaign.cells) == len(example.series_of("reduce"))


def test_a_pair_turned_round_has_the_inverse_ratio_and_interval(results_file, records):
    pair = records[-1]
    pair |= {"ratio": 2.0, "ci95": [1.6, 2.5]}
    campaign = campaign_read(results_file(records))
    recorded = next(pair for pair in campaign.pairs.values() if pair.ratio == 2.0)
    assert campaign.pair(recorded.a, recorded.b) is recorded
    turned = campaign.pair(recorded.b, recorded.a)
    assert (turned.ratio, turned.ci95) == (0.5, (0.4, 0.625))


@pytest.mark.parametrize("lost", [1, 30, 200])
def test_a_last_line_cut_short_is_left_out_and_noted(results_file, lost, records):
    path = results_file(records)
    whole = len(campaign_read(path).verdicts)
    path.write_bytes(b"".join(path.read_bytes().splitlines(True)[:-1])[: -1 - lost])
    campaign = campaign_read(path)
    assert len(campaign.verdicts) == whole - 1
    assert len(campaign.notes) == 1 and "cut short" in campaign.notes[0]


def test_a_file_that_only_lacks_its_last_line_end_is_whole(results_file, records):
    path = results_file(records)
    path.write_bytes(path.read_bytes()[:-1])
    assert campaign_read(path).notes == []


@pytest.mark.parametrize("damage", [
    b"{", b"\xff\xfe", b"[]", b"1", b"[" * 100000,
    b'{"record":"note","text":"half a character: \\ud800"}', b'{"record":"cell","valid":true}',
    b'{"record":"pair","a":1,"b":2}', b'{"record":"cell","valid":true,"median_us":NaN}'])
def test_a_damaged_line_is_left_out_and_noted_with_its_number(results_file, damage, records):
    path = results_file(records)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], damage + b"\n", *lines[2:]]))
    campaign = campaign_read(path)
    assert len(campaign.cells) == len(example.series_of("reduce"))
    assert len(campaign.notes) == 1 and "line 3" in campaign.notes[0]


def test_numbers_no_clock_can_give_make_a_line_damaged(results_file, records):
    for wrong in (-1, 1e999, "8", True, None, [1]):
        records.append({**records[1], "bytes": 16, "median_us": wrong})
    path = results_file(records)
    campaign = campaign_read(path)
    assert {key.bytes for key in campaign.cells} == {8}
    assert "6 lines are damaged" in campaign.notes[0]


@pytest.mark.parametrize(("at", "change"), [
    (-1, {"ratio": 5e-309}), (-1, {"ci95": [1e-320, 2]}), (1, {"rate_MBps": 1e250})])
def test_a_number_without_a_finite_inverse_or_product_makes_a_line_damaged(
        results_file, records, at, change):
    records[at] |= change
    assert "1 line is damaged" in campaign_read(results_file(records)).notes[0]


@pytest.mark.parametrize("kind", ["cell", "pair"])
def test_an_interval_that_ends_before_it_begins_makes_a_line_damaged(results_file, records, kind):
    name = {"cell": "ci95_us", "pair": "ci95"}[kind]
    damaged = next(record for record in records if record["record"] == kind)
    damaged[name] = [2.0, 1.0]
    assert f"{name} has a lower end above its upper end" in campaign_read(
        results_file(records)).notes[0]


@pytest.mark.parametrize("name", ["before_ns", "after_ns", "classes"])
def test_lists_of_rounds_have_one_length(results_file, records, name):
    rounds = next(record for record in simple(1, rounds=1.0) if record["record"] == "rounds")
    rounds = filled(rounds) | {name: rounds[name][1:]}
    assert "before_ns, after_ns, classes have different lengths" in campaign_read(
        results_file([*records, rounds])).notes[0]


def test_a_record_that_is_nested_too_deeply_is_damaged(tmp_path):
    records = example.campaign(("reduce",), ("bus",), (8,))
    deep, path = "[" * 999 + "]" * 999, tmp_path / "deep.jsonl"
    path.write_text(example.lines(records).replace("[0, 1]", deep, 1))
    assert "line 2: nested too deeply" in campaign_read(path).notes[0]
    path.write_text(f'{{"clock":{deep}}}\n')
    with pytest.raises(ResultsError, match="line 1: nested too deeply"):
        campaign_read(path)


def test_records_of_unknown_kind_are_skipped(results_file):
    records = [*example.campaign(("reduce",), ("bus",), (8,)), {"record": "warning", "text": "x"}]
    assert campaign_read(results_file(records)).notes == []


@pytest.mark.parametrize(("content", "words"), [
    ("", ["empty"]), *((foreign, ["not a comops results file"]) for foreign in FOREIGN),
    (example.lines([example.campaign_record(schema="comops/2")]),
     ["newer", "comops/2", "comops/1"]),
    (example.lines([example.campaign_record()]), ["no cell"])])
def test_what_is_not_a_campaign_is_refused_in_one_line(tmp_path, content, words):
    path = tmp_path / "run.jsonl"
    path.write_text(content)
    with pytest.raises(ResultsError) as caught:
        campaign_read(path)
    message = str(caught.value)
    assert message.startswith(str(path)) and "\n" not in message
    assert all(word in message for word in words)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(ResultsError):
            campaign_read(path)


def test_a_file_of_xz_is_decompressed_and_one_that_is_cut_or_foreign_refused(results_file, records):
    path = results_file(records)
    packed = path.with_name("run.jsonl.xz")
    packed.write_bytes(lzma.compress(path.read_bytes()))
    assert campaign_read(packed).cells.keys() == campaign_read(path).cells.keys()
    for broken in (packed.read_bytes()[:-9], path.read_bytes()):
        packed.write_bytes(broken)
        with pytest.raises(ResultsError, match="cannot be decompressed: "):
            campaign_read(packed)


def test_cells_of_different_series_or_pages_are_different_cells(results_file):
    records = example.campaign(("distant",), ("bus",), (8,))
    cells = example.kinds(records, "cell")
    for more in ({"series_of": "partner", "series": 1}, {"series_of": "partner", "series": 2},
                 {"memory": "peer"}):
        records += [record | more for record in cells]
    campaign = campaign_read(results_file(records))
    assert len(campaign.cells) == 4 * len(cells) and campaign.notes == []
    assert {key.series for key in campaign.cells} == {0, 1, 2}


def test_a_file_is_whole_if_its_last_record_counts_all_others(tmp_path):
    def end(ended, more=0):
        return json.dumps({"record": "end", "records": len(lines) + more, "ended": ended}) + "\n"

    lines = example.lines(example.small_campaign()).splitlines(keepends=True)[:-1]
    whole, path = "".join([*lines, end("complete")]), tmp_path / "results.jsonl"
    resumed = "".join([*lines[:-3], end("interrupted", -3), *lines[-3:], end("complete", 1)])
    for text, is_whole in (
        (whole, [True]), (whole + whole, [True, True]), (resumed, [True]),
        ("".join(lines), [False]), ("".join([*lines, end("interrupted")]), [False]),
        ("".join([lines[0], *lines[2:], end("complete")]), [False]),
        (whole + lines[-1], [False]), ("".join([*lines, whole]), [False, True]),
    ):
        path.write_text(text)
        campaigns = campaigns_in(path)
        assert [read.is_whole for read in campaigns] == is_whole
        assert [NOT_WHOLE in read.notes for read in campaigns] == [not ok for ok in is_whole]
