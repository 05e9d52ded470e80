# SPDX-License-Identifier: BSD-3-Clause
"""comops COMMAND: the tree of commands. A command's modules are imported when it runs."""

import importlib
import sys

from comops.cli.group import GROUPS, group_run
from comops.common.command import command_run, streams_open
from comops.common.console import USAGE, Parser, UsageError, print_error, show
from comops.common.libraries import help_wanted, libraries
from comops.common.nearest import no_such
from comops.measure.launch.places import build

PROGRAM = "comops"
COMMANDS = {
    "run": "measure, and report which is faster",
    "list": "list patterns, protocols and placements",
    "show": "show a pattern's implementations side by side",
    "machine": "show this machine and where ranks would run",
    "report": "turn a results file into HTML, CSV, OSU-style text or Markdown",
    "compare": "report which cells became slower or faster between two results files",
    "reproduce": "measure the tables and figures of five papers, beside the printed values",
    "peers": "compare with MPI libraries, other benchmarks and this machine's limits",
    "fleet": "measure every node of a cluster, and find those that differ",
    "history": "store the sweeps of a fleet, and report what changed and when",
    "simulate": "run the implementations on a simulated machine",
    "pstswm": "run Worley's model, a shallow water code on the sphere",
}
HELP, VERSION = ("-h", "--help", "--help-all", "-?", "help"), ("-V", "--version")
HOW_MUCH = ("-q", "--quiet", "-v", "--verbose")
USAGE_LINE = "comops COMMAND [OPTION...]"
ABOUT = "Compares shared memory with message passing on this node."
COMMON = (("-h", "--help", "print what it does, and its other options"),
          ("-q", "--quiet", "print only results and errors"),
          ("-v", "--verbose", "also report what is found, started and left out"),
          ("-V", "--version", "print the version"))


def commands_listed() -> list[str]:
    return [f"  {name:<9} {what}" for name, what in COMMANDS.items()]


def usage() -> str:
    options = [f"  {letter}, {long:<11} {what}" for letter, long, what in COMMON]
    return "\n".join([f"Usage: {USAGE_LINE}", ABOUT, "", *commands_listed(), "",
                      "Options of every command", *options, ""])


def obey(words: list[str]) -> int:
    """The exit status. `comops -q run` is `comops run -q`."""
    at = next((at for at, word in enumerate(words) if word not in HOW_MUCH), len(words))
    word = words[at] if at < len(words) else ""
    if word in COMMANDS:
        rest = words[:at] + words[at + 1 :]
        help_wanted(rest)
        with libraries(PROGRAM, "commands"):
            # Its name is that of a module here.
            return (group_run(word, rest) if word in GROUPS
                    else importlib.import_module(f"commands.{word}").main(rest))
    if word in VERSION:
        show(f"comops {Parser.release}\n")
    elif word in HELP:
        show(usage())
    elif word:
        options = ("--help", "--quiet", "--verbose", "--version")
        raise UsageError(no_such("option ", word, options) if word.startswith("-")
                         else no_such("command ", word, COMMANDS))
    else:
        print_error(usage())
        return USAGE
    return 0


def main() -> int:
    streams_open()
    Parser.release = build()["version"]
    return command_run(PROGRAM, lambda: obey(sys.argv[1:]))
