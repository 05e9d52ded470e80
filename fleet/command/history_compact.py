# SPDX-License-Identifier: BSD-3-Clause
"""comops history compact: one file a month (docs/fleet.md).

Exit 0, 1 the store could not be written, 2 usage error, 77 a library is missing.
"""

import argparse
from pathlib import Path

from common.console import OutputError, Parser, complain, show
from fleet.command.console import DONE, USAGE, format_add, libraries

PROGRAM = "comops history compact"
SCHEMA = "comops-history-compact/1"

with libraries(PROGRAM):
    from fleet.store.compact import store_compact
    from fleet.store.folder import StoreError, store_open
    from reports.words.escape import json_text
    from reports.words.formats import plural


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Merge the sweeps of each month but the last into one file, so that the times "
        "of a cell lie together. Nothing is lost, and queries need no change.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    format_add(parser)
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    try:
        months = store_compact(store_open(options.store))
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    show(json_text({"schema": SCHEMA, "store": str(options.store), "months": months})
         if options.format == "json" else f"{plural(months, 'month')} made one file each.\n")
    return DONE
