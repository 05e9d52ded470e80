# SPDX-License-Identifier: BSD-3-Clause
"""Commands that share their first word: comops fleet COMMAND."""

from collections.abc import Mapping
from pkgutil import resolve_name

from comops.common.console import Parser
from comops.common.nearest import meant
from comops.extension import Command


def commands_listed(commands: Mapping[str, Command]) -> list[str]:
    """Lines of a help: names, and what they do."""
    return [f"  {name:<9} {command.about}" for name, command in commands.items()]


def _name_of(words: list[str], prog: str, group: Command) -> str:
    """Takes the command off the words; those before it are its first options."""
    before = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    parser = Parser(prog=prog, usage=f"{prog} COMMAND [OPTION...]", description=group.about,
                    epilog="\n".join(["commands:", *commands_listed(group.commands)]))
    parser.parse_args(words[:before])
    if before == len(words):
        parser.error(f"name a command: {', '.join(group.commands)}")
    name = words.pop(before)
    if name not in group.commands:
        there = f"; there are: {', '.join(group.commands)}"
        parser.error(f"no command `{name}`{meant(name, group.commands) or there}")
    return name


def command_obey(name: str, command: Command, words: list[str]) -> int:
    """The exit status of a command; of that which its second word names, if it has commands."""
    if command.commands:
        command = command.commands[_name_of(words, f"comops {name}", command)]
    return resolve_name(command.run)(words)
