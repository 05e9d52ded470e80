# SPDX-License-Identifier: BSD-3-Clause
"""comops history report: a store as one HTML page (docs/fleet.md).

Exit 0, 1 not written, 2 usage error, 77 a library is missing.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.console import Parser, complain, output_check
from common.durations import duration_parse
from fleet.command.console import USAGE, libraries

PROGRAM = "comops history report"
SCHEMA = "comops-history-page/1"
STANDARD_OUTPUT = Path("-")

with libraries(PROGRAM):
    from reports.command.pages import json_add, json_check, page_write
    from fleet.change.acknowledged import split_seen
    from fleet.change.alerts import Alert, Findings, find
    from fleet.command.since import since_of
    from fleet.page.history_page import Known, history_page
    from fleet.store.folder import StoreError, store_open
    from fleet.store.sweeps import entries_of
    from fleet.store.views import views_make


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Draw a store as one HTML page.")
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the file to write, - is standard output "
                        "(default: STORE/history.html)")
    parser.add_argument("--since", metavar="TIME", type=duration_parse, default="365d",
                        help="period before the last sweep: 30d, 36h (default: 365d)")
    json_add(parser)
    options = parser.parse_args(words)
    json_check(parser, options)
    return options


def page_contents(findings: Findings, new: Sequence[Alert], known: Known) -> dict[str, Any]:
    """What the page of a store is about: docs/commands.schema.json."""
    return {"schema": SCHEMA, "sweeps": len(findings.series.sweeps),
            "nodes": len(findings.series.nodes), "alerts": len(new), "acknowledged": len(known)}


def main(words: list[str]) -> int:
    options = arguments(words)
    output = options.output or options.store / "history.html"
    try:
        store = store_open(options.store)
        if options.output not in (None, STANDARD_OUTPUT):
            output_check(output)
        views_make(store)
        sweeps = entries_of(store)
        findings = find(store, sweeps, since_of(sweeps, options.since))
        alerts = split_seen(store, findings.alerts)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    return page_write(PROGRAM, output, history_page(options.store, findings, *alerts),
                      bool(options.output),
                      page_contents(findings, *alerts) if options.json else None)
