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
from pathlib import Path

from common.console import OutputError, Parser, complain, show
from common.durations import duration_parse
from fleet.command.console import DONE, LOST, USAGE, libraries

PROGRAM = "comops history check"
RULE_VIOLATED, RULE_UNDECIDED = 3, 4
SCHEMA = "comops-history-alerts/1"

with libraries(PROGRAM):
    from comparing.rules import HOLDS, VIOLATED, Rule, rule_of
    from fleet.change.acknowledged import alerts_save, split_seen
    from fleet.change.alerts import Alert, find, outcome_of
    from fleet.change.points import LEAST
    from fleet.change.words import findings_text, outcome_text
    from fleet.command.since import since_of
    from fleet.store.folder import StoreError, store_open
    from fleet.store.sweeps import entries_of
    from fleet.store.views import views_make


def rule(text: str) -> Rule:
    try:
        return rule_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Show what changed: when, on which nodes, and which facts changed with it.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("--since", metavar="TIME", type=duration_parse, default="30d",
                        help="how far before the last sweep: 30d, 36h (default: 30d)")
    parser.add_argument("--fail-if", metavar="RULE", type=rule, action="append", default=[],
                        help="require that nothing became slower:5%%, faster:5%% or changed:5%%; "
                        "exit 3 if it is violated, 4 if the sweeps cannot tell; repeatable")
    parser.add_argument("--alert", metavar="COMMAND",
                        help="if there are new alerts, a shell command that gets them as JSON")
    return parser.parse_args()


def alert_send(command: str, store: Path, alerts: Sequence[Alert]) -> bool:
    """Whether the command succeeded."""
    text = json.dumps({"schema": SCHEMA, "store": str(store.resolve()),
                       "alerts": [one.record() for one in alerts]}) + "\n"
    done = subprocess.run(command, shell=True, input=text.encode(), check=False)
    if done.returncode:
        complain(PROGRAM, f"--alert: `{command}` failed with status {done.returncode}")
    return not done.returncode


def rules_status(rules: Sequence[Rule], alerts: Sequence[Alert], enough: bool) -> int:
    """The exit status of the rules, after a line for each."""
    found = set()
    for one in rules:
        outcome, which = outcome_of(one, alerts, enough)
        found.add(outcome)
        show(outcome_text(one, outcome, which, enough) + "\n")
    if VIOLATED in found:
        return RULE_VIOLATED
    return RULE_UNDECIDED if found - {HOLDS} else DONE


def main() -> int:
    options = arguments()
    try:
        store = store_open(options.store)
        views_make(store)
        sweeps = entries_of(store)
        findings = find(store, sweeps, since_of(sweeps, options.since))
        new, known = split_seen(store, findings.alerts)
        alerts_save(store, findings.alerts)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    show(findings_text(findings, len(sweeps), new, known))
    status = rules_status(options.fail_if, new, len(findings.series.sweeps) >= 2 * LEAST)
    if options.alert and new and not alert_send(options.alert, options.store, new):
        return LOST
    return status
