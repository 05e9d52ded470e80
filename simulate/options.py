# SPDX-License-Identifier: BSD-3-Clause
"""The options of comops simulate."""

import argparse
import re
import textwrap
from pathlib import Path

from common.catalogue import CATALOGUE
from common.console import Parser, choice_of
from common.sizes import count_parse, sizes_parse
from simulate.generic import SHAPES
from simulate.descriptions.known import known_names
from simulate.machines import MACHINES

PROGRAM = "comops simulate"
ENGINES = ("coherence", "smpi")
ALL = "all"
RANKS_MOST = 16  # by default


class UsageError(Exception):
    """A wrong option; the text says what is possible."""


class Help(argparse.HelpFormatter):
    """Names are not broken at their hyphens."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.fill(text, width, break_on_hyphens=False)


class Ranks:
    """Numbers of ranks: `2,4,8`, `2:64` or `2:all`."""

    def __init__(self, text: str) -> None:
        self.ranges: list[tuple[int | None, int | None]] = []
        for word in filter(None, text.split(",")):
            low, colon, high = word.partition(":")
            first = None if low == ALL else count_parse(low)
            last = first if not colon else None if high == ALL else count_parse(high)
            if colon and first is None:
                raise argparse.ArgumentTypeError(f"`{word}`: a range begins with a number")
            if 1 in (first, last):
                raise argparse.ArgumentTypeError("at least 2 ranks are needed")
            if first and last and first > last:
                raise argparse.ArgumentTypeError(f"`{word}` is an empty range")
            self.ranges.append((first, last))
        if not self.ranges:
            raise argparse.ArgumentTypeError("the list is empty")

    def on(self, processors: int) -> list[int]:
        """The numbers on a machine of so many processors, in order; a range doubles."""
        found = set()
        for first, last in self.ranges:
            end = last or processors
            number = first or end
            while number < end:
                found.add(number)
                number *= 2
            found.add(end)
        return sorted(found)


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description="Simulate shared memory and MPI on other machines.",
        epilog=f"NAME is one of {', '.join((*MACHINES, *known_names()))}, this, {SHAPES}; "
        "FILE is a SimGrid platform file. docs/simulation.md describes the machines and how "
        "accurate their times are.",
        formatter_class=Help,
    )
    parser.add_argument("--platform", metavar="NAME|FILE,...",
                        help="one or more machines, each a placement of its own; `all`: every one "
                        "with a measured matrix")
    parser.add_argument("-x", "--xml", metavar="FILE", type=Path,
                        help="a machine saved by hwloc (lstopo FILE.xml)")
    parser.add_argument("--core-to-core", metavar="FILE", type=Path,
                        help="a CSV matrix of the times, in nanoseconds, that a line takes between "
                        "the cores of --xml")
    parser.add_argument("--engine", choices=ENGINES,
                        help="coherence simulates each memory access of both paths on one machine; "
                        "smpi simulates each MPI message, also on clusters (default: coherence if "
                        "possible)")
    parser.add_argument("-n", "--ranks", metavar="LIST|MIN:MAX", type=Ranks,
                        help="numbers of ranks; a range doubles; `all` is one per core (default: "
                        f"all, at most {RANKS_MOST})")
    parser.add_argument("--paths", metavar="LIST", help="threads, mpi (default: all of the engine)")
    parser.add_argument("-p", "--patterns", metavar="LIST",
                        help="operations, or `all` (default: the five of COMOPS)")
    parser.add_argument("-r", "--protocols", metavar="LIST",
                        help="protocols, or `all` (default: those of `comops run`; all if "
                        "--patterns is given)")
    parser.add_argument("-s", "--sizes", metavar="LIST|MIN:MAX", type=sizes_parse,
                        help="bytes, as in 8,1K,4M; a range doubles (default: 8,1K,64K,1M)")
    for option, what in (("op", "operations"), ("datatype", "datatypes")):
        parser.add_argument(f"--{option}", metavar="LIST",
                            help=f"{', '.join(CATALOGUE[what])} (default: the first)")
    parser.add_argument("-b", "--buffers", metavar="HOW", type=choice_of(CATALOGUE["buffers"]),
                        help="reuse, rewrite or cold (default: rewrite); not with smpi")
    parser.add_argument("--consume", metavar="WHEN", type=choice_of(CATALOGUE["consume"]),
                        help=f"when receivers read their data: {', '.join(CATALOGUE['consume'])} "
                        "(default: timed; smpi: no)")
    parser.add_argument("--quick", action="store_true",
                        help="three operations, two sizes; `this` is not measured")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="the results file (default: comops-PLATFORM-TIME.jsonl); - is the "
                        "same as --json")
    parser.add_argument("-j", "--json", action="store_true",
                        help="print records instead of tables, and write no file without -o")
    parser.add_argument("--published", action="store_true",
                        help="predict the tables printed in the papers, with smpi; --ranks P: up "
                        "to P ranks")
    return parser


def arguments() -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args()
    given = {name for name, value in vars(options).items() if value}
    if options.published and given - {"published", "ranks", "engine"}:
        parser.error("--published takes --ranks alone")
    if options.output == Path("-"):
        options.output, options.json = None, True
    return options


def words_of(text: str, option: str) -> list[str]:
    """The names of an option's list. A comma within brackets is part of a name."""
    words = [word for word in re.split(r",(?![^()]*\))", text) if word]
    if not words:
        raise UsageError(f"--{option}: the list is empty")
    return words


def chosen(text: str | None, known: list[str], default: list[str], option: str) -> list[str]:
    """The names of a list, each known."""
    if text is None:
        return [name for name in default if name in known]
    if text == ALL:
        return known
    names, choose = words_of(text, option), choice_of(known)
    for name in names:
        try:
            choose(name)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--{option}: {error}") from None
    return names
