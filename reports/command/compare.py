# SPDX-License-Identifier: BSD-3-Clause
"""comops compare: which cells became slower or faster between two campaigns (docs/compare.md).

Exit 0, 1 where --fail-if applies or nothing was written, 2 usage error or different machines or
methods, 77 a library is missing.
"""

import argparse
import os
import re
from pathlib import Path
from typing import NamedTuple

from command.console import STANDARD_OUTPUT, USAGE, answer_write, libraries
from common.console import Parser, choice_of, complain

PROGRAM = "comops compare"
FAILED = 1

with libraries(PROGRAM):
    from command.campaigns import campaigns_read
    from comparing.as_json import comparison_json
    from comparing.as_text import comparison_markdown, comparison_text
    from comparing.comparison import FASTER, SLOWER, Comparison, compare
    from comparing.launches import Launches
    from comparing.words import cells_text
    from read.results import ResultsError

FORMATS = {"text": comparison_text, "md": comparison_markdown, "json": comparison_json}
VERDICTS = {"slower": (SLOWER,), "faster": (FASTER,), "changed": (SLOWER, FASTER)}


class Rule(NamedTuple):
    """A change that fails a comparison: cells slower or faster by more than a factor."""

    verdict: str
    factor: float
    text: str

    def failing(self, comparison: Comparison) -> int:
        """How many cells it applies to. Faster by 5 %: the base takes 1.05 times as long."""
        return sum(
            max(change.ratio, 1 / change.ratio) > self.factor
            for change in comparison.changed
            if change.verdict in VERDICTS[self.verdict]
        )


def rule_of(text: str) -> Rule:
    """A rule such as slower:5%."""
    found = re.fullmatch(r"(slower|faster|changed):(\d{1,6}(?:\.\d+)?)%?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not like slower:5%, faster:5% or changed:5%")
    return Rule(found[1], 1 + float(found[2]) / 100, text)


def files_of(argument: str) -> list[Path]:
    """The files of one side: one, or several joined by commas."""
    return [Path(argument)] if os.path.exists(argument) else list(map(Path, argument.split(",")))


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Show which cells became slower or faster from BASE to NEW: results files of "
        "`comops run`, or several joined by commas (repeated campaigns).",
    )
    parser.add_argument("base", metavar="BASE", type=files_of, help="results before")
    parser.add_argument("new", metavar="NEW", type=files_of, help="results after")
    parser.add_argument(
        "--absolute", action="store_true", help="do not remove the change over all cells together"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="compare different machines or methods, too"
    )
    parser.add_argument(
        "--fail-if",
        metavar="RULE",
        type=rule_of,
        action="append",
        default=[],
        help="exit 1 if a cell changed more: slower:5%%, faster:5%% or changed:5%%; repeatable",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        type=choice_of(FORMATS),
        default="text",
        help=f"{', '.join(FORMATS)} (default: text)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        default=STANDARD_OUTPUT,
        help="the file to write (- or none: standard output)",
    )
    return parser.parse_args()


def refusal(comparison: Comparison, anyway: bool) -> str:
    """Why these campaigns are not compared; empty where they are."""
    different = [
        f"{name}: {', '.join(base)} against {', '.join(new)}"
        for name, base, new, refused in comparison.differences
        if refused
    ]
    if not comparison.changes:
        return "; ".join(["no valid cell is in both", *different])
    if different and not anyway:
        return f"the campaigns differ ({'; '.join(different)}); use --anyway to compare them"
    return ""


def main() -> int:
    options = arguments()
    try:
        sides = [
            campaigns_read(PROGRAM, files, options.output, Launches)
            for files in (options.base, options.new)
        ]
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    comparison = compare(*sides, options.absolute)
    refused = refusal(comparison, options.anyway)
    if refused:
        complain(PROGRAM, refused)
        return USAGE
    failed = [(rule.text, rule.failing(comparison)) for rule in options.fail_if]
    status = answer_write(PROGRAM, options.output, FORMATS[options.format](comparison, failed))
    for text, count in failed:
        if count:
            complain(PROGRAM, f"--fail-if {text}: {cells_text(count)}")
    return status or (FAILED if any(count for _, count in failed) else 0)
