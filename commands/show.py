# SPDX-License-Identifier: BSD-3-Clause
"""comops show: a pattern's definition and its implementations, side by side."""

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from campaign.launch.paths import Offer, Path, paths_find
from campaign.planning.patterns import PATTERNS, Pattern
from campaign.launch.places import data_file
from commands.list import offer_json
from common.catalogue import CATALOGUE
from common.console import Parser, UsageError, show
from common.terminal import columns_of
from common.nearest import no_such
from common.sizes import MOST, number_of

SCHEMA = "comops-show/1"
COLUMNS, GAP = 100, 3
COSTS = {"copies": "copies", "crossings": "crossings", "crossings_used": "crossings if used",
         "lines": "lines", "waits": "waits"}
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
    widths = [one.widest + GAP for one in sources[:-1]] + [0]
    tallest = max(len(one.lines) for one in sources)
    rows = [[one.file for one in sources], [""] * len(sources)]
    rows += [[one.lines[at] if at < len(one.lines) else "" for one in sources]
             for at in range(tallest)]
    rows[1:2] = [[]]
    lines = ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
             for row in rows]
    return "\n".join(lines) + "\n\n"


def _columns(sources: list[Source], width: int) -> str:
    """As many sources beside each other as fit."""
    text, group, used = "", [], 0
    for one in sources:
        if group and used + GAP + one.widest > width:
            text, group = text + _beside(group), []
        used = used + GAP + one.widest if group else one.widest
        group.append(one)
    return text + (_beside(group) if group else "")


def _width() -> int:
    return (number_of(os.environ.get("COLUMNS", ""), 1, MOST) or columns_of(sys.stdout) or COLUMNS)


def show_text(pattern: Pattern, paths: list[Path]) -> str:
    implementations = _implementations(paths, pattern)
    lines = [f"{pattern.name}: {pattern.summary}", f"  done when  {pattern.completion}",
             f"  bytes      {pattern.bytes_mean}", f"  rate       {pattern.rate_formula}",
             f"  source     {pattern.source}\n"]
    for path, offer in implementations:
        lines += [f"  {path.label}/{offer.protocol}: {offer.summary}", f"    {_cost(offer)}"]
    return "\n".join(lines) + "\n" + VARIABLES + _columns(_sources(implementations), _width())


def show_json(pattern: Pattern, paths: list[Path]) -> str:
    implementations = _implementations(paths, pattern)
    answer: dict[str, Any] = {
        "schema": SCHEMA,
        "pattern": next(one for one in CATALOGUE["patterns"] if one["name"] == pattern.name),
        "implementations": [offer_json(offer) | {"path": path.label}
                            for path, offer in implementations],
        "sources": [vars(one) for one in _sources(implementations)],
    }
    return json.dumps(answer, indent=2) + "\n"


def main(words: list[str]) -> int:
    parser = Parser(prog="comops show", usage="comops show [OPTION...] PATTERN",
                    description="Shows a pattern's definition and its implementations, side by "
                    "side if the terminal is wide enough.")
    parser.add_argument("pattern", metavar="PATTERN", nargs="?", help="as `comops list` names it")
    parser.add_argument("-j", "--json", action="store_true", help="print JSON")
    options = parser.parse_args(words)
    if options.pattern is None:
        parser.error("name a pattern; `comops list` shows them")
    if options.pattern not in PATTERNS:
        raise UsageError(no_such("pattern ", options.pattern, PATTERNS))
    answer = show_json if options.json else show_text
    show(answer(PATTERNS[options.pattern], paths_find()))
    return 0
