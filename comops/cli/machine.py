# SPDX-License-Identifier: BSD-3-Clause
"""comops machine: this machine or a saved one, its placements, and what lies between its cores.

Exit 0, 1 something could not be measured or written, 2 usage, 77 there is no machine.
"""

import argparse
import json
import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from comops.common.console import Parser, UsageError, complain, detail, show
from comops.common.sizes import ranks_parse, words_of
from comops.common.terminal import colour_wanted
from comops.measure import library
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import placements_check
from comops.reports.terminal.machine import calibration_text, check_lines, placements_help
from comops.results.lines import record_of
from comops.results.topology import Pairs, machine_of, placement_record

PROGRAM = "comops machine"
SCHEMA = "comops-machine/1"
SUCCESS, LOST, USAGE, NOTHING = 0, 1, 2, 77
MEASUREMENTS = "pairs", "calibrate", "check", "limits"


def parser_made() -> Parser:
    parser = Parser(
        prog=PROGRAM, usage=f"{PROGRAM} [OPTION...]",
        description="Shows this machine, the placements it offers and the core of each rank.",
        epilog=placements_help(library.names()["forms"]))
    for *names, how, text in (
        ("-x", "--xml", {"metavar": "FILE"},
         "show a machine saved by hwloc (lstopo FILE.xml), not this one"),
        ("-n", "--ranks", {"metavar": "N"},
         "ranks to place (default: one per core, 2 to 4)"),
        ("-l", "--placements", {"metavar": "LIST"},
         "placements to show, or `all` (default: bus, crossbar)"),
        ("--oversubscribe", {"action": "store_true"}, "allow more ranks than cores"),
        ("--pairs", {"action": "store_true"},
         "measure latency and bandwidth between all pairs of cores"),
        ("--calibrate", {"action": "store_true"},
         "measure the cost of memory accesses, by distance"),
        ("--check", {"action": "store_true"},
         "say in ten seconds what this machine is good for: cores that move, time taken by the "
         "host, frequency, clock, page faults, other programs"),
        ("--limits", {"action": "store_true"},
         "measure by size how long a message between two ranks takes at least, and when it is "
         "copied by hand: by one rank, by both, past the caches"),
        ("--heat", {"action": "store_true"},
         "measure and draw the times between all pairs of cores"),
        ("--svg", {"metavar": "FILE"}, "draw the machine as SVG into FILE"),
        ("-j", "--json", {"action": "store_true"}, "print JSON"),
    ):
        parser.add_argument(*names, help=text, **how)
    return parser


def arguments(words: list[str]) -> argparse.Namespace:
    parser = parser_made()
    asked = parser.parse_args(words)
    try:
        if asked.ranks is not None:
            asked.ranks = ranks_parse(asked.ranks)
        if asked.placements is not None:
            asked.placements = words_of(asked.placements)
        placements_check(asked.placements)
    except (argparse.ArgumentTypeError, UsageError) as error:
        parser.error(str(error))
    saved, drawn = asked.xml is not None, asked.svg is not None
    chosen = [f"--{name}" for name in MEASUREMENTS if getattr(asked, name)]
    words = " and ".join(chosen)
    others = saved or chosen or drawn or asked.json
    for wrong, why in (
        (chosen and saved, f"{words}: measured on this machine, not on a saved one"),
        (len(chosen) > 1, f"{words} exclude each other"),
        (drawn and chosen not in ([], ["--pairs"]), f"{words} cannot be combined with --svg"),
        (asked.limits and asked.ranks not in (None, 2), "--limits measures two ranks"),
        (drawn and asked.json, "--svg cannot be combined with --json"),
        (asked.heat and others, "--heat cannot be combined with --xml, --pairs, --calibrate, "
                                "--check, --limits, --svg or --json"),
    ):
        if wrong:
            parser.error(why)
    return asked


class MachineAnswer(NamedTuple):
    """Members of the JSON, and whether the measurement that was asked for succeeded. `text`: how
    the terminal shows them; "": as a machine is shown."""

    members: dict[str, Any]
    good: bool = True
    text: str = ""


def _pairs(machine: Machine, drawn: bool) -> MachineAnswer:
    # What measures takes long to import, and most uses measure nothing.
    from comops.measure.machine_pairs import pairs_measure
    from comops.reports.terminal.heat import pairs_text
    from comops.reports.terminal.reporter import TerminalReporter

    pairs = pairs_measure(machine, TerminalReporter())
    text = "" if drawn else pairs_text(machine.cores, Pairs.from_json(pairs), colour_wanted())
    return MachineAnswer({"pairs": pairs}, text=text)


