# SPDX-License-Identifier: BSD-3-Clause
"""The schema: what is recorded is as it says, and every record is on the page."""

import copy
import json
import lzma
import random
import re
from collections import Counter

import pytest

import example
from page_fixtures import ROOT
from filled import filled
from comops.results.check import check
from comops.results.keys import KEY, CellKey
from comops.results.pages import TABLES, records_page
from comops.results.schema import further_kinds, json_schema, schemas

ODD = (None, True, False, 0, 1, 2, -1, 1.5, -1.5, "", "text", [], [1], ["a"], [None], {}, {"a": 1},
       [[1, 2, 3]], {"a": [1, None]})

RECORDS = schemas()


def recorded():
    """Records of the gallery, and of campaigns that were kept. The gallery has 100 MB: the first
    records of each kind in a file, and some of the others."""
    for file in sorted((ROOT / "docs/results").glob("*.jsonl.xz")):
        seen = Counter()
        with lzma.open(file) as lines:
            for line in lines:
                kind = line[:30].split(b",")[0]
                seen[kind] += 1
                if seen[kind] <= 20 or seen[kind] % 50 == 0:
                    yield json.loads(line)
    for file in sorted((ROOT / "tests/transcripts/recorded").glob("*.jsonl.xz")):
        with lzma.open(file) as lines:
            yield from map(json.loads, json.loads(lines.readlines()[-1]).get("records", ()))


def made():
    """One record of each kind, as a test's support makes them."""
    records = example.campaign(("pingpong",), ("bus",), (8, 4096, 65536, 262144, 800000, 4194304))
    kinds = {record["record"]: record for record in records}
    kinds |= {name: {"record": name} for name in RECORDS if name not in kinds}
    return {name: filled(kinds[name]) for name in RECORDS}


def changes(record, chance):
    """The record with a member, or a member of a member, removed or replaced."""
    changed = copy.deepcopy(record)
    inner = [part for part in changed.values() if isinstance(part, dict) and part]
    target = chance.choice([changed, changed, *inner])
    name = chance.choice(list(target))
    if chance.random() < 0.3:
        del target[name]
    else:
        target[name] = chance.choice(ODD)
    return changed


def validators():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is missing")
    whole = json_schema()
    jsonschema.Draft202012Validator.check_schema(whole)
    return {name: jsonschema.Draft202012Validator(
        {"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]}) for name in whole["$defs"]}


def complaint(record) -> str:
    try:
        check(RECORDS[record["record"]], record)
    except ValueError as error:
        return str(error)
    return ""


def test_what_campaigns_have_recorded_is_as_the_schema_says_and_has_no_other_member():
    seen = set()
    for record in recorded():
        assert complaint(record) == "", record
        assert not record.keys() - RECORDS[record["record"]]["properties"].keys()
        seen.add(record["record"])
    assert seen >= RECORDS.keys() - {"here", *further_kinds()}


def test_the_json_schema_says_so_too():
    """The first records of each kind and some of the others: long lists take their time."""
    valid, seen = validators(), Counter()
    for record in recorded():
        kind = record["record"]
        seen[kind] += 1
        if seen[kind] <= 20 or seen[kind] % 50 == 0:
            error = next(valid[kind].iter_errors(record), None)
            assert error is None, (error.json_path, error.message[:200])


def test_a_reader_takes_whatever_the_json_schema_allows():
    """Not the other way round: it takes other words, too."""
    valid, chance = validators(), random.Random(7)
    refused = 0
    for name, record in made().items():
        assert complaint(record) == ""
        for _ in range(300):
            changed = changes(record, chance)
            if changed.get("record") == name:
                why = complaint(changed)
                assert not why or not valid[name].is_valid(changed), (why, changed)
                refused += bool(why)
    assert refused > 500


@pytest.mark.parametrize("kind", RECORDS)
def test_what_a_record_needs_is_missed_and_what_is_new_is_passed_over(kind):
    record = made()[kind]
    for name in RECORDS[kind]["required"]:
        without = {key: value for key, value in record.items() if key != name}
        assert name == "record" or complaint(without) == f"has no {name}"
    assert complaint(record | {"of_a_later_version": {"a": [1]}}) == ""


@pytest.mark.parametrize(("members", "why"), [
    ({"time_us": "1"}, "time_us is not a number"),
    ({"time_us": 1e200}, "time_us is out of range"),
    ({"time_us": 0}, "time_us is out of range"),
    ({"ranks": 2.0}, "ranks is not a whole number"),
    ({"ranks": True}, "ranks is not a whole number"),
    ({"ranks": 2**63}, "ranks is out of range"),
    ({"valid": 1}, "valid is not true or false"),
    ({"valid": False}, "has no error"),
    ({"ci95_us": [1]}, "ci95_us has 1 items"),
    ({"launch_us": [1, None, "x"]}, "launch_us: an item is not a number"),
    ({"stamps": {"unit_us": 1, "steps": [1]}}, "stamps has no counts"),
    ({"percentiles": {"p50": 1}}, "percentiles has no p90"),
    ({"series": 2}, "has no series_of"),
    ({"simulated": 1, "model": "coherence"}, "simulated is not true"),
    ({"numa": [0, "mixed", None, "far"]}, "numa: an item is not a whole number"),
    ({"disturbances": {"watched_us": 1, "waited_us": [[0, 1]]}}, "disturbances has no stolen_us"),
    ({"counters": {"group": "A", "runs": 1, "events": {"E": [True]}, "empty": {}}},
     "counters.events.a member: an item is not a number"),
])
def test_it_is_said_what_is_wrong(members, why):
    assert complaint(made()["cell"] | members) == why


@pytest.mark.parametrize("word", ["stopped", "buffers", "method", "pattern"])
def test_later_versions_may_have_more_words(word):
    assert complaint(made()["cell"] | {word: "of a later version"}) == ""


def test_the_key_has_the_members_of_the_schema():
    assert CellKey._fields == tuple(KEY["properties"])
    assert CellKey(pattern="barrier").series == 0 and CellKey().skew == ""


def test_the_page_has_a_table_of_every_record():
    text = (ROOT / "docs/records.md.in").read_text()
    assert {*re.findall(r"(?m)^{(\w+)}$", text)} == TABLES.keys() - further_kinds().keys()
    assert records_page().count("| key | type | value |") == len(TABLES)
