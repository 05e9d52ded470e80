# SPDX-License-Identifier: BSD-3-Clause
"""comops history ack: silences an alert (docs/fleet.md).

Exit 0, 1 the store could not be written, 2 usage error, 77 a library is missing.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from common.console import OutputError, Parser, complain, note, show
from fleet.command.console import DONE, USAGE, format_add, libraries

PROGRAM = "comops history ack"
SCHEMA = "comops-history-ack/1"

with libraries(PROGRAM):
    from fleet.change.acknowledged import acknowledge
    from fleet.store.folder import StoreError, store_open, writing
    from reports.words.escape import json_text


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Silence an alert until its nodes change again.")
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("id", metavar="ID", help="as comops history check prints it")
    parser.add_argument("why", metavar="WHY", help="the reason, as later checks show it")
    format_add(parser)
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    try:
        store = store_open(options.store)
        with writing(store):
            now = datetime.now(UTC).isoformat(timespec="seconds")
            seen = acknowledge(store, options.id, options.why, now)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    if options.format == "json":
        show(json_text({"schema": SCHEMA} | dict(seen)))
    note(PROGRAM, f"{seen['id']} of {seen['since'][:10]} is silent until its nodes change again")
    return DONE
