# SPDX-License-Identifier: BSD-3-Clause
"""comops history COMMAND: the sweeps of a fleet over time."""

from commands.group import group_run

COMMANDS = {
    "add": ("fleet.command.history_add", "add sweeps and results files to a store"),
    "check": ("fleet.command.history_check", "show what changed, when and on which nodes"),
    "report": ("fleet.command.history_report", "draw alerts and timelines as a page"),
    "ack": ("fleet.command.history_ack", "silence an alert until its nodes change again"),
    "compact": ("fleet.command.history_compact", "merge each month's sweeps into one file"),
    "sql": ("fleet.command.history_sql", "query the store in SQL"),
}


def main(words: list[str]) -> int:
    return group_run(words, "comops history", "Stores the sweeps of a fleet, and reports what "
                     "changed and when.", COMMANDS)
