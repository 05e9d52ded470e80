# SPDX-License-Identifier: BSD-3-Clause
"""comops history add: put sweeps and results files into a store (docs/fleet.md).

Exit 0, 1 the store could not be written, 2 usage error or a file that cannot be read, 77 a library
is missing.
"""

import argparse
from pathlib import Path

from common.console import OutputError, Parser, complain, note, show
from fleet.command.console import DONE, USAGE, libraries

PROGRAM = "comops history add"

with libraries(PROGRAM):
    from fleet.read.sweep import ResultsError, Sweep, files_read, sweep_read
    from fleet.store.add import sweep_add
    from fleet.store.folder import StoreError, store_make
    from words.formats import plural


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Add sweeps to a store. A sweep added twice is stored once; one that has more "
        "nodes than before replaces the stored one.",
    )
    parser.add_argument("store", metavar="STORE", type=Path, help="the folder; created if needed")
    parser.add_argument("files", metavar="DIR|FILE", nargs="+", type=Path,
                        help="the folder of a sweep, or a results file of one node")
    return parser.parse_args()


def sweep_of(path: Path) -> Sweep:
    """What a folder or a file contains; ResultsError where it is neither."""
    (sweep,) = [sweep_read(path)] if path.is_dir() else files_read([path])
    for text in sweep.notes:
        note(PROGRAM, text)
    for node, why in sweep.unmeasured.items():
        note(PROGRAM, f"{path}: {node}: {why}")
    if not sweep.nodes:
        raise ResultsError(f"{path}: no node has a results file that can be read")
    return sweep


def main() -> int:
    options = arguments()
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
            show(f"{path}: {done}: {plural(len(sweep.nodes), 'node')}, "
                 f"{plural(len(sweep.cells), 'cell')}\n")
    except StoreError as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(options.store, error) from None
    return USAGE if failed else DONE