def _calibrated(machine: Machine) -> MachineAnswer:
    from comops.measure.machine_pairs import calibrate, calibration_record

    pairs = calibrate(machine)
    return MachineAnswer({"calibration": calibration_record(pairs)}, text=calibration_text(pairs))


def _checked(machine: Machine) -> MachineAnswer:
    from comops.measure.machine_check import check

    if not machine.here:
        raise library.Refusal("another machine is described by the environment")
    findings = list(check(machine))
    return MachineAnswer({"check": [finding.record for finding in findings]},
                         text="".join(check_lines(findings)))


def _limits(machine: Machine, names: list[str] | None) -> MachineAnswer:
    from comops.measure.machine_pairs import limits_measure
    from comops.reports.terminal.limits import limits_text

    limits = [limits_measure(machine, name) for name in names or machine.placement_names(None)[:1]]
    columns = shutil.get_terminal_size((100, 24)).columns
    return MachineAnswer({"limits": [limit.record for limit in limits]},
                         text="\n".join(limits_text(limit, columns) for limit in limits))


def _measured(machine: Machine, asked: argparse.Namespace) -> MachineAnswer:
    """What was asked for."""
    try:
        if asked.check:
            return _checked(machine)
        if asked.calibrate:
            return _calibrated(machine)
        if asked.limits:
            return _limits(machine, asked.placements)
        if asked.pairs or asked.heat:
            return _pairs(machine, asked.heat or asked.svg is not None)
    except library.Refusal as refusal:
        complain("comops", refusal)
        return MachineAnswer({}, good=False)
    return MachineAnswer({})


def _shown(machine: Machine, asked: argparse.Namespace) -> int:
    """If the measurement that was asked for failed, only JSON is printed."""
    measured = _measured(machine, asked)
    ranks = asked.ranks or machine.ranks_default
    placements = [machine.placement(name, ranks, asked.oversubscribe)
                  for name in machine.placement_names(asked.placements)]
    facts = machine.facts | {
        "schema": SCHEMA, **measured.members, "placements": [
            placement_record(placement) | {"refused": placement.refused}
            for placement in placements]}
    if asked.json:
        show(json.dumps(facts, indent=2) + "\n")
    elif not measured.good:
        pass
    elif asked.svg is not None:
        from comops.reports.command.console import answer_write
        from comops.reports.draw.machine_picture import draw

        answer_write(Path(asked.svg), draw(facts, placements))
    elif asked.heat:
        from comops.reports.draw.heat import heat_of_pairs
        from comops.reports.terminal.heat import heat_shown

        packages = {pu: package["index"] for package in facts["packages"] for pu in package["pus"]}
        show(heat_shown(heat_of_pairs(facts["summary"], facts["usable_cores"], packages,
                                      Pairs.from_json(facts["pairs"]))))
    elif measured.text:
        show(measured.text)
    else:
        from comops.reports.draw.machine_tree import machine_text

        show(machine_text(machine.summary, machine_of(facts), placements))
    return SUCCESS if measured.good else LOST


def _is_results(file: Path) -> bool:
    """Whether its first line is that of a results file, of whatever version."""
    try:
        with file.open("rb") as lines:
            return record_of(lines.readline()).get("record") == "campaign"
    except (OSError, ValueError):
        return False


def _loss(picture: Path, saved: str | None) -> str:
    """What the picture would overwrite; "" if nothing that matters."""
    from comops.reports.command.console import STANDARD_OUTPUT, is_overwritten

    if picture == STANDARD_OUTPUT or not picture.is_file():
        return ""
    if saved and is_overwritten(picture, Path(saved)):
        return f"{picture}: is the machine's file and would be overwritten"
    return f"{picture}: is a results file and would be overwritten" if _is_results(picture) else ""


def main(words: list[str]) -> int:
    asked = arguments(words)
    loss = asked.svg and _loss(Path(asked.svg), asked.xml or os.environ.get("HWLOC_XMLFILE"))
    if loss:
        complain("comops", loss)
        return USAGE
    detail("comops", f"machine: {asked.xml or 'the one that this program runs on'}")
    try:
        machine = Machine.load(asked.xml)
    except library.Refusal as refusal:
        complain("comops", refusal)
        return NOTHING if asked.xml is None else USAGE
    return _shown(machine, asked)
