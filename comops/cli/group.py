# SPDX-License-Identifier: BSD-3-Clause
"""Commands that share their first word: comops fleet COMMAND, comops history COMMAND."""

import importlib
from typing import NamedTuple

from comops.common.console import Parser
from comops.common.nearest import meant


class Group(NamedTuple):
    """`commands`: by name the module that has NAME(words), and what it does."""

    about: str
    commands: dict[str, tuple[str, str]]


GROUPS = {
    "fleet": Group("Measures every node of a cluster, and reports which differ from the others.", {
        "run": ("comops_fleet.run.command", "measure every node that is not measured yet"),
        "status": ("comops_fleet.run.command", "show which nodes are measured, and why others are not"),
        "check": ("comops_fleet.check.command", "report which nodes are odd, and why"),
        "report": ("comops_fleet.check.command", "draw a sweep as one HTML page"),
    }),
    "history": Group("Stores the sweeps of a fleet, and reports what changed and when.", {
        "add": ("comops_fleet.history.command", "add sweeps and results files to a store"),
        "check": ("comops_fleet.history.command", "show what changed, when and on which nodes"),
        "report": ("comops_fleet.history.command", "draw alerts and timelines as a page"),
        "ack": ("comops_fleet.history.command", "silence an alert until its nodes change again"),
        "compact": ("comops_fleet.history.command", "merge each month's sweeps into one file"),
        "sql": ("comops_fleet.history.command", "query the store in SQL"),
    }),
}


def _name_of(words: list[str], prog: str, about: str, commands: dict[str, tuple[str, str]]) -> str:
    """Takes the command off the words; those before it are its first options."""
    before = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    lines = [f"  {name:<9} {what}" for name, (_, what) in commands.items()]
    parser = Parser(prog=prog, usage=f"{prog} COMMAND [OPTION...]", description=about,
                    epilog="\n".join(["commands:", *lines]))
    parser.parse_args(words[:before])
    if before == len(words):
        parser.error(f"name a command: {', '.join(commands)}")
    name = words.pop(before)
    if name not in commands:
        there = f"; there are: {', '.join(commands)}"
        parser.error(f"no command `{name}`{meant(name, commands) or there}")
    return name


def group_run(group: str, words: list[str]) -> int:
    """The exit status of the command that the words after `comops GROUP` name."""
    left, (about, commands) = list(words), GROUPS[group]
    name = _name_of(left, f"comops {group}", about, commands)
    return getattr(importlib.import_module(commands[name][0]), name)(left)
