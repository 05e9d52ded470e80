# SPDX-License-Identifier: BSD-3-Clause
"""comops compare as a program: output, refusals, files, exit status."""

import functools
import json
import os
import re

import pytest

import example
import pairs
from comops.cli import compare
from comops.cli.answers import schemas

WELL, UNWRITTEN, USAGE, VIOLATED, UNDECIDED = 0, 1, 2, 3, 4
SLOW = ("reduce", ("threads", "direct"))
SLOWED = pairs.slowed(*SLOW, 1.06)


@pytest.fixture
def run(obeyed):
    return functools.partial(obeyed, compare)


@functools.cache
def twin_lines(arguments, facts):
    """Most tests compare the same two."""
    return example.lines(list(pairs.twin(*arguments, **json.loads(facts))))


@pytest.fixture
def twin(tmp_path):
    def write(name, *arguments, **facts):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(twin_lines(arguments, json.dumps(facts)), encoding="utf-8")
        return path

    return write


@pytest.fixture
def sides(twin):
    return twin("base", 1), twin("new", 2, SLOWED)


def test_a_file_that_is_cut_at_the_end_of_a_line_decides_nothing(run, twin):
    base, new = twin("base", 1), twin("new", 2)
    assert run(base, new, "--fail-if", "slower:900%").returncode == WELL
    lines = new.read_text().splitlines(keepends=True)
    new.write_text("".join(lines[:len(lines) // 2]))
    for words in ([], ["--fail-if", "slower:900%"]):
        done = run(base, new, *words)
        assert done.returncode == UNDECIDED and "PASS" not in done.stdout
        assert f"UNDECIDED: {new}: not known to be whole" in done.stderr


@pytest.mark.parametrize("words", [[], ["--fail-if", "slower:1%"], ["--fail-if", "faster:900%"],
                                   ["--format", "md"]])
def test_a_file_that_is_not_to_be_used_decides_nothing(run, twin, results_file, words):
    trust = {"record": "trust", "verdict": "do not use",
             "reasons": [{"name": "no core", "share": 0.29}]}
    new = results_file([*pairs.twin(2, SLOWED), trust], "new.jsonl")
    done = run(twin("base", 1), new, *words)
    assert done.returncode == UNDECIDED and "PASS" not in done.stdout
    assert "FAIL" not in done.stdout
    for said in (done.stdout.replace("\\", ""), done.stderr):
        assert f"UNDECIDED: {new}: do not use: the ranks had no core in 29 % of the time" in said


def test_the_changed_cells_are_shown_before_the_total(run, sides):
    done = run(*sides)
    assert (done.returncode, done.stderr) == (WELL, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("The machine: one side or both have no canaries")
    assert lines[2].startswith("This pair of campaigns can detect 5 % in ")
    assert "reduce, bus, 2 ranks, rewritten buffers" in lines
    rows = [line.split() for line in lines if line.endswith("slower")]
    assert rows[0][:3] == ["reduce", "over", "threads/direct"] and rows[0][3] == "10"
    assert [int(row[0]) for row in rows[1:]] == list(pairs.TWIN_SIZES)
    assert {row[1] for row in rows[1:]} == {"threads/direct"}
    assert lines[-1].startswith("200 cells compared: 10 slower (reduce threads/direct, by ")
    assert "none faster, " in lines[-1]


def test_a_campaign_is_not_different_from_itself(run, sides):
    done = run(sides[0], sides[0])
    assert "200 cells compared: none slower, none faster, 200 equivalent" in done.stdout


def test_a_campaign_that_is_named_twice_on_a_side_counts_once(run, sides, tmp_path):
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(sides[1].read_bytes())
    once, twice = run(*sides), run(sides[0], f"{sides[1]},{sides[1]},{copy}")
    assert twice.stdout == once.stdout
    assert twice.stderr == "comops compare: 3 campaigns are 1 and copies, which do not count\n"


@pytest.mark.parametrize(
    ("rules", "status", "word"),
    [
        (["slower:3%"], VIOLATED, "FAIL: --fail-if slower:3% is violated"),
        (["slower:3"], VIOLATED, "FAIL: --fail-if slower:3 is violated"),
        (["changed:3%"], VIOLATED, "FAIL: --fail-if changed:3% is violated"),
        (["faster:5%"], WELL, "PASS: --fail-if faster:5% holds"),
        (["slower:15%"], WELL, "PASS: --fail-if slower:15% holds"),
        (["faster:0.1%"], UNDECIDED, "UNDECIDED: --fail-if faster:0.1% is undecided"),
        (["slower:15%", "changed:3%"], VIOLATED, "FAIL: --fail-if changed:3% is violated"),
        (["faster:0.1%", "changed:3%"], VIOLATED, "UNDECIDED: --fail-if faster:0.1% is"),
    ],
)
def test_a_rule_is_violated_kept_or_undecided_in_the_last_lines(run, sides, rules, status, word):
    done = run(*sides, *(part for rule in rules for part in ("--fail-if", rule)))
    assert done.returncode == status
    last = done.stdout.splitlines()[-len(rules) :]
    assert any(line.startswith(word) for line in last)
    assert all(line.split(":")[0] in ("PASS", "FAIL", "UNDECIDED") for line in last)
    assert done.stderr.count("--fail-if") == sum(not line.startswith("PASS") for line in last)


@pytest.mark.parametrize(("rules", "status"), [
    ([], UNDECIDED), (["slower:5%"], UNDECIDED), (["slower:50%"], WELL), (["faster:5%"], WELL)])
def test_what_moved_everything_is_undecided_and_never_a_violation(run, twin, rules, status):
    new = twin("moved", 2, lambda key: 1.2)
    done = run(twin("base", 1), new, *(part for rule in rules for part in ("--fail-if", rule)))
    assert done.returncode == status
    assert done.stdout.startswith("Everything became slower by ")
    assert "none slower, none faster" in done.stdout
    assert run(twin("base", 1), new, "--machines").returncode == WELL


def test_what_became_faster_fails_where_that_is_asked_for(run, sides):
    assert run(*sides[::-1], "--fail-if", "faster:3%").returncode == VIOLATED
    assert run(*sides[::-1], "--fail-if", "slower:5%").returncode == WELL


@pytest.mark.parametrize("rule", ["slower", "slower:", "slower:x%", "worse:5%", "slower:-5%"])
def test_a_rule_that_is_none_is_a_usage_error_that_shows_one(run, sides, rule):
    done = run(*sides, "--fail-if", rule)
    assert done.returncode == USAGE and "slower:5%" in done.stderr


def test_files_that_are_missing_or_foreign_cost_one_line(run, sides, tmp_path):
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text("hello\n")
    for bad in (tmp_path / "none.jsonl", foreign, f"{sides[0]},{foreign}"):
        done = run(sides[0], bad)
        assert (done.returncode, done.stdout) == (USAGE, "")
        assert len(done.stderr.splitlines()) == 1
    assert run(sides[0]).returncode == USAGE


@pytest.mark.parametrize(("facts", "option", "said"), [
    *(({fact: "quite another"}, "--machines", "quite another")
      for fact in ("host", "cpu", "machine")),
    ({"flags": "quite another"}, "--anyway", "quite another"),
    ({"simulated": True}, "--anyway", "simulated: no against yes"),
])
def test_different_campaigns_are_refused_with_the_difference_and_the_option(
    run, twin, facts, option, said
):
    sides = twin("base", 1), twin("new", 2, **facts)
    done = run(*sides)
    assert done.returncode == USAGE and done.stdout == ""
    assert said in done.stderr and f"use {option} " in done.stderr
    done = run(*sides, option)
    assert done.returncode == WELL and said.split(": ")[-1] in done.stdout


def test_two_machines_are_compared_cell_by_cell(run, twin):
    sides = twin("base", 1), twin("new", 2, lambda key: 1.5, host="other", cpu="other")
    lines = run(*sides, "--machines").stdout.splitlines()
    assert lines[0].startswith("Two machines: ")
    rows = [line.split() for line in lines if "threads/direct" in line and line.endswith("slower")]
    assert len([row for row in rows if row[0].isdecimal()]) == 5 * len(pairs.TWIN_SIZES)
    said = json.loads(run(*sides, "--machines", "--format", "json").stdout)
    assert said["machines"] and said["canaries"] == []
    assert all(1.4 < cell["ratio"] < 1.6 for cell in said["cells"])


@pytest.mark.parametrize(("facts", "said"), [
    *(({fact: "quite another"}, ["against quite another."])
      for fact in ("version", "compiler", "governor", "kernel")),
    ({"runtimes": {"mpi": "Open MPI 5"},
      "launchers": {"mpi": {"command": ["mpirun", "-n", "%d"], "version": "5"}}},
     ["Different libraries (mpi): MPICH Version: 3.4.3, ch3:nemesis against Open MPI 5.",
      "Different launchers (mpi command): mpiexec -bind-to none against mpirun -n %d."]),
    ({"runtimes": {"mpi": f"MPICH Version: 3.4.3, ch3:nemesis, with further words{' and' * 9}"}},
     ["(mpi): ...ch3:nemesis against ...ch3:nemesis, with further"]),
    ({"environment": {"OMP_WAIT_POLICY": "passive", "FI_PROVIDER": "tcp", "LD_LIBRARY_PATH": "/y"}},
     ["Different environment (OMP_WAIT_POLICY): not set against passive.",
      "(FI_PROVIDER): shm against tcp.", "(OMP_STACKSIZE): 2M against not set."]),
    ({"loaded": {"mpi": {"libfabric": "e" * 64}}},
     ["Different content of library (mpi libfabric): ffffffffffff against eeeeeeeeeeee."]),
    ({"precision": 0.2}, ["by more than 20 %", "none slower"]),
])
def test_other_differences_are_reported_in_words_and_compared(run, twin, facts, said):
    base = {"environment": {"FI_PROVIDER": "shm", "OMP_STACKSIZE": "2M", "LD_LIBRARY_PATH": "/x"}}
    base["loaded"] = {"mpi": {"libfabric": "f" * 64}}
    done = run(twin("base", 1, **base), twin("new", 2, SLOWED, **base | facts))
    assert done.returncode == WELL and all(text in done.stdout for text in said)
    assert "LD_LIBRARY_PATH" not in done.stdout
    assert not set('{}"').intersection(done.stdout)


def validator_of():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is missing")
    return jsonschema.Draft202012Validator(schemas()["compare.schema.json"])


@pytest.mark.parametrize("rules", [[], ["--fail-if", "slower:5%"]])
def test_another_environment_explains_what_a_path_did_in_every_format(run, twin, rules):
    sides = (twin("base", 1, environment={}),
             twin("new", 2, lambda key: 1.5 if key["path"] == "mpi" else 1.0,
                  environment={"UCX_TLS": "tcp"}))
    why = "BASE and NEW differ in environment (UCX_TLS); measure both with the same"
    done = run(*sides, *rules)
    assert done.returncode == UNDECIDED and "none slower, none faster" in done.stdout
    said = r"Not attributed to the code: everything over mpi \(slower by \d\d %\): "
    assert re.search(said + re.escape(why) + r"\.\n", done.stdout)
    assert why.partition(" (")[0] in run(*sides, *rules, "--format", "md").stdout
    answer = json.loads(run(*sides, *rules, "--format", "json").stdout)
    assert [(node["level"], node["path"], node["why"]) for node in answer["explained"]] == [
        ("path", "mpi", why)]
    validator_of().validate(answer)


def test_campaigns_of_other_methods_have_no_cell_in_common(run, twin, results_file):
    records = [record | ({"method": "comops"} if record["record"] == "cell" else {})
               for record in pairs.twin(2)]
    done = run(twin("base", 1), results_file(records, "new.jsonl"), "--anyway")
    assert done.returncode == USAGE
    assert "no valid cell is in both" in done.stderr and "adaptive against comops" in done.stderr


@pytest.mark.parametrize(("changed", "said", "unsaid"), [
    ({1: {"valid": False, "error": "killed"}, 2: None},
     ["1 cell of BASE invalid in NEW: first pingpong threads/barrier, 8",
      "Not compared: 1 cell only in BASE, 0 only in NEW.", "198 cells compared"], "not tested"),
    ({1: {"launch_us": [1.0]}, 2: {"ci95_us": None}},
     ["2 cells not tested: a side has no interval over launches"], "page faults"),
    ({at: {"page_faults": {"used": "with", "without": None, "with": {
        "time_us": 1.0, "ci95_us": None, "blocks": 9, "launches": 9}}} for at in (1, 2, 3)},
     ["3 cells not tested: page faults on one side alone"], "no interval over launches"),
    ({at: {"memory": "peer"} for at in range(1, 11)},
     ["Not compared: 10 cells only in BASE, 10 only in NEW."], "not tested"),
])
def test_cells_that_cannot_be_compared_or_tested_are_reported(
    run, sides, results_file, changed, said, unsaid
):
    records = [row | changed.get(at, {}) for at, row in enumerate(pairs.twin(2))
               if changed.get(at, {}) is not None]
    done = run(sides[0], results_file(records, "lost.jsonl"))
    assert all(text in done.stdout for text in said) and unsaid not in done.stdout


def test_files_with_one_launch_are_not_tested(run, sides, results_file):
    alone = results_file([row | ({"launch_us": row["launch_us"][:1]} if "launch_us" in row else {})
                          for row in pairs.twin(1)])
    done = run(alone, sides[1], "--fail-if", "slower:50%")
    assert done.returncode == UNDECIDED
    assert "No cell has an interval over launches on both sides" in done.stdout
    assert "200 cells not tested" in done.stdout
    assert "200 cells of both sides could not be tested" in done.stdout.splitlines()[-1]
    counts = json.loads(run(alone, sides[1], "--format", "json").stdout)["summary"]
    assert counts["untested"] == counts["compared"] == 200


def test_a_launch_without_a_time_is_left_out(run, sides, results_file):
    records = list(pairs.twin(2))
    for record in records[1:]:
        record["launch_us"][3] = None
    done = run(sides[0], results_file(records, "void.jsonl"))
    assert done.stderr == "" and "none slower, none faster" in done.stdout
    assert "not tested" not in done.stdout


def test_repeated_campaigns_are_joined_by_commas(run, twin):
    base = ",".join(str(twin(f"base{seed}", seed)) for seed in (1, 2))
    new = ",".join(str(twin(f"new{seed}", seed, SLOWED)) for seed in (3, 4, 5))
    done = run(base, new, "--format", "json")
    said = json.loads(done.stdout)
    assert len(said["base"]) == 2 and len(said["new"]) == 3
    assert said["summary"]["slower"] == len(pairs.TWIN_SIZES) and said["summary"]["faster"] == 0
    assert [node["protocol"] for node in said["nodes"] if node["level"] == "implementation"] == [
        "direct"
    ]


def test_json_is_what_its_schema_says(run, sides, tmp_path):
    validator = validator_of()
    output = tmp_path / "compared.json"
    done = run(*sides, "--format", "json", "-o", output, "--fail-if", "slower:3%")
    assert done.returncode == VIOLATED and done.stdout == ""
    said = json.loads(output.read_text())
    validator.validate(said)
    rule = said["rules"][0]
    assert (rule["rule"], rule["outcome"]) == ("slower:3%", "violated")
    assert {row["protocol"] for row in rule["violated_by"]} == {"direct"}
    slow = [cell for cell in said["cells"] if cell["verdict"] == "slower"]
    assert {cell["protocol"] for cell in slow} == {"direct"} and len(said["cells"]) == 200
    assert not validator.is_valid(said | {"more": 1})
    said["cells"][0]["more"] = 1
    assert not validator.is_valid(said)


def test_markdown_begins_with_the_sum_and_has_one_table(run, sides):
    lines = run(*sides, "--format", "md", "--fail-if", "slower:3%").stdout.splitlines()
    assert lines[0].startswith("### ") and lines[2].startswith("**FAIL: --fail-if slower:3")
    assert lines[4].startswith("**200 cells compared: 10 slower")
    rows = [line for line in lines if line.startswith("|")]
    cells = rows[rows.index(next(row for row in rows if row.startswith("| setting"))) :]
    assert len(cells) == 2 + len(pairs.TWIN_SIZES)
    assert len({row.count("|") for row in cells}) == 1


def test_a_results_file_is_never_overwritten(run, sides):
    before = sides[1].read_bytes()
    assert run(*sides, "-o", sides[1]).returncode == USAGE and sides[1].read_bytes() == before


def test_the_most_different_times_are_compared(run, results_file):
    def file(name, low, high):
        return results_file([example.campaign_record(), *(
            {"record": "cell", **example.key_record("reduce", ("mpi", "library"), "bus", 8 << at),
             "valid": True, "launch_us": [low, high] if at % 2 else [high, low, high, low],
             "time_us": low, "ci95_us": [low, high]} for at in range(24))], name)

    sides = file("base", 1e-100, 1e100), file("new", 1e100, 1e100)
    for form in ("text", "md", "json"):
        done = run(*sides, "--format", form)
        assert (done.returncode, done.stderr) == (WELL, "")
        assert "Infinity" not in done.stdout


@pytest.mark.parametrize("value", [{"median_us": None}, {"time_us": None}])
def test_valid_cells_without_times_are_called_that(run, results_file, value):
    key = example.key_record("reduce", ("mpi", "library"), "bus", 8)
    records = [example.campaign_record(), {"record": "cell", **key, "valid": True, **value}]
    done = run(*[results_file(records)] * 2)
    assert done.returncode == USAGE
    assert "no cell can be used: 1 line" in done.stderr
    assert "_us is not a number" in done.stderr


@pytest.mark.parametrize("way", ["base", "output"])
def test_a_name_that_is_too_long_costs_one_line(run, results_file, way):
    sides = [results_file(list(pairs.twin(seed))[:9], f"{seed}.jsonl") for seed in (1, 2)]
    long = str(sides[0])
    name = ",".join([long] * (os.pathconf("/", "PC_PATH_MAX") // len(long) + 1))
    words = (name, sides[1]) if way == "base" else (*sides, "-o", name.replace("/", ""))
    done = run(*words)
    assert done.returncode == (WELL if way == "base" else UNWRITTEN)
    assert len(done.stderr.splitlines()) == 1
