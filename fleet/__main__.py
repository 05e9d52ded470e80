# SPDX-License-Identifier: BSD-3-Clause
"""python3 fleet GROUP COMMAND [ARGUMENT...]: `comops` runs it for fleet and history.

The folders of fleet/ are imported as fleet.FOLDER, those of reports/ as they import each other.
"""

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Group:
    """Commands that share their first word; each is a module with PROGRAM and main()."""

    summary: str
    commands: dict[str, tuple[str, str]]  # name -> module, what it does


GROUPS = {
    "fleet": Group(
        "Measures every node of a cluster, and reports which differ from the others.",
        {
            "run": ("fleet.command.run", "measure every node that is not measured yet"),
            "status": ("fleet.command.status",
                       "show which nodes are measured, and why others are not"),
            "check": ("fleet.command.check", "report which nodes are odd, and why"),
            "report": ("fleet.command.report", "draw a sweep as one HTML page"),
        },
    ),
    "history": Group(
        "Stores the sweeps of a fleet, and reports what changed and when.",
        {
            "add": ("fleet.command.history_add", "add sweeps and results files to a store"),
            "check": ("fleet.command.history_check", "show what changed, when and on which nodes"),
            "report": ("fleet.command.history_report", "draw alerts and timelines as a page"),
            "ack": ("fleet.command.history_ack", "silence an alert until its nodes change again"),
            "compact": ("fleet.command.history_compact", "merge each month's sweeps into one file"),
            "sql": ("fleet.command.history_sql", "query the store in SQL"),
        },
    ),
}


def command_of(group: str, words: list[str]) -> str:
    """The name of the command; words before it are its first options. Usage errors exit 2."""
    from argparse import RawDescriptionHelpFormatter

    from common.console import Parser, meant

    commands = GROUPS[group].commands
    before = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    lines = [f"  {name:<9} {what}" for name, (_, what) in commands.items()]
    parser = Parser(
        prog=f"comops {group}",
        usage=f"comops {group} COMMAND [OPTION...]",
        description=GROUPS[group].summary,
        epilog="\n".join(["commands:", *lines]),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.parse_args(words[:before])
    if before == len(words):
        parser.error(f"name a command: {', '.join(commands)}")
    name = words.pop(before)
    if name not in commands:
        there = f"; there are: {', '.join(commands)}"
        parser.error(f"no command `{name}`{meant(name, commands) or there}")
    return name


def main() -> int:
    group = sys.argv.pop(1)
    words = sys.argv[1:]
    name = command_of(group, words)
    sys.argv[1:] = words
    command = importlib.import_module(GROUPS[group].commands[name][0])
    return command_run(command.PROGRAM, command.main)


if __name__ == "__main__":
    sys.path[0] = str(ROOT)  # instead of this folder
    from common.console import command_run, streams_open

    streams_open()
    sys.exit(command_run("comops", main))
