# SPDX-License-Identifier: BSD-3-Clause
"""comops compare: what became slower or faster between two campaigns (docs/compare.md).

Exit 0 compared, and every rule of --fail-if holds, 1 nothing was written, 2 usage error or
campaigns that are not alike, 3 a rule is violated, 4 none is, but one is undecided, or a file is
not whole or not to be used, or without a rule what changed is not attributed to the code, 77 a
library is missing.
"""

import argparse
import gc
import os
from pathlib import Path

from comops.common.console import Parser, choice_of, complain, note
from comops.reports.command.console import (STANDARD_OUTPUT, USAGE, answer_write, campaigns_read,
                                            libraries)

PROGRAM = "comops compare"
RULE_VIOLATED, RULE_UNDECIDED = 3, 4

with libraries(PROGRAM):
    from comops.reports.comparison.forms import (comparison_json, comparison_markdown,
                                                 comparison_text)
    from comops.reports.comparison.words import doubt_texts, outcome_text
    from comops.results.lines import ResultsError
    from comops.statistics.comparing.comparison import Comparison, compare
    from comops.statistics.comparing.launches import Launches
    from comops.statistics.comparing.rules import (HOLDS, NO_ANSWER, VIOLATED, Rule, RuleOutcome,
                                                   outcome_of, rule_of)

FORMATS = {"text": comparison_text, "md": comparison_markdown, "json": comparison_json}


def rule(text: str) -> Rule:
    try:
        return rule_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def files_of(argument: str) -> list[Path]:
    """The files of one side: one, or several joined by commas."""
    return [Path(argument)] if os.path.exists(argument) else list(map(Path, argument.split(",")))


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Shows which cells became slower or faster between BASE and NEW. Each is a "
        "results file of `comops run`, or several files of repeated campaigns, joined by commas.")
    for *names, how, text in (
        ("base", {"metavar": "BASE", "type": files_of}, "results before"),
        ("new", {"metavar": "NEW", "type": files_of}, "results after"),
        ("--machines", {"action": "store_true"},
         "compare two machines: show the ratio of each cell, and ignore canaries"),
        ("--anyway", {"action": "store_true"},
         "compare campaigns even if their methods or compiler flags differ"),
        ("--fail-if", {"metavar": "RULE", "type": rule, "action": "append", "default": []},
         "require that no implementation is slower:5%, faster:5% or changed:5%; exit with 3 if "
         "the rule is violated, with 4 if these campaigns cannot tell; can be repeated"),
        ("--format", {"metavar": "FORMAT", "type": choice_of(FORMATS), "default": "text"},
         f"{', '.join(FORMATS)} (default: text)"),
        ("-o", "--output", {"metavar": "FILE", "type": Path, "default": STANDARD_OUTPUT},
         "the file to write (default: -, standard output)"),
    ):
        parser.add_argument(*names, help=text, **how)
    return parser.parse_args(words)


def comparable(side: list[Launches]) -> list[Launches]:
    """These campaigns, each once: a copy has no launches of its own. ResultsError of a file of
    `comops reproduce`."""
    known: dict[tuple, Launches] = {}
    for campaign in side:
        known.setdefault(campaign.record.identity, campaign)
        if campaign.record.reproduces:
            raise ResultsError(f"{campaign.file}: was written by `comops reproduce`, whose methods "
                               "differ from item to item; compare results of `comops run`")
    if len(known) < len(side):
        note(PROGRAM, f"{len(side)} campaigns are {len(known)} and copies, which do not count")
    return list(known.values())


def refusal(comparison: Comparison, granted: set[str]) -> str:
    """Why these campaigns are not compared; empty if they are."""
    different = [(f"{name}: {', '.join(base)} against {', '.join(new)}", needs)
                 for name, base, new, needs in comparison.differences if needs]
    if not comparison.changes:
        return "; ".join(["no valid cell is in both", *(text for text, _ in different)])
    missing = sorted({needs for _, needs in different} - granted)
    if not missing:
        return ""
    texts = "; ".join(text for text, needs in different if needs in missing)
    return f"the campaigns differ ({texts}); use {' '.join(missing)} to compare them"


def judged(limit: Rule, comparison: Comparison) -> RuleOutcome:
    """No rule holds in a file that is not whole; of one that is not to be used, nothing is known.
    """
    outcome = outcome_of(limit, comparison)
    unknown = comparison.unusable or (comparison.cut and outcome.outcome == HOLDS)
    return outcome._replace(outcome=NO_ANSWER) if unknown else outcome


def status_of(outcomes: list[RuleOutcome], comparison: Comparison) -> int:
    """The exit status of the rules; without any, whether what moved can be attributed."""
    seen = {outcome.outcome for outcome in outcomes}
    if VIOLATED in seen:
        return RULE_VIOLATED
    undecided = seen - {HOLDS} if outcomes else comparison.moved != 1 or comparison.explained
    return RULE_UNDECIDED if undecided or comparison.cut or comparison.unusable else 0


def main(words: list[str]) -> int:
    gc.disable()  # there are few cycles, and searching for them takes longer than everything else
    options = arguments(words)
    try:
        sides = [comparable(campaigns_read(PROGRAM, files, options.output, Launches))
                 for files in (options.base, options.new)]
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    comparison = compare(*sides, options.machines)
    granted = {name for name in ("--machines", "--anyway") if getattr(options, name[2:])}
    refused = refusal(comparison, granted)
    if refused:
        complain(PROGRAM, refused)
        return USAGE
    outcomes = [judged(limit, comparison) for limit in options.fail_if]
    status = answer_write(options.output, FORMATS[options.format](comparison, outcomes))
    for outcome in outcomes:
        if outcome.outcome != HOLDS:
            complain(PROGRAM, outcome_text(outcome, comparison))
    for text in doubt_texts(comparison):
        complain(PROGRAM, text)
    return status or status_of(outcomes, comparison)
