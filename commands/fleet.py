# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet COMMAND: every node of a cluster."""

from commands.group import group_run

COMMANDS = {
    "run": ("fleet.run.command", "measure every node that is not measured yet"),
    "status": ("fleet.run.command", "show which nodes are measured, and why others are not"),
    "check": ("fleet.check.command", "report which nodes are odd, and why"),
    "report": ("fleet.check.command", "draw a sweep as one HTML page"),
}


def main(words: list[str]) -> int:
    return group_run(words, "comops fleet", "Measures every node of a cluster, and reports which "
                     "differ from the others.", COMMANDS)
