# SPDX-License-Identifier: BSD-3-Clause
"""Placements, warnings, findings, progress, help and the reporter, against what a person should
read."""

import io
from types import SimpleNamespace

import pytest

from analysis.crossovers import Crossover
from analysis.decisions import decision_of
from analysis.findings import FoundCrossover, FoundOverlap
from analysis.warnings import WARNINGS
from common import console
from common.terminal import escaped, wrapped
from compared import BUS, SMT, group, table
from reports.terminal import progress
from reports.terminal.below import (
    MOST, Placed, Warned, briefs, finding_text, placed_text, rows_text, warnings_texts,
)
from reports.terminal.machine import placements_help
from reports.terminal.plans import announcements, plan_lines
from reports.terminal.reporter import TerminalReporter
from reports.words.verdicts import PlacedCell


def placed(pattern, table, size, protocol, ratio, *ci95):
    cell = PlacedCell("threads", protocol, size, ratio, ci95, decision_of(ci95, ci95))
    return Placed(group(pattern, BUS, table - 1, size), group(pattern, SMT, table, size), cell)


def test_a_sentence_for_each_pattern_says_how_often_the_other_placement_is_slower():
    assert placed_text([
        placed("reduce", 3, 8, "lock", 0.80, 0.79, 0.81),
        placed("broadcast", 1, 65536, "barrier", 3.41, 3.30, 3.52),
        placed("broadcast", 1, 8, "direct", 1.21, 1.20, 1.22),
        placed("broadcast", 1, 8, "barrier", 0.5, 0.4, 0.6),
        placed("broadcast", 1, 65536, "direct", 1.00, 0.99, 1.01),
        placed("broadcast", 1, 4096, "direct", 1.00, 0.8, 1.2),
    ]) == (
        "Each implementation on two placements:\n"
        "  broadcast on smt against bus, 2 ranks, rewrite buffers, consume no: slower in 2 (1.210 "
        "[1.200, 1.220] to 3.41 [3.30, 3.52] times, the most for threads/barrier at 64K), faster "
        "in 1 (2.0 [1.7, 2.5] times, threads/barrier at 8), equivalent in 1, undecided in 1 of 5 "
        "comparisons.\n"
        "  reduce on smt against bus, 2 ranks, rewrite buffers, consume no: faster in 1 (1.250 "
        "[1.235, 1.266] times, threads/lock at 8) of 1 comparison.\n")


def test_a_pattern_without_sizes_names_none_and_one_placement_is_not_mentioned():
    assert placed_text([placed("barrier", 1, 0, "barrier", 2, 1.9, 2.1)]) == (
        "Each implementation on two placements:\n"
        "  barrier on smt against bus, 2 ranks, rewrite buffers: slower in 1 (2.00 [1.90, 2.10] "
        "times, threads/barrier) of 1 comparison.\n")
    assert placed_text([]) == ""


SIZES = 8, 4096, 65536


def test_a_warning_names_the_rows_that_carry_it():
    rows = [(size, 1, 1, (0.99, 1.03)) for size in SIZES]
    tables = {0: table(*rows), 1: table(*rows, pattern="reduce")}
    some = [Warned(0, "mpi", "library", size, "drifting") for size in (65536, 8)]
    some += [Warned(0, "threads", "barrier", size, "drifting") for size in SIZES]
    some.append(Warned(1, "mpi", "library", 8, "drifting"))
    assert rows_text(some, tables) == (
        "broadcast: mpi/library at 8, 64K; threads/barrier at every size. reduce: mpi/library at 8")
    (message,) = warnings_texts(some, tables, 12)
    assert message.startswith("drifting: 6 of 12 cells (broadcast: mpi")
    assert message.endswith("in which drift cancels.")
    (message,) = warnings_texts(some, tables, 6)
    assert message.startswith("drifting: 6 of 6 cells (all). Launches become slower")
    assert list(warnings_texts([], tables, 6)) == []


def test_a_warning_has_one_line_and_the_rarest_share_one():
    names = list(WARNINGS)[:MOST + 2]
    some = [Warned(0, "mpi", "put", size, name)
            for at, name in enumerate(names, 1) for size in range(at)]
    lines = list(briefs(some, 312))
    assert lines[0] == f"warning, {names[-1]}: 7 of 312 cells: {WARNINGS[names[-1]].brief}"
    assert lines[MOST:] == [f"further warnings, by cells: {names[1]} 2, {names[0]} 1"]
    for name in WARNINGS:
        (line,) = briefs([Warned(0, "mpi", "put", 8, name)] * 312, 312)
        assert len(f"comops: {line}") <= 100


def test_tables_with_the_same_title_are_told_apart_by_their_setting():
    tables = {0: table((8, 1, 1, None)), 1: table((8, 1, 1, None), placement=SMT)}
    assert rows_text([Warned(1, "mpi", "put", 8, "drifting")], tables) == (
        "broadcast on smt, 2 ranks, rewrite buffers, consume no: mpi/put at 8")


