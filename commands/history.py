# SPDX-License-Identifier: BSD-3-Clause
"""comops history COMMAND: the sweeps of a fleet over time."""

from commands.group import group_run

COMMANDS = {
    "add": ("fleet.history.command", "add sweeps and results files to a store"),
    "check": ("fleet.history.command", "show what changed, when and on which nodes"),
    "report": ("fleet.history.command", "draw alerts and timelines as a page"),
    "ack": ("fleet.history.command", "silence an alert until its nodes change again"),
    "compact": ("fleet.history.command", "merge each month's sweeps into one file"),
    "sql": ("fleet.history.command", "query the store in SQL"),
}


def main(words: list[str]) -> int:
    return group_run(words, "comops history", "Stores the sweeps of a fleet, and reports what "
                     "changed and when.", COMMANDS)
