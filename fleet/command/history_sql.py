# SPDX-License-Identifier: BSD-3-Clause
"""comops history sql: a question to a store (docs/fleet.md). The answer is CSV or JSON.

Exit 0, 1 the output could not be written, 2 usage error or wrong SQL, 77 a library is missing.
"""

import argparse
import csv
import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.console import Parser, choice_of, complain, show
from fleet.command.console import DONE, USAGE, libraries

PROGRAM = "comops history sql"
SCHEMA = "comops-history-sql/1"

with libraries(PROGRAM):
    from fleet.store.folder import StoreError, store_open
    from fleet.store.views import EMPTY, answer, views_make
    from reports.words.escape import csv_text, json_text


def text_of(value: object) -> object:
    return csv_text(value) if isinstance(value, str) else value


def answer_csv(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(csv_text, names))
    writer.writerows([text_of(one) for one in row] for row in rows)
    return text.getvalue()


def json_of(value: object) -> object:
    """A value as JSON: types that JSON lacks become text, NaN becomes null."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value)


def answer_json(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    return json_text({"schema": SCHEMA, "columns": list(names),
                      "rows": [list(map(json_of, row)) for row in rows]})


FORMATS = {"csv": answer_csv, "json": answer_json}


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Run a DuckDB query and print CSV. `results` has a row for each time, with "
        f"names; the tables behind it are {', '.join(EMPTY)}.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="made by comops history add")
    parser.add_argument("query", metavar="SELECT", help='as "SELECT count(*) FROM results"')
    parser.add_argument("--format", metavar="FORMAT", type=choice_of(FORMATS),
                        default="csv", help="csv, json (default: csv)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    try:
        store = store_open(options.store)
        views_make(store)
        names, rows = answer(store, options.query)
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    show(FORMATS[options.format](names, rows))
    return DONE
