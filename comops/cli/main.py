# SPDX-License-Identifier: BSD-3-Clause
"""comops COMMAND: the tree of commands. A command's modules are imported when it runs."""

import os
import sys
from pathlib import Path

from comops import extension
from comops.cli.group import command_obey, commands_listed
from comops.common.command import command_run, streams_open
from comops.common.console import USAGE, Parser, UsageError, print_error, show
from comops.common.files import build
from comops.common.libraries import help_wanted, libraries
from comops.common.nearest import no_such
from comops.extension import Command

PROGRAM = "comops"
COMMANDS = {name: Command(about, f"comops.cli.{name}:main") for name, about in {
    "run": "measure, and report which is faster",
    "list": "list patterns, protocols and placements",
    "show": "show a pattern's implementations side by side",
    "machine": "show this machine and where ranks would run",
    "report": "turn a results file into HTML, CSV, OSU-style text or Markdown",
    "compare": "report which cells became slower or faster between two results files",
}.items()}
HELP, VERSION = ("-h", "--help", "--help-all", "-?", "help"), ("-V", "--version")
HOW_MUCH = ("-q", "--quiet", "-v", "--verbose")
USAGE_LINE = "comops COMMAND [OPTION...]"
ABOUT = "Compares shared memory with message passing on this node."
COMMON = (("-h", "--help", "print what it does, and its other options"),
          ("-q", "--quiet", "print only results and errors"),
          ("-v", "--verbose", "also report what is found, started and left out"),
          ("-V", "--version", "print the version"))


def commands_all() -> dict[str, Command]:
    """Commands of comops, then those of extensions."""
    return COMMANDS | extension.named("commands")


def usage() -> str:
    options = [f"  {letter}, {long:<11} {what}" for letter, long, what in COMMON]
    return "\n".join([f"Usage: {USAGE_LINE}", ABOUT, "", *commands_listed(commands_all()), "",
                      "Options of every command", *options, ""])


def obey(words: list[str]) -> int:
    """The exit status. `comops -q run` is `comops run -q`."""
    at = next((at for at, word in enumerate(words) if word not in HOW_MUCH), len(words))
    word = words[at] if at < len(words) else ""
    if command := COMMANDS.get(word) or word[:1].isalpha() and commands_all().get(word):
        rest = words[:at] + words[at + 1 :]
        help_wanted(rest)
        with libraries(PROGRAM):
            return command_obey(word, command, rest)
    if word in VERSION:
        show(f"comops {Parser.release}\n")
    elif word in HELP:
        show(usage())
    elif word:
        options = ("--help", "--quiet", "--verbose", "--version")
        raise UsageError(no_such("option ", word, options) if word.startswith("-")
                         else no_such("command ", word, commands_all()))
    else:
        print_error(usage())
        return USAGE
    return 0


def main() -> int:
    if Path(sys.argv[0]).name == PROGRAM:  # not python -m comops
        if "PYTHONPATH" in os.environ and not sys.flags.ignore_environment:  # of another Python
            os.execv(sys.executable, [sys.executable, "-E", *sys.orig_argv[1:]])
        os.environ["COMOPS_PROGRAM"] = str(Path(sys.argv[0]).resolve())
    streams_open()
    Parser.release = build()["version"]
    return command_run(PROGRAM, lambda: obey(sys.argv[1:]))
