# SPDX-License-Identifier: BSD-3-Clause
"""comops show: a pattern's definition and its implementations, side by side; or what a results file
says."""

import argparse
import json
import os
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path as FilePath
from typing import Any

from comops.cli.list import offer_json
from comops.common.console import Parser, UsageError, note, show
from comops.common.nearest import no_such
from comops.common.terminal import columns_wanted
from comops.measure.launch.paths import paths_find
from comops.measure.launch.places import data_file
from comops.measure.planning.patterns import PATTERNS
from comops.results.plan import Offer, Path, Pattern

PROGRAM, SCHEMA = "comops show", "comops-show/1"
COLUMNS, GAP = 100, 3
COSTS = {"copies": "copies", "crossings": "crossings", "crossings_used": "crossings if used",
         "lines": "lines", "waits": "waits"}
OF_FILES = {  # options
    "answer": "only the answer, as at the end of `comops run`",
    "warnings": "instead, what each warning means, and its cells",
    "strip": "instead, a copy of it for publishing: without names of hosts and users, paths, and "
             "values of variables",
    "time": "instead, where the wall time of the campaign went",
    "tuning": "instead, the parameters of `direct`, what they gain, and when that was found",
    "losses": "instead, where MPI loses most to threads, by which factor and how many microseconds",
    "percentiles": "also percentiles of the single runs",
    "first": "also the time of the first run in a launch",
}
VARIABLES = """
  for P ranks: copies of each byte of a long message, and how often the bytes counted
  by the rate cross between cores (--consume no, timed); for 8 bytes, the cache line
  transfers and the waits on the longest chain; L levels of groups with G ranks in
  total, G = P for one group (docs/method.md)

"""


@dataclass(frozen=True)
class Source:
    file: str
    lines: list[str]

    @property
    def widest(self) -> int:
        return max(map(len, (self.file, *self.lines)))


def _source(name: str) -> Source:
    file = data_file(name)
    text = file.read_text(encoding="utf-8", errors="replace") if file else ""
    return Source(name, text.splitlines() if file else ["(the source is not installed here)"])


def _implementations(paths: list[Path], pattern: Pattern) -> list[tuple[Path, Offer]]:
    return [(path, offer) for path in paths for offer in path.offers
            if offer.pattern == pattern.name]


def _sources(implementations: list[tuple[Path, Offer]]) -> list[Source]:
    """Each file once: an implementation's own, and those to show beside it."""
    files = dict.fromkeys(file for _, offer in implementations
                          for file in (offer.file, *offer.with_))
    return list(map(_source, files))


def _cost(offer: Offer) -> str:
    """What its source determines; the rest depends on the runtime."""
    known = [f"{words} {getattr(offer, name)}" for name, words in COSTS.items()
             if getattr(offer, name)]
    return "; ".join(known) or "inside the runtime"


def _beside(sources: list[Source]) -> str:
    """Columns; the last one is not padded."""
    widths = [source.widest + GAP for source in sources[:-1]] + [0]
    rows = [[source.file for source in sources], [],
            *zip_longest(*(source.lines for source in sources), fillvalue="")]
    lines = ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
             for row in rows]
    return "\n".join(lines) + "\n\n"


def _columns(sources: list[Source], width: int) -> str:
    """As many sources beside each other as fit."""
    text, group, used = "", [], 0
    for source in sources:
        if group and used + GAP + source.widest > width:
            text, group = text + _beside(group), []
        used = used + GAP + source.widest if group else source.widest
        group.append(source)
    return text + (_beside(group) if group else "")


def show_text(pattern: Pattern, paths: list[Path]) -> str:
    implementations = _implementations(paths, pattern)
    lines = [f"{pattern.name}: {pattern.summary}", f"  done when  {pattern.completion}",
             f"  bytes      {pattern.bytes}", f"  rate       {pattern.rate_formula}",
             f"  source     {pattern.source}\n"]
    for path, offer in implementations:
        lines += [f"  {path.label}/{offer.protocol}: {offer.summary}", f"    {_cost(offer)}"]
    beside = _columns(_sources(implementations), columns_wanted() or COLUMNS)
    return "\n".join(lines) + "\n" + VARIABLES + beside


def show_json(pattern: Pattern, paths: list[Path]) -> str:
    implementations = _implementations(paths, pattern)
    answer: dict[str, Any] = {
        "schema": SCHEMA,
        "pattern": vars(pattern),
        "implementations": [offer_json(offer) | {"path": path.label}
                            for path, offer in implementations],
        "sources": [vars(source) for source in _sources(implementations)],
    }
    return json.dumps(answer, indent=2) + "\n"


def _results(file: str, options: argparse.Namespace) -> str:
    """What is asked of a results file."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported
    from comops.reports.terminal.account import account_text
    from comops.reports.terminal.losses import losses_text
    from comops.reports.terminal.screen import campaign_text, campaign_warnings
    from comops.reports.terminal.times import Wanted
    from comops.reports.terminal.tuning import tuning_text
    from comops.results.lines import ResultsError
    from comops.results.read import campaign_read
    from comops.results.strip import stripped

    try:
        if options.strip:
            return b"".join(stripped(FilePath(file))).decode()
        campaign = campaign_read(FilePath(file))
    except ResultsError as error:
        raise UsageError(str(error)) from None
    for sentence in campaign.notes:
        note(PROGRAM, f"{file}: {sentence}")
    if options.time:
        return account_text(campaign)
    if options.tuning:
        return tuning_text(campaign)
    if options.losses:
        return losses_text(campaign)
    if options.warnings:
        return campaign_warnings(campaign)
    wanted = Wanted(not options.answer, options.percentiles, options.first)
    return campaign_text(campaign, wanted, FilePath(file))


def main(words: list[str]) -> int:
    parser = Parser(prog=PROGRAM, usage=f"{PROGRAM} [OPTION...] PATTERN|FILE",
                    description="Shows a pattern's definition and its implementations, side by "
                    "side if the terminal is wide enough; or of a results file the times of each "
                    "path and protocol, the intervals, and the answer.")
    parser.add_argument("what", metavar="PATTERN|FILE", nargs="?",
                        help="a pattern as `comops list` names it, or a results file")
    parser.add_argument("-j", "--json", action="store_true", help="print a PATTERN as JSON")
    for name, text in OF_FILES.items():
        parser.add_argument(f"--{name}", action="store_true", help=f"of a FILE: {text}")
    options = parser.parse_args(words)
    if options.what is None:
        parser.error("name a pattern or a results file; `comops list` shows the patterns")
    if options.what in PATTERNS:
        if asked := [name for name in OF_FILES if getattr(options, name)]:
            parser.error(f"--{asked[0]} is about a results file")
        answer = show_json if options.json else show_text
        show(answer(PATTERNS[options.what], paths_find()))
    elif os.path.lexists(options.what):
        if options.json:
            parser.error("--json is about a pattern; for a results file, `comops report --format "
                         "json`")
        show(_results(options.what, options))
    else:
        raise UsageError(no_such("pattern or file ", options.what, PATTERNS))
    return 0
