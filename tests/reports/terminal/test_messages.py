# SPDX-License-Identifier: BSD-3-Clause
"""Plans, progress, help, checks of the machine, the reporter: what a person should read."""

import io
import json
import re
from types import SimpleNamespace

import example
import machines
import pytest
from comops.common import console
from comops.common.catalogue import REDUCTIONS
from comops.common.terminal import escaped, wrapped
from comops.reports.answers.panels import panels_of
from comops.reports.terminal import progress
from comops.reports.terminal.machine import check_lines, placements_help
from comops.reports.terminal.reporter import TerminalReporter, announcements, plan_lines
from comops.reports.terminal.screen import campaign_text, screen_text
from comops.reports.terminal.times import Wanted, tables_text
from comops.reports.words.settings import group_title
from comops.reports.words.trust import trust_text, usual_text
from comops.results.machine import Finding
from comops.results.plan import Forecast
from comops.results.read import campaign_read
from comops.results.strip import stripped
from comops.statistics.handovers import HandoverSummary


def group(pattern="broadcast", size=8, **others):
    """What messages use of a records.plan.Group."""
    facts = {"series_of": None, "reduces": False}
    known = {name: others.pop(name) for name in facts if name in others}
    return SimpleNamespace(**{
        "pattern": SimpleNamespace(name=pattern, **facts | known),
        "placement": SimpleNamespace(name="bus"), "pages": SimpleNamespace(name="local"),
        "ranks": 2, "bytes": size, "series": 0, "reduction": 0, "buffers": "rewrite",
        "page_size": "default", "skew_us": 0, "consume": "no", "table": 0,
        "candidates": [SimpleNamespace(path=SimpleNamespace(label="threads"))], **others})


@pytest.mark.parametrize(("others", "title"), [
    ({}, "broadcast"),
    ({"series_of": "partner", "series": 2}, "broadcast (partner 2)"),
    ({"series_of": "volume", "series": 131072}, "broadcast (volume 128K)"),
    ({"reduces": True, "reduction": REDUCTIONS.index(("sum", "float"))},
     "broadcast (sum of float)"),
    ({"reduces": True}, "broadcast"),
])
def test_a_title_has_the_series_or_the_reduction(others, title):
    assert group_title(group(**others)) == title


def plan(*groups):
    return SimpleNamespace(groups=groups, cells=2 * len(groups), tables=1)


def test_a_plan_is_announced_with_its_time_and_printed_a_cell_a_line():
    made = plan(group())
    assert list(announcements(made, Forecast(1, 150, budget=1, seed=7, is_dry=False))) == [
        "--budget is too short: these cells take at least about 2 min; for less, name fewer "
        "patterns or sizes, or use --quick",
        "2 cells in 1 table will take about 2 min; seed 7"]
    for candidate in made.groups[0].candidates:
        candidate.offer = SimpleNamespace(protocol="direct")
    assert plan_lines(made, as_json=False)[0] == (
        "broadcast  threads  direct  2 ranks  8 bytes  bus  local  rewrite  no")
    assert plan_lines(made, as_json=True)[0] == (
        '{"pattern":"broadcast","path":"threads","protocol":"direct","ranks":2,"bytes":8,'
        '"placement":"bus","memory":"local","buffers":"rewrite","consume":"no"}')


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_progress_never_shrinks_and_is_one_line_of_a_terminal(monkeypatch):
    now, file = SimpleNamespace(seconds=100.0), Screen()
    monkeypatch.setattr(progress.time, "monotonic", lambda: now.seconds)
    monkeypatch.setattr(progress, "columns_of", lambda _: 30)
    monkeypatch.setattr("comops.common.console.sys.stderr", file)
    shown = progress.Progress()
    for seconds, left in ((10, 30), (15, 85)):
        now.seconds = 100 + seconds
        shown.show("broadcast, 2 ranks on bus", left)
    shown.clear()
    assert file.getvalue() == ("\r\033[K[ 25 %] 30 s left: broadcast,"
                               "\r\033[K[ 25 %] 85 s left: broadcast,\r\033[K")
    monkeypatch.setattr("comops.common.console.sys.stderr", io.StringIO())
    progress.Progress().show("broadcast", 3)
    assert progress.sys.stderr.getvalue() == ""


def test_an_output_that_fails_is_remembered_and_nothing_more_is_printed(monkeypatch, capsys):
    calls = []

    def full(text):
        calls.append(text)
        raise console.OutputError(None, OSError(28, "No space left on device"))

    monkeypatch.setattr("comops.reports.terminal.reporter.show", full)
    reporter = TerminalReporter()
    for _ in range(2):
        reporter.planned(plan(), as_json=False)
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
    ("within 5 %, 12 ns", 9, ["within", "  5 %,", "  12 ns"]),
    ("one two\N{NO-BREAK SPACE}three", 9, ["one", "  two three"]),
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


