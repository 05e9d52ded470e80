# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --preset NAME`: options that a settings file, comops.toml, or an extension has under
a name (docs/commands.md)."""

import errno
import grp
import os
import pwd
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from comops.common.console import UsageError, note
from comops.common.files import user_folder
from comops.common.nearest import no_such
from comops.extension import named
from comops.results.write import ResultsError, file_open

PROGRAM = "comops run"
HERE = "comops.toml"
EXTENSION = "an extension"
ON_THE_COMMAND_LINE = ("preset", "resume", "dry-run", "json")
VALUES = "the value is neither text, nor a number, nor true, nor a list of the first two"


@dataclass(frozen=True)
class Preset:
    """`words`: its options as on a command line, `--sizes=8:4M`; `file` has it, or `EXTENSION`."""

    name: str
    words: list[str]
    file: str


def _is_own_group(group: int) -> bool:
    """Whether it has the user's name: many systems make such a group for each user alone, and let
    it write new files."""
    try:
        return grp.getgrgid(group).gr_name == pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False


def _settings_read(files: list[str]) -> tuple[str, bytes]:
    """The first file there is, and its content, or two empty ones: it names programs, so that
    another user's file is left out, and one that others may change is refused."""
    for file in files:
        try:
            with file_open(file) as opened:
                status = os.fstat(opened.fileno())
                if status.st_uid not in (0, os.geteuid()):
                    note(PROGRAM, f"{os.path.abspath(file)} belongs to another user: not read")
                    continue
                private = _is_own_group(status.st_gid)
                if status.st_mode & (stat.S_IWOTH | (0 if private else stat.S_IWGRP)):
                    raise UsageError(f"{file}: others may change it; `chmod go-w {file}` first")
                return file, opened.read()
        except ResultsError as error:
            if error.error != errno.ENOENT:
                raise UsageError(str(error)) from None
    return "", b""


def _toml(file: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        line = line[1] if line else str(text.count("\n") + 1)
        raise UsageError(f"{file}:{line}: {what}") from None
    except RecursionError:
        raise UsageError(f"{file}: lists are nested too deeply") from None


def presets_of(file: str, content: bytes) -> dict[str, dict[str, Any]]:
    """name -> its options; UsageError if the content is not TOML, or has something else."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not UTF-8 text") from None
    settings = _toml(file, text)
    presets = settings.pop("presets", {})
    if settings or not isinstance(presets, dict):
        raise UsageError(f"{file}: a table must be [presets.NAME]")
    for name, preset in presets.items():
        if not isinstance(preset, dict):
            raise UsageError(f"{file}: `{name}`: an option belongs below a line [presets.NAME]")
    return presets


def word_of(option: str, value: Any) -> str:
    """`--option=value`, or `--option` where the value is true; UsageError if there is none."""
    if value is True:
        return f"--{option}"
    listed = value if isinstance(value, list) else [value]
    if not all(type(item) in (str, int, float) for item in listed):
        raise UsageError(f"{option}: {VALUES}")
    return f"--{option}={','.join(map(str, listed))}"


def _checked(option: str, value: Any, check: Callable[[str], None]) -> str:
    """The word, if a preset can have it."""
    if option in ON_THE_COMMAND_LINE:
        raise UsageError(f"--{option} belongs on the command line")
    word = word_of(option, value)
    check(word)
    return word


def _line_of(text: str, preset: str, option: str) -> str:
    """":7" if the option stands on line 7 below the head of its preset, "" if that is elsewhere."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[\s*presets\s*\.\s*(\S+?)\s*\]", line)
        if line.lstrip().startswith("["):
            inside = bool(head) and head[1].strip("\"'") == preset
        elif inside and line.partition("=")[0].strip().strip("\"'") == option:
            return f":{number}"
    return ""


def _options_of(name: str) -> tuple[str, str, Mapping[str, Any]]:
    """Where a preset is, the text there, and its options; the user's come before an extension's.
    UsageError if there is none."""
    folder = user_folder("XDG_CONFIG_HOME", ".config")
    files = [HERE, *([f"{folder}/{HERE}"] if folder else [])]
    file, content = _settings_read(files)
    own, added = presets_of(file, content), named("presets")
    if name in own:
        return file, content.decode(), own[name]
    if name in added:
        return EXTENSION, "", added[name]
    searched = file or f"there is neither {HERE} here nor {files[1] if folder else 'a home folder'}"
    known = [*own, *added]
    raise UsageError(f"{searched}: {no_such('preset ', name, known) if known else 'no presets'}")


def preset_find(name: str, check: Callable[[str], None]) -> Preset:
    """UsageError, with the place, if there is no preset of this name, or `check` raises one because
    a word is no option of a campaign."""
    try:
        file, text, options = _options_of(name)
        words = []
        for option, value in options.items():
            try:
                words.append(_checked(option, value, check))
            except UsageError as error:
                raise UsageError(f"{file}{_line_of(text, name, option)}: {error}") from None
    except UsageError as error:
        raise UsageError(f"--preset {name}: {error}") from None
    note(PROGRAM, f"preset {name} of {file if file == EXTENSION else os.path.abspath(file)}")
    return Preset(name, words, file)
