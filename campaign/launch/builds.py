# SPDX-License-Identifier: BSD-3-Clause
"""Another build of comops, whose workers take part in a campaign of this one."""

import json
import os
from typing import Any, NamedTuple

from campaign.launch.paths import Path, Question, ask
from campaign.launch.processes import output_of, results_of
from campaign.library import layout_mark
from common.console import UsageError

_PROGRAMS = ("bin/comops", "commands/comops")  # installed, or in a build folder


class Build(NamedTuple):
    """`paths`: those of its `list --json`, by name."""

    program: str
    paths: dict[str, dict[str, Any]]


def build_program(prefix: str) -> str | None:
    """The program comops where it is installed, or in a build folder."""
    return next((f"{prefix}/{one}" for one in _PROGRAMS if os.access(f"{prefix}/{one}", os.X_OK)),
                None)


def build_ask(program: str) -> Build:
    """UsageError if its workers cannot share memory with this program."""
    try:
        listed = json.loads(output_of([program, "list", "--json"]) or "")
        paths = {path["name"]: path for path in listed["paths"]}
    except (ValueError, LookupError, TypeError):
        raise UsageError(f"`{program} list --json` fails") from None
    if listed.get("arena") != layout_mark():
        raise UsageError(
            "its workers use another layout of the memory that they share with this program; "
            "instead, measure with each build's own program, and compare the files: "
            f"`{program} run -o old.jsonl`, `comops run -o new.jsonl`, "
            "`comops compare old.jsonl new.jsonl`")
    return Build(program, paths)


def build_use(path: Path, build: Build, base: str) -> None:
    """Its worker over the path of this name, with its launcher; missing if it has none."""
    there = build.paths.get(base, {})
    path.program, launcher = there.get("program"), there.get("launcher")
    if not path.program:
        path.missing = there.get("missing") or f"{build.program} has no path {base}"
        return
    if launcher:
        (path.launcher_version, _), = results_of([[launcher[0], "--version"]])
        path.launcher = launcher
    ask([Question(path, [path.program, "--list"])])