@pytest.fixture
def screen_of(results_file):
    """The screen of some records, in one line."""
    return lambda records: " ".join(screen_text(campaign_read(results_file(records))).split())


def test_a_campaign_without_a_valid_time_has_an_answer_with_the_reason(screen_of):
    lost = example.invalid_record(
        example.key_record("broadcast", ("threads", "barrier"), "bus", 8), "rank 1 died")
    said = screen_of([example.campaign_record(), lost])
    assert "1 of 1 cell without a valid time; the first: broadcast" in said
    assert "rank 1 died" in said


def rounds_record(placement, ns, ranks=2):
    """Ten rounds of a group, all with this hand-over."""
    hands = [[ns + at / 10] * (ranks - 1) for at in range(10)]
    key = example.group_key(example.key_record("pingpong", ("", ""), placement, 8, ranks))
    return {"record": "rounds", **key, "before_ns": hands, "after_ns": hands, "used": 0,
            "distances": [{"handover_ns": [ns], "rounds": 10}], "classes": [0] * 10}


@pytest.mark.parametrize(("bus", "crossbar", "said"), [
    (28, 110, []),
    (110, 28, ["bus is measured farther than crossbar (110 ns, 28 ns), though the machine "
               "describes it as nearer"])])
def test_a_placement_that_is_measured_farther_than_described_says_so(
        screen_of, bus, crossbar, said):
    facts = machines.facts() | {"placements": [machines.placement("bus", [0, 1]),
                                               machines.placement("crossbar", [0, 4])]}
    records = example.campaign(("pingpong",), ("bus", "crossbar"), (8,), facts=facts)
    records += [rounds_record("bus", bus), rounds_record("crossbar", crossbar)]
    text = screen_of(records)
    assert f"bus: cores 0-1, {bus} ns apart; crossbar: cores 0-4, {crossbar} ns apart" in text
    assert re.findall(r"\w+ is measured .*? nearer", text) == said


def test_variables_that_change_a_runtime_are_one_line_of_the_screen(results_file):
    def lines_said(count: int) -> list[str]:
        facts = {"environment": {f"FI_{at}": "x" * 99 for at in range(count)}}
        records = example.campaign(("pingpong",), ("bus",), (8,), facts=facts)
        text = screen_text(campaign_read(results_file(records)), 80)
        return [line for line in text.splitlines() if "FI_" in line]

    assert lines_said(0) == []
    assert lines_said(1) == [f"Environment: FI_0={'x' * 30}"]
    (line,) = lines_said(9)
    assert line.endswith("...")


def test_placements_of_several_numbers_of_ranks_have_distances_of_their_own(screen_of):
    """They are no sign of cores that move."""
    records = example.campaign(("pingpong",), ("bus",), (8,), ranks=(2, 4))
    records += [rounds_record("bus", 28, ranks) for ranks in (2, 4)]
    assert "cores move" not in screen_of(records)


def test_tables_say_what_several_campaigns_say(results_file):
    records = example.timed({("threads", "direct"): 1.0, ("mpi", "direct"): 2.0}, (8, 64))
    read = campaign_read(results_file([*records, *example.here_records(records, 0.16, 5.7)]))
    table = tables_text(panels_of(read), read, 100, Wanted())
    assert "[95 % interval, now]" in table and "T here [0.16, 5.70]" in table


def test_the_bound_of_the_common_start_stands_beside_times_that_it_may_change(
        results_file):
    offset = {"ranks": [0, 1], "us": -0.01, "error_us": 0.05}
    campaign = campaign_read(results_file(example.campaign(
        ("broadcast",), ("bus",), (8, 4194304), clock_offset=offset)))
    rows = tables_text(panels_of(campaign), campaign, 200, Wanted()).splitlines()
    small, large = (next(row for row in rows if row.startswith(f"{size:>7}  "))
                    for size in ("8", "4M"))
    assert small.endswith("±0.06") and "±" not in large
    assert sum(row.startswith("start: ") for row in rows) == 1


