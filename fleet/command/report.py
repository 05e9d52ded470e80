# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet report: a sweep as one HTML page.

Exit 0, 1 not written, 2 usage error, 77 a library is missing.
"""

import argparse
from pathlib import Path

from common.console import Parser, complain, output_check
from fleet.command.console import USAGE, libraries

PROGRAM = "comops fleet report"
STANDARD_OUTPUT = Path("-")

with libraries(PROGRAM):
    from reports.command.pages import json_add, json_check, page_write
    from fleet.check.judge import check
    from fleet.command.sweeps import sweep_open
    from fleet.export.as_json import page_contents
    from fleet.page.sweep_page import sweep_page
    from fleet.read.sweep import ResultsError


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Draw a sweep as one HTML page.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the sweep of comops fleet run")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the file to write, - is standard output (default: DIR/fleet.html)")
    json_add(parser)
    options = parser.parse_args(words)
    json_check(parser, options)
    return options


def main(words: list[str]) -> int:
    options = arguments(words)
    output = options.output or options.folder / "fleet.html"
    if options.output not in (None, STANDARD_OUTPUT):
        output_check(output)
    try:
        sweep = sweep_open(PROGRAM, options.folder)
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    checked = check(sweep)
    return page_write(PROGRAM, output, sweep_page(checked, options.folder), bool(options.output),
                      page_contents(checked) if options.json else None)