def test_what_is_found_in_a_table_is_a_line_below_it():
    keys = {"path": "threads", "protocol": "direct"}, {"path": "mpi", "protocol": "library"}
    crossover = Crossover(1229, (903, 1600), True, 512, 4096)
    assert finding_text(FoundCrossover(*keys, crossover)) == (
        "mpi/library overtakes threads/direct at 1.2K [900, 1.6K]")
    crossover = crossover._replace(a_below=False)
    assert finding_text(FoundCrossover(keys[0], keys[0] | {"protocol": "lock"}, crossover)) == (
        "threads/direct overtakes lock at 1.2K [900, 1.6K]")
    assert finding_text(FoundOverlap(keys[1], [(8, 93.4), (65536, 0.2)])) == (
        "mpi/library hides 93 % at 8, 0 % at 64K")


def plan(*groups):
    return SimpleNamespace(groups=groups, cells=2 * len(groups), tables=1)


def test_a_plan_is_announced_with_its_time_and_printed_a_cell_a_line():
    options = SimpleNamespace(budget=1.0, dry_run=False, seed=7, json=False)
    one = plan(group())
    assert list(announcements(one, options, 1, 150)) == [
        "--budget is too short: these cells take at least about 2 min; for less, name fewer "
        "patterns or sizes, or use --quick",
        "2 cells in 1 table will take about 2 min; seed 7"]
    for candidate in one.groups[0].candidates:
        candidate.offer = SimpleNamespace(protocol="direct")
    assert next(plan_lines(one, as_json=False)) == (
        "broadcast                threads  direct       2 ranks          8 bytes  bus       local  "
        "rewrite no")
    assert next(plan_lines(one, as_json=True)) == (
        '{"pattern":"broadcast","path":"threads","protocol":"direct","ranks":2,"bytes":8,'
        '"placement":"bus","memory":"local","buffers":"rewrite","consume":"no"}')


def test_progress_never_shrinks_and_a_file_gets_a_line_every_ten_seconds(monkeypatch):
    now, file = SimpleNamespace(seconds=100.0), io.StringIO()
    monkeypatch.setattr(progress.time, "monotonic", lambda: now.seconds)
    monkeypatch.setattr(progress.sys, "stderr", file)
    shown = progress.Progress()
    for seconds, left in ((10, 30), (15, 25), (21, 84)):
        now.seconds = 100 + seconds
        shown.show(group(), 2, left)
    assert file.getvalue().splitlines() == [
        "[ 25 %] about 30 s left: broadcast, 2 ranks, bus, launch 2",
        "[ 25 %] about 84 s left: broadcast, 2 ranks, bus, launch 2"]


def test_an_output_that_fails_is_remembered_and_nothing_more_is_printed(monkeypatch, capsys):
    calls = []

    def full(text):
        calls.append(text)
        raise console.OutputError(None, OSError(28, "No space left on device"))

    monkeypatch.setattr("reports.terminal.reporter.show", full)
    reporter = TerminalReporter()
    reporter.began(plan(group()), SimpleNamespace(precision=0.02, percentiles=True), {})
    reporter._tables[0] = table((8, 1, 2, (1.9, 2.1)))
    reporter.table_ended(0)
    reporter.concluded()
    assert len(calls) == 1 and "No space" in str(reporter.failure)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("text", "shown"), [
    ("plain, Größe, 漢, 😀", None),
    ("a\033[2Jb\r\n\t\177", r"a\u001b[2Jb\u000d\u000a\u0009\u007f"),
    ("\x9b2J \x85", r"\u009b2J \u0085"),
    ("\u202e \u2066 \u200f", r"\u202e \u2066 \u200f"),
    ("\U000e0001", r"\U000e0001"),
    (b"\x9b \xff \xc3 \xed\xa0\x80".decode("utf-8", "surrogateescape"),
     r"\x9b \xff \xc3 \xed\xa0\x80"),
])
def test_nothing_that_a_terminal_would_obey_gets_through(text, shown):
    assert escaped(text) == (text if shown is None else shown)


@pytest.mark.parametrize(("text", "columns", "lines"), [
    ("one two three four", 9, ["one two", "  three", "  four"]),
    ("one two", 7, ["one two"]),
    ("a incomprehensibly b", 6, ["a", "  incomprehensibly", "  b"]),
    ("ééé é", 5, ["ééé é"]),
    ("one two three four", 0, ["one two three four"]),
    ("  one two", 6, ["  one", "  two"]),
])
def test_text_is_broken_between_words_and_a_long_word_stays_whole(text, columns, lines):
    assert wrapped(text, 2, columns) == "".join(f"{line}\n" for line in lines)


DISTANCE = ("ranks 0 and 1, 2 and 3 and so on at the K-th nearest distance between cores of this "
           "machine")


def test_every_form_of_a_placement_is_explained_beside_it_in_lines_that_fit():
    said = placements_help({"bus": "distinct cores", "distance:K": DISTANCE})
    assert "\n  bus         distinct cores\n" in said
    assert ("  distance:K  ranks 0 and 1, 2 and 3 and so on at the K-th nearest distance between "
            "cores"
            "\n              of this machine\n") in said
    assert max(map(len, said.splitlines())) <= 90
