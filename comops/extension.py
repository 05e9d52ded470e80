# SPDX-License-Identifier: BSD-3-Clause
"""What a package may add to comops without an edit of it: an object Extension, named by an entry
point of the group `comops.extensions`. Modules and functions are named, "package.module:function",
and imported when they are needed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any

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
class PageSection:
    """A section of the page. `word`: in the bar of contents. `build`: names a function of the
    Report (comops/reports/page/report.py) and of `render`, which makes HTML of a template of Jinja
    and its variables; it returns that HTML, or None to leave the section out. `before`: in front of
    which section of comops it stands. `tab`: the title of the tab that it is on instead."""

    word: str
    build: str
    before: str = "methods"
    tab: str = ""


@dataclass(frozen=True)
class Extension:
    """`schemas`: names a function without arguments that returns, by file name, JSON Schemas of
    what the commands print. `records`: names classes of records (comops/results/declared.py).
    `exports`: by format of `comops report`, names a function of the campaigns that returns what is
    added: members of the `json`, lines of the `md`, charts of the `figures`; of `csv` a table in
    place of the cells, or "". `lines`: names a function of a campaign and a width that returns what
    the screen says below the answer. `methods`: names methods (comops/results/methods.py).
    `presets`: options of `comops run` by the name of a preset, as a settings file has them."""

    commands: Mapping[str, Command] = field(default_factory=dict)
    schemas: str = ""
    records: Sequence[str] = ()
    sections: Sequence[PageSection] = ()
    exports: Mapping[str, str] = field(default_factory=dict)
    lines: str = ""
    methods: str = ""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@cache
def extensions() -> list[Extension]:
    """All that are installed, in the order of the names of their entry points."""
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return [point.load() for point in points]


def added(member: str) -> Iterator[Any]:
    """What this member of each extension names."""
    for extension in extensions():
        if name := getattr(extension, member):
            yield resolve_name(name)


def named(member: str) -> dict[str, Any]:
    """The commands, or the presets, of all extensions."""
    return {name: value for extension in extensions()
            for name, value in getattr(extension, member).items()}


def sections() -> list[PageSection]:
    """The sections of all extensions."""
    return [section for extension in extensions() for section in extension.sections]


def exports(form: str) -> Iterator[Callable[..., Any]]:
    """The functions that add to this format."""
    for extension in extensions():
        if name := extension.exports.get(form):
            yield resolve_name(name)


def lines(campaign: Any, columns: int) -> list[str]:
    """What all extensions say of a campaign on a screen of this width."""
    return [line for lines_of in added("lines") for line in lines_of(campaign, columns)]
