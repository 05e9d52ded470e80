# SPDX-License-Identifier: BSD-3-Clause
"""comops history sql: a question to a store (docs/fleet.md). The answer is CSV.

Exit 0, 1 the output could not be written, 2 usage error or wrong SQL, 77 a library is missing.
"""

import argparse
import csv
import io
from pathlib import Path

from common.console import Parser, complain, show
from fleet.command.console import DONE, USAGE, libraries

PROGRAM = "comops history sql"

with libraries(PROGRAM):
    from fleet.store.folder import StoreError, store_open
    from fleet.store.views import EMPTY, answer, views_make
    from words.escape import csv_text


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Run a DuckDB query and print CSV. `results` has a row for each time, with "
        f"names; the tables behind it are {', '.join(EMPTY)}.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("query", metavar="SELECT", help='as "SELECT count(*) FROM results"')
    return parser.parse_args()


def text_of(value: object) -> object:
    return csv_text(value) if isinstance(value, str) else value


def main() -> int:
    options = arguments()
    try:
        store = store_open(options.store)
        views_make(store)
        names, rows = answer(store, options.query)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(csv_text, names))
    writer.writerows([text_of(one) for one in row] for row in rows)
    show(text.getvalue())
    return DONE
