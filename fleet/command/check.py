# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet check: which nodes of a sweep are odd, and why (docs/fleet/check.md).

Exit 0 checked, 1 nothing was written, 2 usage error, 3 --fail-if odd and a node is odd, 4 --fail-if
odd, none is, but not every node could be judged, 77 a library is missing.
"""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

from common.console import Parser, choice_of, complain, note, output_check
from fleet.command.console import USAGE, libraries

PROGRAM = "comops fleet check"
STANDARD_OUTPUT = Path("-")
ODD, UNDECIDED = 3, 4

with libraries(PROGRAM):
    from reports.command.console import answer_write
    from fleet.check.confirm import controls_of, repeated
    from fleet.check.judge import Check, check
    from fleet.command.sweeps import sweep_open
    from fleet.export.as_json import check_json
    from fleet.export.as_text import check_markdown, check_nodeset, check_text
    from fleet.export.drain import drain_script
    from fleet.export.phrases import command_again, folded, total_text
    from fleet.plan.program import program_path
    from fleet.read.sweep import ResultsError, sweep_read

FORMATS = {"text": check_text, "md": check_markdown, "json": check_json, "nodeset": check_nodeset}


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Report which nodes of a sweep are odd, and why.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the sweep of comops fleet run")
    parser.add_argument("--fail-if", metavar="RULE", type=choice_of(["odd"]),
                        help="odd: exit 3 if a node is odd, 4 if none is, but not every node was "
                        "judged")
    parser.add_argument("--confirm", action="store_true",
                        help="measure the odd nodes and as many good ones again; only those that "
                        "are odd again stay")
    parser.add_argument("--drain-script", metavar="FILE", type=Path,
                        help="write a script of scontrol commands that would drain the odd nodes; "
                        "comops drains nothing")
    parser.add_argument("--format", metavar="FORMAT", type=choice_of(FORMATS), default="text",
                        help=f"{', '.join(FORMATS)} (default: text)")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, default=STANDARD_OUTPUT,
                        help="the file to write (- or none: standard output)")
    return parser.parse_args(words)


def confirm(folder: Path, found: Check) -> None:
    """Measure suspects and some good nodes again; keeps the verdicts that repeat."""
    controls = controls_of(found, found.sweep.plan.get("seed", 0))
    names = [found.sweep.nodes[node] for node in sorted({*found.odd, *controls})]
    into, before = next_folder(folder), set(found.odd)
    _, *words = command_again(into, found.sweep.plan, names)
    note(PROGRAM, f"measures again: comops {shlex.join(words)}")
    subprocess.run([program_path(), *words], stdout=sys.stderr, check=False)
    found.verdicts = repeated(found, sweep_read(into), controls)
    if gone := before - set(found.odd):
        again = folded([found.sweep.nodes[node] for node in sorted(gone)])
        note(PROGRAM, f"not odd again: {again}")


def next_folder(folder: Path) -> Path:
    """DIR/confirm-1, or the next that does not exist."""
    at = 1
    while (into := folder / f"confirm-{at}").exists():
        at += 1
    return into


def status_of(found: Check) -> int:
    if found.odd:
        return ODD
    return UNDECIDED if found.unjudged or found.sweep.unmeasured else 0


def main(words: list[str]) -> int:
    options = arguments(words)
    for file in filter(None, (options.drain_script, options.output)):
        if file != STANDARD_OUTPUT:
            output_check(file)
    try:
        found = check(sweep_open(PROGRAM, options.folder))
        if options.confirm and found.odd:
            confirm(options.folder, found)
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    if options.drain_script:
        answer_write(PROGRAM, options.drain_script, drain_script(found))
    answer_write(PROGRAM, options.output, FORMATS[options.format](found, options.folder))
    if not options.fail_if:
        return 0
    if status := status_of(found):
        complain(PROGRAM, f"odd: {total_text(found)}" if found.odd else
                 "undecided: no node is odd, but not every node was judged")
    return status