def test_the_first_run_is_a_column_on_request_and_page_faults_have_both_times(
        results_file):
    records = example.campaign(("reduce",), ("bus",), (8, 262144))
    state = {"time_us": 342.0, "ci95_us": [330.0, 350.0], "blocks": 15, "launches": 8}
    for cell in example.kinds(records):
        cell["first_us"] = [None, *(10 * cell["median_us"] + at / 10 for at in range(9))]
        if cell["bytes"] > 8 and cell["protocol"] == "library":
            cell["page_faults"] = {"used": "with", "with": state, "without": state | {
                "time_us": 114.0, "ci95_us": [110.0, 118.0], "blocks": 9}}
    campaign = campaign_read(results_file(records))
    text = " ".join(campaign_text(campaign, Wanted(first=True), None).split())
    assert "First run: in a new launch" in text and " first run" in text
    assert ("mpi/library at 256 KiB: 342 [330, 350] us with page faults (15 blocks), "
            "114 [110, 118] us without page faults (9 blocks); results use that with"
            ) in text
    assert "first run" not in campaign_text(campaign, Wanted(times=True), None)


def cores(classes, looks=1, moved=0, earlier=(), unclear=0.0):
    """Values of the check of cores."""
    return {"looks": looks, "looks_moved": moved,
            "earlier": [{"pu": 1, "handover_ns": ns} for ns in earlier],
            "pairs": [{"pu": 1, "unclear": unclear, "classes": [
                {"handover_ns": ns, "share": share} for ns, share in classes]}]}


@pytest.mark.parametrize(("name", "good", "values", "said"), [
    ("cores", False, cores([(28.0, 0.78), (110.0, 0.13)], unclear=0.09),
     ["poor", "hardware thread 1: 28 ns (78 %), 110 ns (13 %), unclear (9 %)", "for pinned cores"]),
    ("cores", True, cores([(28.0, 1.0)]), ["good", "1: 28 ns (100 %)\n"]),
    ("cores", True, cores([(28.0, 1.0)], 4), [
        "1: 28 ns (100 %); good in all 4 looks of the last hour\n"]),
    ("cores", False, cores([(28.0, 1.0)], 4, 0, [110.4]), [
        "1: 28 ns (100 %); in the last hour also 1: 110 ns\n"]),
    ("cores", False, cores([(28.0, 1.0)], 4, 2, [110.4]), [
        "also 1: 110 ns; the cores moved in 2 of 4 looks of the last hour\n"]),
    ("steal", None, {"share": None}, ["unknown", "the kernel does not say"]),
    ("cores", None, {"pairs": []}, ["unknown", "no second core"]),
    ("huge_pages", None, {"transparent": "", "reserved": 0}, [
        "unknown", "transparent: not known; reserved: 0"]),
    ("clock", True, {"step_ns": 1.2, "cost_ns": 20.6, "source": "tsc"}, [
        "good", "step 1 ns, a reading costs 21 ns; source tsc"]),
    ("others", False, {"cores_used": 0.5, "load": 1.0, "programs": [
        {"name": "\x1b[31m", "share": 0.5}]}, ["poor", "(?[31m 0.50)", "stop these programs"]),
    ("others", False, {"cores_used": 0.5, "load": 1.0, "programs": [], "quota": "cpu.max allows"}, [
        "poor", f"\n{'':<19}cpu.max allows\n"]),
])
def test_a_finding_is_told_with_advice_where_the_machine_is_poor(name, good, values, said):
    text = "".join(check_lines([Finding(name, good, values)]))
    assert [text_said for text_said in said if text_said not in text] == [] and "\x1b" not in text
    assert text.count("\n") == (2 if good is False else 1)


def test_of_cores_that_move_the_distances_are_told_and_of_others_nothing() -> None:
    moving = HandoverSummary([(28, 28, 0.78), (110, 110, 0.13)], 0.09, 100)
    assert trust_text(moving) == ("the machine's cores move: 28 ns apart for 78 % of the time, 110 "
                                  "ns for 13 %, though it describes one distance")
    assert trust_text(moving._replace(mixed=True)).endswith("; all comparisons mix these distances")
    assert trust_text(moving._replace(mixed=0.1)).endswith(
        "; 10 % of the comparisons mix these distances")
    still = HandoverSummary([(60, 60, 1.0)], 0.0, 100)
    assert (usual_text(still), trust_text(still)) == ("60 ns apart", "")
    assert usual_text(moving) == "28 ns apart"


def same_code(times=(1.0, 1.01), sizes=(8, 64)):
    return example.timed(dict(zip((("threads", "direct"), ("mpi", "direct")), times, strict=True)),
                         sizes)


def pooled_record(records, patterns, ratio, decision, half=0.01, **others):
    names = key = example.kinds(records)[0]
    key = {name: names[name] for name in ("placement", "memory", "ranks", "buffers", "consume",
                                          "method") if name in names}
    ends = [ratio * (1 - half), ratio * (1 + half)]
    return {"record": "pooled", **key, "patterns": patterns, "ratio": ratio, "ci95": ends,
            "ci90": ends, "decision": decision, "comparisons": 2, "launches": 20, **others}


