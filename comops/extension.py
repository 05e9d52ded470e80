# SPDX-License-Identifier: BSD-3-Clause
"""What a package may add to comops without an edit of it: an object Extension, named by an entry
point of the group `comops.extensions`. Modules and functions are named, "package.module:function",
and imported when they are needed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points

GROUP = "comops.extensions"


@dataclass(frozen=True)
class Command:
    """`about`: what it does, in a few words. `run`: names a function that takes the words after the
    command's name and returns the exit status. A command with `commands` is only the first of two
    words: comops fleet check."""

    about: str
    run: str = ""
    commands: "Mapping[str, Command]" = field(default_factory=dict)


@dataclass(frozen=True)
class Extension:
    """`schemas`: names a function without arguments that returns, by file name, JSON Schemas of
    what the commands print. `records`: names classes of records (comops/results/declared.py)."""

    commands: Mapping[str, Command] = field(default_factory=dict)
    schemas: str = ""
    records: Sequence[str] = ()


@cache
def extensions() -> dict[str, Extension]:
    """All that are installed, by the name of their entry point."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.load() for point in found}


def commands() -> dict[str, Command]:
    """The commands of all extensions."""
    return {name: command for extension in extensions().values()
            for name, command in extension.commands.items()}
