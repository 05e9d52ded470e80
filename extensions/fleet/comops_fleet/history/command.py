# SPDX-License-Identifier: BSD-3-Clause
"""comops history COMMAND: the sweeps of a fleet over time (extensions/fleet/docs/fleet.md).

Exit 0 done, and every rule of --fail-if holds, 1 the store or the output could not be written or
the command of --alert failed, 2 usage error, a file that cannot be read or wrong SQL, 3 a rule is
violated, 4 none is, but one is undecided, 77 a library is missing.
"""

import argparse
import csv
import io
import json
import math
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from comops.common.console import USAGE, OutputError, Parser, complain, note, output_check, show
from comops.common.durations import duration_parse
from comops.common.terminal import plain
from comops_fleet.console import DONE, LOST, format_add, libraries

PROGRAM = "comops history"
RULE_VIOLATED, RULE_UNDECIDED = 3, 4
ALERTS = "comops-history-alerts/1"  # the schema of the JSON that --alert sends
MADE_BY = "made by comops history add"

with libraries(PROGRAM):
    import duckdb
    from comops.reports.command.console import STANDARD_OUTPUT, json_add, json_check, page_write
    from comops.reports.words.escape import csv_text, json_text
    from comops.reports.words.formats import plural
    from comops.statistics.comparing.rules import HOLDS, VIOLATED, Rule, rule_of
    from comops_fleet.check.sweep import ResultsError, SweepTimes, file_read, sweep_read
    from comops_fleet.history.alerts import (LAST, Alert, Findings, Known, acknowledge, find,
                                             list_write, outcome_of, split_seen)
    from comops_fleet.history.points import LEAST
    from comops_fleet.history.store import (EMPTY, Store, StoreError, answer, store_make,
                                            store_open, views_make)
    from comops_fleet.history.sweeps import entries_of, store_compact, sweep_add
    from comops_fleet.history.words import findings_text, outcome_text


def parser_of(name: str, description: str, store: str = MADE_BY) -> Parser:
    parser = Parser(prog=f"{PROGRAM} {name}", description=description)
    parser.add_argument("store", metavar="STORE", type=Path, help=store)
    return parser


@contextmanager
def reporting(parser: Parser, store: Path) -> Iterator[None]:
    """Reports a store that cannot be used or written, and ends the command."""
    try:
        yield
    except (StoreError, duckdb.Error) as error:
        complain(parser.prog, str(error).splitlines()[0])
        sys.exit(USAGE)
    except BrokenPipeError:
        raise  # the reader of standard output has left
    except OSError as error:
        raise OutputError(store, error) from None


def answer_show(name: str, **members: Any) -> None:
    """Prints the JSON of a command (extensions/fleet/comops_fleet/schemas.py)."""
    show(json_text({"schema": f"comops-history-{name}/1"} | members))


def sweep_of(program: str, path: Path) -> SweepTimes:
    """The contents of a folder or a file; ResultsError if it is neither."""
    sweep = sweep_read(path) if path.is_dir() else file_read(path)
    for text in sweep.notes:
        note(program, text)
    for node, why in sweep.unmeasured.items():
        note(program, f"{path}: {node}: {why}")
    if not sweep.nodes:
        raise ResultsError(f"{path}: no node has a results file that can be read")
    return sweep


def add(words: list[str]) -> int:
    parser = parser_of("add", "Adds sweeps to a store. A sweep added twice is stored once; one "
                       "that has more nodes than before replaces the stored one.",
                       "the folder; created if needed")
    parser.add_argument("files", metavar="DIR|FILE", nargs="+", type=Path,
                        help="the folder of a sweep, or a results file of one node")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        added: list[dict[str, Any]] = []
        store = store_make(options.store)
        for path in options.files:
            try:
                sweep = sweep_of(parser.prog, path)
                done = sweep_add(store, sweep)
            except ResultsError as error:
                text = str(error)
                complain(parser.prog, text if str(path) in text else f"{path}: {text}")
                continue
            added.append({"path": str(path), "done": done, "nodes": len(sweep.nodes),
                          "cells": len(sweep.cells)})
            if options.format == "text":
                show(f"{plain(path)}: {done}: {plural(len(sweep.nodes), 'node')}, "
                     f"{plural(len(sweep.cells), 'cell')}\n")
        if options.format == "json":
            answer_show("add", store=str(options.store), sweeps=added)
        return DONE if len(added) == len(options.files) else USAGE


def rule(text: str) -> Rule:
    try:
        return rule_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def since_add(parser: Parser, period: str) -> None:
    parser.add_argument("--since", metavar="TIME", type=duration_parse, default=period,
                        help=f"how far back from the last sweep: 30d, 36h (default: {period})")


def alert_send(program: str, command: str, store: Path, alerts: Sequence[Alert]) -> bool:
    """Whether the command succeeded."""
    text = json.dumps({"schema": ALERTS, "store": str(store.resolve()),
                       "alerts": [alert.record() for alert in alerts]}) + "\n"
    done = subprocess.run(command, shell=True, input=text.encode(), check=False)
    if done.returncode:
        complain(program, f"--alert: `{command}` failed with status {done.returncode}")
    return not done.returncode


