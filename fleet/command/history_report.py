# SPDX-License-Identifier: BSD-3-Clause
"""comops history report: a store as one HTML page (docs/fleet.md).

Exit 0, 1 not written, 2 usage error, 77 a library is missing.
"""

import argparse
from pathlib import Path

from common.console import Parser, complain, note, output_check
from common.durations import duration_parse
from fleet.command.console import USAGE, libraries

PROGRAM = "comops history report"
STANDARD_OUTPUT = Path("-")

with libraries(PROGRAM):
    from command.console import answer_write
    from fleet.change.acknowledged import split_seen
    from fleet.change.alerts import find
    from fleet.command.since import since_of
    from fleet.page.history_page import history_page
    from fleet.store.folder import StoreError, store_open
    from fleet.store.sweeps import entries_of
    from fleet.store.views import views_make


def arguments() -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Draw a store as one HTML page.")
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the file to write, - is standard output "
                        "(default: STORE/history.html)")
    parser.add_argument("--since", metavar="TIME", type=duration_parse, default="365d",
                        help="period before the last sweep: 30d, 36h (default: 365d)")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    output = options.output or options.store / "history.html"
    try:
        store = store_open(options.store)
        if options.output not in (None, STANDARD_OUTPUT):
            output_check(output)
        views_make(store)
        sweeps = entries_of(store)
        findings = find(store, sweeps, since_of(sweeps, options.since))
        page = history_page(options.store, findings, *split_seen(store, findings.alerts))
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    status = answer_write(PROGRAM, output, page)
    if not options.output:
        note(PROGRAM, f"written: {output}")
    return status
