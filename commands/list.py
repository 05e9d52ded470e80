# SPDX-License-Identifier: BSD-3-Clause
"""comops list: patterns, protocols and placements, and what is missing here and why."""

import json
from typing import Any

from campaign.launch.paths import Offer, Path, paths_find
from campaign.planning.patterns import PATTERNS, Pattern
from common.catalogue import CATALOGUE
from common.console import Parser, show
from reports.terminal.matrix import matrix_markdown, matrix_text

SCHEMA = "comops-list/1"
PLACEMENTS = """
Placements (`comops machine` shows which ones this machine offers)
{names}  also distance:K, pu:0+2+5-7, numa:0.core:0-3: see `comops machine --help`

Buffers
  reuse        the same data in every run, in warm caches
  rewrite      the sender writes its buffer before each run
  cold         caches are flushed before each sample

Consumption (--consume)
  no           nobody reads the received data
  between      each receiver reads all of them after its end stamp
  timed        before its end stamp: the time until the data are used

Reductions
  max, sum (--op) of double, float, int64, int32 (--datatype)
"""
MARKDOWN_HEAD = """# Patterns and their implementations

A pattern defines what must move and when it has arrived, a protocol how a path moves it. A table
for each path, at the end, shows which protocols implement which pattern.

## Definitions
"""


def list_text(paths: list[Path]) -> str:
    lines = ["Patterns (* measured by default)\n"]
    lines += [f"{'*' if one.by_default else ' '} {one.name:<18} {one.summary}\n"
              for one in PATTERNS.values()]
    lines += [matrix_text(path, list(PATTERNS)) for path in paths]
    names = "".join(f"  {one['name']:<12} {one['meaning']}\n" for one in CATALOGUE["placements"])
    return "".join(lines) + PLACEMENTS.format(names=names)


def _definition(pattern: Pattern) -> str:
    lines = [f"\n### {pattern.name}", f"{pattern.summary}.\n",
             f"- complete when: {pattern.completion}", f"- bytes: {pattern.bytes_mean}",
             f"- rate: {pattern.rate_formula}", f"- source: {pattern.source}"]
    if pattern.series_of:
        lines.append(f"- one series per value of `{pattern.series_of}`")
    if pattern.reduces:
        lines.append("- --op and --datatype choose the reduction (default: max of double)")
    if pattern.isolated:
        lines.append("- never run in a loop")
    if pattern.by_default:
        lines.append("- measured by default")
    return "\n".join(lines) + "\n"


def list_markdown(paths: list[Path]) -> str:
    return "".join([MARKDOWN_HEAD, *map(_definition, PATTERNS.values()),
                    *(matrix_markdown(path, list(PATTERNS)) for path in paths)])


def offer_json(offer: Offer) -> dict[str, Any]:
    return {name: value for name, value in vars(offer).items() if name != "with_"}


def _path_json(path: Path) -> dict[str, Any]:
    return {"name": path.label, "missing": path.missing, "launcher": path.launcher or [],
            "implementations": list(map(offer_json, path.offers)),
            "absent": [vars(one) for one in path.absences]}


def list_json(paths: list[Path]) -> str:
    answer = {"schema": SCHEMA, "patterns": CATALOGUE["patterns"],
              "paths": list(map(_path_json, paths)), "placements": CATALOGUE["placements"]}
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def main(words: list[str]) -> int:
    parser = Parser(prog="comops list", description="Lists patterns, protocols and placements, and "
                    "says what is missing here and why.")
    for letter, name, what in (
        ("-j", "--json", "print JSON"),
        ("-m", "--markdown", "print Markdown, as in docs/patterns.md"),
        ("-c", "--catalogue",
         "print everything that does not depend on the machine, as JSON"),
    ):
        parser.add_argument(letter, name, dest="form", action="store_const", const=name, help=what)
    form = parser.parse_args(words).form
    if form == "--catalogue":
        from commands.catalogue import catalogue_json

        show(catalogue_json())
        return 0
    answer = {None: list_text, "--json": list_json, "--markdown": list_markdown}[form]
    show(answer(paths_find()))
    return 0
