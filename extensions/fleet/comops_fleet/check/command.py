# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet check: which nodes of a sweep are odd, and why (extensions/fleet/docs/fleet.md).
comops fleet report: a sweep as one HTML page.

Exit 0 checked, 1 nothing was written, 2 usage error, 3 --fail-if odd and a node is odd, 4 --fail-if
odd, none is, but not every node could be judged, 77 a library is missing.
"""

import argparse
import shlex
import subprocess
import sys
from itertools import count
from pathlib import Path

from comops.common.console import USAGE, Parser, choice_of, complain, note, output_check
from comops_fleet.console import DONE, format_add, libraries

CHECK, REPORT = "comops fleet check", "comops fleet report"
ODD, UNDECIDED = 3, 4

with libraries("comops fleet"):
    from comops.reports.command.console import (STANDARD_OUTPUT, answer_write, json_add, json_check,
                                                page_write)
    from comops_fleet.check.answers import (check_json, check_markdown, check_nodeset, check_text,
                                            command_again, drain_script, page_contents, total_text)
    from comops_fleet.check.confirm import controls_of, repeated
    from comops_fleet.check.judge import BROKEN, Check, sweep_check
    from comops_fleet.check.sweep import NO_FILE, ResultsError, SweepTimes, sweep_kept, sweep_read
    from comops_fleet.run.plan import Folder, State, jobs_read, nodes_fold
    from comops_fleet.run.sweep import program_path

FORMATS = {"text": check_text, "md": check_markdown, "json": check_json, "nodeset": check_nodeset}


def sweep_open(program: str, path: Path) -> SweepTimes:
    """Opens a sweep; prints its notes on standard error. ResultsError if it is no sweep."""
    sweep = sweep_kept(path)
    for sentence in sweep.notes:
        note(program, sentence)
    folder, jobs = Folder(path), jobs_read(Folder(path))
    for node, why in sweep.unmeasured.items():
        job = jobs.get(node)
        if job and job.reason and job.state == State.NOT_MEASURED:
            sweep.unmeasured[node] = job.reason
        elif why == NO_FILE and (words := folder.last_words(node)):
            sweep.unmeasured[node] = f"{NO_FILE}; the last line of its log: {words}"
    return sweep


def odd_nodes(program: str, path: Path) -> Check:
    """The check of a sweep; what its records do not say of broken nodes, their logs do."""
    judged = sweep_check(sweep_open(program, path))
    for verdict in judged.verdicts:
        if verdict.kind == BROKEN:
            name = judged.sweep.nodes[verdict.node]
            verdict.reason = verdict.reason or Folder(path).last_words(name)
    return judged


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=CHECK, description="Reports which nodes of a sweep are odd, and why.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the sweep of comops fleet run")
    parser.add_argument("--fail-if", metavar="RULE", type=choice_of(["odd"]),
                        help="odd: exit with 3 if a node is odd, with 4 if none is but not every "
                        "node was judged")
    parser.add_argument("--confirm", action="store_true",
                        help="measure the odd nodes and as many good ones again, and report only "
                        "those that are odd again")
    parser.add_argument("--drain-script", metavar="FILE", type=Path,
                        help="write a script of scontrol commands that would drain the odd nodes; "
                        "comops drains nothing")
    format_add(parser, *FORMATS)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, default=STANDARD_OUTPUT,
                        help="the file to write (default: -, standard output)")
    return parser.parse_args(words)


def confirm(folder: Path, checked: Check) -> None:
    """Measure suspects and some good nodes again; keeps the verdicts that repeat."""
    controls = controls_of(checked, checked.sweep.plan.get("seed", 0))
    names = [checked.sweep.nodes[node] for node in sorted({*checked.odd, *controls})]
    into = next(into for at in count(1) if not (into := folder / f"confirm-{at}").exists())
    before = set(checked.odd)
    _, *words = command_again(into, checked.sweep.plan, names)
    note(CHECK, f"measuring again: comops {shlex.join(words)}")
    subprocess.run([program_path(), *words], stdout=sys.stderr, check=False)
    checked.verdicts = repeated(checked, sweep_read(into), controls)
    if gone := before - set(checked.odd):
        again = nodes_fold([checked.sweep.nodes[node] for node in sorted(gone)])
        note(CHECK, f"no longer odd: {again}")


def check(words: list[str]) -> int:
    options = arguments(words)
    for file in filter(None, (options.drain_script, options.output)):
        if file != STANDARD_OUTPUT:
            output_check(file)
    try:
        checked = odd_nodes(CHECK, options.folder)
        if options.confirm and checked.odd:
            confirm(options.folder, checked)
    except ResultsError as error:
        complain(CHECK, error)
        return USAGE
    if options.drain_script:
        answer_write(options.drain_script, drain_script(checked))
    answer_write(options.output, FORMATS[options.format](checked, options.folder))
    if options.fail_if and checked.odd:
        complain(CHECK, f"odd: {total_text(checked)}")
        return ODD
    if options.fail_if and (checked.unjudged or checked.sweep.unmeasured or checked.is_noisy):
        complain(CHECK, "undecided: no node is odd, but " + (
            "the sweep is too noisy to judge" if checked.is_noisy else
            "not every node was judged"))
        return UNDECIDED
    return DONE


def report(words: list[str]) -> int:
    with libraries(REPORT):
        from comops_fleet.check.page import sweep_page
    parser = Parser(prog=REPORT, description="Draws a sweep as one HTML page.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the sweep of comops fleet run")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the file to write; - is standard output (default: DIR/fleet.html)")
    json_add(parser)
    options = parser.parse_args(words)
    json_check(parser, options)
    output = options.output or options.folder / "fleet.html"
    if options.output not in (None, STANDARD_OUTPUT):
        output_check(output)
    try:
        checked = odd_nodes(REPORT, options.folder)
    except ResultsError as error:
        complain(REPORT, error)
        return USAGE
    with libraries(REPORT):
        page = sweep_page(checked, options.folder)
    return page_write(REPORT, output, page, bool(options.output),
                      page_contents(checked) if options.json else None)