@dataclass(frozen=True)
class HistoryAnswer:
    """What is new in a store, what is acknowledged and why, and what became of each rule."""

    findings: Findings
    sweeps: int
    new: Sequence[Alert]
    known: Sequence[Known]
    outcomes: Sequence[tuple[Rule, str, Sequence[Alert]]]
    enough: bool  # sweeps to tell

    def show(self, form: str) -> None:
        if form == "text":
            rules = [outcome_text(rule, outcome, which, self.enough) + "\n"
                     for rule, outcome, which in self.outcomes]
            show(findings_text(self.findings, self.sweeps, self.new, self.known) + "".join(rules))
            return
        examined = self.findings.series.sweeps[self.findings.first:]
        answer_show(
            "check", sweeps=self.sweeps, examined=[sweep.started for sweep in examined],
            alerts=[alert.record() for alert in self.new],
            acknowledged=[{"id": alert.id, "since": alert.since, "why": why}
                          for alert, why in self.known],
            rules=[{"rule": rule.text, "outcome": outcome, "alerts": [alert.id for alert in which]}
                   for rule, outcome, which in self.outcomes])

    def status(self) -> int:
        """The exit status of the rules."""
        outcomes = {outcome for _, outcome, _ in self.outcomes}
        if VIOLATED in outcomes:
            return RULE_VIOLATED
        return RULE_UNDECIDED if outcomes - {HOLDS} else DONE


def answer_of(store: Store, since: float, rules: Sequence[Rule]) -> HistoryAnswer:
    views_make(store)
    sweeps = entries_of(store)
    with libraries(PROGRAM):  # change points need one more
        findings = find(store, sweeps, since)
    new, known = split_seen(store, findings.alerts)
    enough = len(findings.series.sweeps) >= 2 * LEAST
    return HistoryAnswer(findings, len(sweeps), new, known,
                         [(rule, *outcome_of(rule, new, enough)) for rule in rules], enough)


def check(words: list[str]) -> int:
    parser = parser_of(
        "check", "Shows what changed: when, on which nodes, and which facts changed with it.")
    since_add(parser, "30d")
    parser.add_argument("--fail-if", metavar="RULE", type=rule, action="append", default=[],
                        help="require that nothing became slower:5%, faster:5% or changed:5%; "
                        "exit with 3 if it is violated, with 4 if the sweeps cannot tell; can be "
                        "repeated")
    parser.add_argument("--alert", metavar="COMMAND",
                        help="a shell command that gets new alerts as JSON, if there are any")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        store = store_open(options.store)
        given = answer_of(store, options.since, options.fail_if)
        list_write(store, LAST, [alert.record() for alert in given.findings.alerts])  # for `ack`
        given.show(options.format)
        sent = not (options.alert and given.new) or alert_send(
            parser.prog, options.alert, options.store, given.new)
        return given.status() if sent else LOST


def report(words: list[str]) -> int:
    with libraries(PROGRAM):
        from comops_fleet.history.page import history_page
    parser = parser_of("report", "Draws a store as one HTML page.")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the file to write; - is standard output "
                        "(default: STORE/history.html)")
    since_add(parser, "365d")
    json_add(parser)
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        json_check(parser, options)
        output = options.output or options.store / "history.html"
        store = store_open(options.store)
        if options.output not in (None, STANDARD_OUTPUT):
            output_check(output)
        given = answer_of(store, options.since, [])
        series = given.findings.series
        contents = {"schema": "comops-history-page/1", "sweeps": len(series.sweeps),
                    "nodes": len(series.nodes), "alerts": len(given.new),
                    "acknowledged": len(given.known)}
        with libraries(PROGRAM):
            page = history_page(options.store, given.findings, given.new, given.known)
        return page_write(parser.prog, output, page, bool(options.output),
                          contents if options.json else None)


def ack(words: list[str]) -> int:
    parser = parser_of("ack", "Silences an alert until its nodes change again.")
    parser.add_argument("id", metavar="ID", help="the ID that comops history check prints")
    parser.add_argument("why", metavar="WHY", help="the reason, which later checks show")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        seen = acknowledge(store_open(options.store), options.id, options.why,
                           datetime.now(UTC).isoformat(timespec="seconds"))
        if options.format == "json":
            answer_show("ack", **seen)
        note(parser.prog,
             f"{seen['id']} of {seen['since'][:10]} is silent until its nodes change again")
        return DONE


def compact(words: list[str]) -> int:
    parser = parser_of(
        "compact", "Merges the sweeps of each month but the last into one file, so that the times "
        "of a cell lie together. Nothing is lost, and queries need no change.")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        months = store_compact(store_open(options.store))
        if options.format == "json":
            answer_show("compact", store=str(options.store), months=months)
        else:
            show(f"{plural(months, 'month')} made one file each.\n")
        return DONE


def json_of(value: object) -> object:
    """A value as JSON: types that JSON lacks become text, NaN becomes null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | bool | int) else str(value)


def sql(words: list[str]) -> int:
    parser = parser_of(
        "sql", "Runs a DuckDB query and prints CSV. `results` has a row for each time, with "
        f"names; the tables behind it are {', '.join(EMPTY)}.")
    parser.add_argument("query", metavar="SELECT", help='as "SELECT count(*) FROM results"')
    format_add(parser, "csv", "json")
    options = parser.parse_args(words)
    with reporting(parser, options.store):
        store = store_open(options.store)
        views_make(store)
        names, rows = answer(store, options.query)
        if options.format == "json":
            answer_show("sql", columns=names, rows=[list(map(json_of, row)) for row in rows])
            return DONE
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(
            [csv_text(field) if isinstance(field, str) else field for field in row]
            for row in (names, *rows))
        show(text.getvalue())
        return DONE
