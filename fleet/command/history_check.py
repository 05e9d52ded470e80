# SPDX-License-Identifier: BSD-3-Clause
"""comops history check: what changed in a store's sweeps (docs/fleet.md).

Exit 0 every rule of --fail-if holds, 1 the output could not be written or the command of --alert
failed, 2 usage error, 3 a rule is violated, 4 none is, but one is undecided, 77 a library is
missing.
"""

import argparse
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common.console import OutputError, Parser, complain, show
from common.durations import duration_parse
from fleet.command.console import DONE, LOST, USAGE, format_add, libraries

PROGRAM = "comops history check"
RULE_VIOLATED, RULE_UNDECIDED = 3, 4
SCHEMA = "comops-history-alerts/1"  # of the JSON that --alert sends
ANSWER = "comops-history-check/1"

with libraries(PROGRAM):
    from analysis.comparing.rules import HOLDS, VIOLATED, Rule, rule_of
    from fleet.change.acknowledged import alerts_save, split_seen
    from fleet.change.alerts import Alert, Findings, find, outcome_of
    from fleet.change.points import LEAST
    from fleet.change.words import findings_text, outcome_text
    from fleet.command.since import since_of
    from fleet.store.folder import Store, StoreError, store_open
    from fleet.store.sweeps import entries_of
    from fleet.store.views import views_make
    from reports.words.escape import json_text


def rule(text: str) -> Rule:
    try:
        return rule_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Show what changed: when, on which nodes, and which facts changed with it.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("--since", metavar="TIME", type=duration_parse, default="30d",
                        help="period before the last sweep: 30d, 36h (default: 30d)")
    parser.add_argument("--fail-if", metavar="RULE", type=rule, action="append", default=[],
                        help="require that nothing became slower:5%%, faster:5%% or changed:5%%; "
                        "exit 3 if it is violated, 4 if the sweeps cannot tell; repeatable")
    parser.add_argument("--alert", metavar="COMMAND",
                        help="if there are new alerts, a shell command that gets them as JSON")
    format_add(parser)
    return parser.parse_args(words)


def alert_send(command: str, store: Path, alerts: Sequence[Alert]) -> bool:
    """Whether the command succeeded."""
    text = json.dumps({"schema": SCHEMA, "store": str(store.resolve()),
                       "alerts": [one.record() for one in alerts]}) + "\n"
    done = subprocess.run(command, shell=True, input=text.encode(), check=False)
    if done.returncode:
        complain(PROGRAM, f"--alert: `{command}` failed with status {done.returncode}")
    return not done.returncode


@dataclass(frozen=True)
class Answer:
    """What is new in a store, what is acknowledged and why, and what became of each rule."""

    findings: Findings
    sweeps: int
    new: Sequence[Alert]
    known: Sequence[tuple[Alert, str]]
    outcomes: Sequence[tuple[Rule, str, Sequence[Alert]]]
    enough: bool  # sweeps to tell

    def text(self) -> str:
        rules = [outcome_text(rule, outcome, which, self.enough) + "\n"
                 for rule, outcome, which in self.outcomes]
        return "".join([findings_text(self.findings, self.sweeps, self.new, self.known), *rules])

    def json(self) -> str:
        examined = self.findings.series.sweeps[self.findings.first:]
        return json_text({
            "schema": ANSWER,
            "sweeps": self.sweeps,
            "examined": [one.started for one in examined],
            "alerts": [one.record() for one in self.new],
            "acknowledged": [{"id": one.id, "since": one.since, "why": why}
                             for one, why in self.known],
            "rules": [{"rule": rule.text, "outcome": outcome, "alerts": [one.id for one in which]}
                      for rule, outcome, which in self.outcomes],
        })

    def status(self) -> int:
        """The exit status of the rules."""
        found = {outcome for _, outcome, _ in self.outcomes}
        if VIOLATED in found:
            return RULE_VIOLATED
        return RULE_UNDECIDED if found - {HOLDS} else DONE


def answer_of(store: Store, since: float, rules: Sequence[Rule]) -> Answer:
    """Examines the store, and keeps its alerts for `comops history ack`."""
    views_make(store)
    sweeps = entries_of(store)
    findings = find(store, sweeps, since_of(sweeps, since))
    new, known = split_seen(store, findings.alerts)
    alerts_save(store, findings.alerts)
    enough = len(findings.series.sweeps) >= 2 * LEAST
    return Answer(findings, len(sweeps), new, known,
                  [(rule, *outcome_of(rule, new, enough)) for rule in rules], enough)


def main(words: list[str]) -> int:
    options = arguments(words)
    try:
        answer = answer_of(store_open(options.store), options.since, options.fail_if)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    show(answer.json() if options.format == "json" else answer.text())
    if options.alert and answer.new and not alert_send(options.alert, options.store, answer.new):
        return LOST
    return answer.status()