@pytest.mark.parametrize(("ratio", "decision", "said"), [
    (0.99, "equivalent", "The same code takes the same time in threads and in processes (processes "
     "/ threads 0.990 [0.980, 1.000])"),
    (1.2, "faster", "The same code is faster in threads than in processes, by 1.200 [1.188, 1.212] "
     "times"),
    (0.8, "slower", "The same code is faster in processes than in threads, by 1.250 [1.238, 1.263] "
     "times"),
    (1.02, "undecided", "The same code in threads or processes: not decided (processes / threads "
     "1.020 [1.010, 1.030])")])
def test_the_same_code_has_one_ratio_over_all_operations(screen_of, ratio, decision, said):
    records = same_code()
    records += [pooled_record(records, patterns, ratio, decision) for patterns in (
        ["reduce"], ["gather"], ["reduce", "gather"])]
    text = " ".join(screen_of(records).split())
    assert (f"{said}. By size: all 2 within 5 %; the fastest protocols of both compare alike."
            ) in text


def test_operations_of_which_something_else_is_said_are_named(screen_of):
    records = same_code()
    records += [pooled_record(records, ["reduce"], 1.2, "faster"),
                pooled_record(records, ["gather"], 1.05, "undecided"),
                pooled_record(records, ["reduce", "gather"], 1.01, "equivalent")]
    text = " ".join(screen_of(records).split())
    assert "(processes / threads 1.010 [1.000, 1.020]); reduce 1.200 [1.188, 1.212]. By" in text


def test_a_ratio_with_two_modes_and_a_quotient_outside_the_interval_are_told_in_words(
        results_file):
    records = same_code((1.0, 2.0))
    for pair in example.kinds(records, "pair"):
        if pair["a"]["bytes"] == 8:
            pair["modes"] = {"low": 1.75, "high": 2.2, "share": 0.4}
        else:
            pair |= {"ratio": 1.5, "ci95": [1.4, 1.6], "ci90": [1.42, 1.58]}
    campaign = campaign_read(results_file(records))
    text = " ".join(campaign_text(campaign, Wanted(times=True), None).split())
    assert ("ours: processes / threads at 8: two modes: 1.75 in 60 % of the launches, 2.20 in 40 %"
            ) in text
    assert "ours: processes / threads at 64: the quotient of the two times lies outside" in text
    assert "ours: processes / threads at 8: the quotient" not in text and "*" not in text


OPEN = {"ratio": 1.02, "ci95": [0.9, 1.16], "ci90": [0.92, 1.13], "decision": "undecided"}
MODES = {"low": 0.9, "high": 1.12, "share": 0.5}


TABLE, SAME = ("barrier", "library"), ("direct", "direct")


def open_records(protocols, **others):
    """A table's two sizes and the same code at these: those of these protocols are open."""
    records = example.timed({("threads", "barrier"): 2.0, ("threads", "direct"): 1.0,
                             ("mpi", "library"): 2.0, ("mpi", "direct"): 1.0}, (8, 64))
    records[0]["method"] = "adaptive"
    for record in example.kinds(records, "pair"):
        if (pair := (record["a"]["protocol"], record["b"]["protocol"])) in protocols:
            record |= OPEN | others
        elif pair in (TABLE, SAME):
            record |= {"ci95": [0.99, 1.01], "ci90": [0.99, 1.01], "decision": "equivalent"}
    return [*records, {"record": "account", "wall_s": 61, "stamps_s": 1, "spent": []}]


AGAIN = "comops run --seed 42 --budget"


@pytest.mark.parametrize(("protocols", "others", "said"), [
    ([], {}, ""),
    ([TABLE], {}, f"Not decided: 2 of 6 comparisons (?); to decide all: {AGAIN} 15m"),
    ([SAME], {}, "Not decided: 2 of 6 comparisons: 2 of the same code by size; to decide "
     f"all: {AGAIN} 15m"),
    ([TABLE, SAME], {}, "Not decided: 4 of 6 comparisons: 2 in the tables (?), 2 of the same code "
     f"by size; to decide all: {AGAIN} 15m"),
    ([TABLE], {"ci95": [0.5, 2.0], "ci90": [0.6, 1.9]},
     "Not decided: 2 of 6 comparisons (?); an hour would not decide half of them"),
    ([TABLE], {"modes": MODES}, "Not decided: 2 of 6 comparisons (?); 2 of them have two modes, "
     "which no time decides"),
])
def test_what_is_not_decided_is_counted_and_a_budget_named_that_decides_it(
        screen_of, protocols, others, said):
    text = screen_of(open_records(protocols, **others))
    assert "| 61 s" in text
    match = re.search(r"Not decided: .*", text)
    assert (match[0] if match else "") == said


