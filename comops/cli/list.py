# SPDX-License-Identifier: BSD-3-Clause
"""comops list: patterns, and the protocols that measure them here; what is missing and why."""

import json
import sys
from typing import Any

from comops.common.catalogue import CATALOGUE
from comops.common.console import Parser, UsageError, show
from comops.common.nearest import no_such
from comops.common.terminal import columns_of, wrapped
from comops.measure.launch.paths import paths_find
from comops.measure.library import layout_mark
from comops.measure.planning.patterns import PATTERNS
from comops.reports.terminal.matrix import matrix_markdown
from comops.results.plan import Offer, Path, Pattern

SCHEMA = "comops-list/1"
ABOUT = """Lists the patterns, and the protocols with which they can be measured on this machine.
For each PATTERN that is named: every protocol, and why some are missing.

  comops list
  comops list broadcast reduce"""
HEAD = "Patterns, and the protocols of each path on this machine (* measured by default)\n\n"
TAIL = """
`comops list PATTERN` says what moves, describes each protocol and says why others are missing;
`comops show PATTERN` prints their code.

Placements   {placements}
             (`comops machine` shows those of this machine)
Buffers      reuse: the same data in every run, in warm caches; rewrite: the sender writes its
             buffer before each run; cold: caches are flushed before each sample
Consumption  no: nobody reads the received data; between: each receiver reads them after its end
             stamp; timed: before it, so that the time lasts until the data are used
Reductions   max, sum (--op) of double, float, int64, int32 (--datatype)
"""
NAME_COLUMN, PROTOCOL_COLUMN = 27, 22
MARKDOWN_HEAD = """# Patterns and their implementations

A pattern defines what must move and when it has arrived, a protocol how a path moves it. A table
for each path, at the end, shows which protocols implement which pattern.

## Definitions
"""


def _columns_of(path: Path, pattern: str) -> list[str]:
    """The protocols of a path that have the pattern; those of a family are one."""
    return list(dict.fromkeys(offer.family or offer.protocol for offer in path.offers
                              if offer.pattern == pattern))


def list_text(paths: list[Path]) -> str:
    """A line for each pattern."""
    width, lines = columns_of(sys.stdout), [HEAD]
    for pattern in PATTERNS.values():
        offered = {path.label: _columns_of(path, pattern.name) for path in paths}
        text = "; ".join(f"{label}: {' '.join(names)}" for label, names in offered.items() if names)
        star = "*" if pattern.by_default else " "
        head = f"{star} {pattern.name:<{NAME_COLUMN - 3}} "
        lines.append(wrapped(head + text, NAME_COLUMN, width))
    lines += [f"\nPath {path.label} is missing: {path.missing}\n" for path in paths if path.missing]
    return "".join(lines) + TAIL.format(
        placements=", ".join(placement["name"] for placement in CATALOGUE["placements"]))


def _path_text(path: Path, pattern: str, width: int) -> str:
    """Every protocol of a path: what it does, or why it lacks the pattern."""
    if path.missing:
        return f"\n{path.label} is missing: {path.missing}\n"
    summaries = {offer.family or offer.protocol: offer.summary for offer in path.offers
                 if offer.pattern == pattern}
    columns = list(dict.fromkeys([
        *(offer.family or offer.protocol for offer in path.offers),
        *(absence.protocol for absence in path.absences if absence.covers(absence.protocol, pattern)
          and absence.protocol != "*")]))  # those that the system refuses have no offers
    has = [(name, summaries[name]) for name in columns if name in summaries]
    lacks = [(name, path.reason(name, pattern)) for name in columns if name not in summaries]
    lines = [f"\n{path.label}\n"]
    for title, rows in ("", has), ("  not measured\n", lacks):
        lines += [title] * bool(rows)
        lines += [wrapped(f"  {name:<{PROTOCOL_COLUMN - 3}} {why}", PROTOCOL_COLUMN, width)
                  for name, why in rows]
    return "".join(lines)


def pattern_text(pattern: Pattern, paths: list[Path]) -> str:
    width = columns_of(sys.stdout)
    return (wrapped(f"{pattern.name}: {pattern.summary}", 2, width)
            + "".join(_path_text(path, pattern.name, width) for path in paths))


def _definition(pattern: Pattern) -> str:
    lines = [f"\n### {pattern.name}", f"{pattern.summary}.\n",
             f"- complete when: {pattern.completion}", f"- bytes: {pattern.bytes}",
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
    return {"name": path.label, "missing": path.missing, "program": path.program,
            "launcher": path.launcher or [], "implementations": list(map(offer_json, path.offers)),
            "absent": [vars(absence) for absence in path.absences]}


def list_json(paths: list[Path]) -> str:
    answer = {"schema": SCHEMA, "arena": layout_mark(), "patterns": CATALOGUE["patterns"],
              "paths": list(map(_path_json, paths)), "placements": CATALOGUE["placements"]}
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def main(words: list[str]) -> int:
    parser = Parser(prog="comops list", description=ABOUT)
    parser.add_argument("patterns", metavar="PATTERN", nargs="*", help="such as broadcast")
    for letter, name, what in (
        ("-j", "--json", "print JSON"),
        ("-m", "--markdown", "print every pattern and a table for each path, in Markdown"),
        ("-c", "--catalogue",
         "print everything that does not depend on the machine, as JSON"),
    ):
        parser.add_argument(letter, name, dest="form", action="store_const", const=name, help=what)
    asked = parser.parse_args(words)
    if asked.form and asked.patterns:
        parser.error(f"{asked.form} is about all patterns; leave out {' '.join(asked.patterns)}")
    for name in asked.patterns:
        if name not in PATTERNS:
            raise UsageError(no_such("pattern ", name, PATTERNS))
    if asked.form == "--catalogue":
        from comops.cli.catalogue import catalogue_json

        show(catalogue_json())
        return 0
    paths = paths_find()
    if asked.patterns:
        show("\n".join(pattern_text(PATTERNS[name], paths) for name in asked.patterns))
    else:
        answer = {None: list_text, "--json": list_json, "--markdown": list_markdown}[asked.form]
        show(answer(paths))
    return 0
