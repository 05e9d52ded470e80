# SPDX-License-Identifier: BSD-3-Clause
"""Commands that share their first word, such as `comops fleet run`."""

import argparse
import importlib

from common.console import Parser
from common.nearest import meant

Commands = dict[str, tuple[str, str]]  # name -> module with NAME(words), what it does


def _name_of(words: list[str], prog: str, about: str, commands: Commands) -> str:
    """Takes the command off the words; those before it are its first options."""
    before = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    lines = [f"  {name:<9} {what}" for name, (_, what) in commands.items()]
    parser = Parser(prog=prog, usage=f"{prog} COMMAND [OPTION...]", description=about,
                    epilog="\n".join(["commands:", *lines]),
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args(words[:before])
    if before == len(words):
        parser.error(f"name a command: {', '.join(commands)}")
    name = words.pop(before)
    if name not in commands:
        there = f"; there are: {', '.join(commands)}"
        parser.error(f"no command `{name}`{meant(name, commands) or there}")
    return name


def group_run(words: list[str], prog: str, about: str, commands: Commands) -> int:
    """The exit status of the command that the words name."""
    left = list(words)
    name = _name_of(left, prog, about, commands)
    return getattr(importlib.import_module(commands[name][0]), name)(left)