def test_a_screen_fits_80_columns_with_the_default_sizes(results_file):
    sizes = (8, 64, 512, 4096, 32768, 262144, 1 << 20, 4 << 20)
    records = example.campaign(("broadcast", "reduce"), ("bus",), sizes)
    lines = screen_text(campaign_read(results_file(records)), 80).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    head, = (line for line in lines if line.startswith("bytes"))
    assert head.split()[1:] == "8 64 512 4K 32K 256K 1M 4M".split()


@pytest.mark.parametrize("count", [2, 40])
def test_notes_that_do_not_fit_on_the_screen_are_counted(results_file, count):
    campaign = campaign_read(results_file(example.campaign(("broadcast",), ("bus",), (8,))))
    assert "two-modes" in screen_text(campaign)
    text = screen_text(campaign, others=[f"note {at}" for at in range(count)])
    shown = re.findall(r"note \d+\n|two-modes", text)
    left = re.findall(r"and (\d+) other notes\n", text)
    assert shown and len(shown) + sum(map(int, left)) == count + 1
    assert len(left) == (count > 20)


def test_a_copy_for_publishing_says_nothing_of_hosts_users_and_places(results_file, monkeypatch):
    monkeypatch.setenv("USER", "alice")
    facts = machines.facts() | {
        "host": "n17.example.org",
        "facts": {"node_name": "n17", "host_name": "n17.example.org", "partition": "secret",
                  "kernel_command_line": "secret"},
        "command": ["comops", "run", "-o", "alice/x.jsonl", "--mpi", "new=/home/alice/mpi",
                    "--against", "UCX_TLS=secret", "--against=FI_PROVIDER=/home/alice/secret"],
        "flags": "-O3 -I/home/alice/include -ffile-prefix-map=/home/alice/src=.",
        "runtimes": {"mpi": "MPICH 4 --prefix=/home/alice/mpi on n17", "threads": "libgomp"},
        "missing": {"shmem": "/home/alice/bin/comops-shmem does not start: alice@n17"},
        "environment": {"FI_PROVIDER": "secret"},
        "topology_xml": '<object type="Machine"><info name="HostName" value="n17"/>\n'
                        '<info name="DMIProductSerial" value="secret"/><object/></object>'}
    records = example.campaign(("pingpong",), ("bus",), (8,), facts=facts)
    records += [{"record": "unknown", "text": "secret"}, example.invalid_record(
        example.key_record("broadcast", ("threads", "barrier"), "bus", 8),
        "/home/alice/bin/comops-threads on n17 died")]
    file = results_file(records)
    lines = b"".join(stripped(file)).decode()
    assert not re.search("alice|n17|secret|example|/home", lines)
    before, after = campaign_read(file), campaign_read(results_file(
        [json.loads(line) for line in lines.splitlines()], "copy.jsonl"))
    assert after.cells.keys() == before.cells.keys() and not after.notes
    assert after.record.environment == {"FI_PROVIDER": ""}
    assert after.record.flags == "-O3 -Iinclude -ffile-prefix-map=src=."
    assert after.record.command == ["comops", "run", "-o", "x.jsonl", "--mpi", "new=mpi",
                                    "--against", "UCX_TLS=", "--against=FI_PROVIDER="]
    assert after.record.topology_xml == '<object type="Machine"><object/></object>'
    assert after.missing == {"shmem": "comops-shmem does not start: node@node"}
    assert screen_text(after).splitlines()[-1] == screen_text(before).splitlines()[-1]


def test_tables_that_differ_only_in_how_data_are_consumed_are_told_apart(screen_of):
    """An operation without data has no such setting: the table's label leaves it out."""
    records = same_code()
    for row in [row for row in records if row["record"] in ("cell", "pair")]:
        copy = json.loads(json.dumps(row))
        for key in (copy, copy.get("a", {}), copy.get("b", {})):
            if "pattern" in key:
                key |= {"pattern": "barrier", "bytes": 0, "consume": "timed"}
        records.append(copy)
    records += [pooled_record(records, [pattern], 1.0, "equivalent", consume=consume)
                for pattern, consume in (("reduce", "no"), ("barrier", "timed"))]
    text = " ".join(screen_of(records).split())
    assert "The same code (data not read) takes the same time" in text and "()" not in text
    assert "(data read within the time) takes the same time" in text
