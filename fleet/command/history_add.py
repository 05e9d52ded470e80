# SPDX-License-Identifier: BSD-3-Clause
"""comops history add: put sweeps and results files into a store (docs/fleet.md).

Exit 0, 1 the store could not be written, 2 usage error or a file that cannot be read, 77 a library
is missing.
"""

import argparse
from pathlib import Path

from typing import Any

from common.console import OutputError, Parser, complain, note, show
from fleet.command.console import DONE, USAGE, format_add, libraries

PROGRAM = "comops history add"
SCHEMA = "comops-history-add/1"

with libraries(PROGRAM):
    from fleet.read.sweep import ResultsError, Sweep, files_read, sweep_read
    from fleet.store.add import sweep_add
    from fleet.store.folder import StoreError, store_make
    from reports.words.escape import json_text
    from reports.words.formats import plural


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Add sweeps to a store. A sweep added twice is stored once; one that has more "
        "nodes than before replaces the stored one.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="the folder; created if needed")
    parser.add_argument("files", metavar="DIR|FILE", nargs="+", type=Path,
                        help="the folder of a sweep, or a results file of one node")
    format_add(parser)
    return parser.parse_args(words)


def sweep_of(path: Path) -> Sweep:
    """The contents of a folder or a file; ResultsError if it is neither."""
    (sweep,) = [sweep_read(path)] if path.is_dir() else files_read([path])
    for text in sweep.notes:
        note(PROGRAM, text)
    for node, why in sweep.unmeasured.items():
        note(PROGRAM, f"{path}: {node}: {why}")
    if not sweep.nodes:
        raise ResultsError(f"{path}: no node has a results file that can be read")
    return sweep


def added_text(one: dict[str, Any]) -> str:
    return (f"{one['path']}: {one['done']}: {plural(one['nodes'], 'node')}, "
            f"{plural(one['cells'], 'cell')}\n")


def main(words: list[str]) -> int:
    options = arguments(words)
    added: list[dict[str, Any]] = []
    failed = False
    try:
        store = store_make(options.store)
        for path in options.files:
            try:
                sweep = sweep_of(path)
                done = sweep_add(store, sweep)
            except ResultsError as error:
                text = str(error)
                complain(PROGRAM, text if str(path) in text else f"{path}: {text}")
                failed = True
                continue
            added.append({"path": str(path), "done": done, "nodes": len(sweep.nodes),
                          "cells": len(sweep.cells)})
            if options.format == "text":
                show(added_text(added[-1]))
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    if options.format == "json":
        show(json_text({"schema": SCHEMA, "store": str(options.store), "sweeps": added}))
    return USAGE if failed else DONE
