# SPDX-License-Identifier: BSD-3-Clause
"""What the time of a simulated cell went on; the groups of its ranks, and the formulas in which
implementations declare their costs (docs/method.md)."""

import re
from typing import Annotated, Any

from comops.results.declared import Declared, Some, has, record
from comops.results.types import whole

SHARES = ("p50", "p90", "p99", "p99.9")
BATCHES = 6  # an interval needs


# A part's name, the members of the record that lead to it, and what it is in words.
PARTS = {
    "own": (("own_us",), "own work"),
    "llc": (("transfer_us", "llc"), "lines from the same last-level cache"),
    "node": (("transfer_us", "node"), "lines from the same NUMA node"),
    "socket": (("transfer_us", "socket"), "lines from the same socket"),
    "far": (("transfer_us", "far"), "lines from farther away"),
    "memory": (("memory_us",), "lines from memory"),
    "queue-bus": (("queue_us", "bus"), "queueing for a bus"),
    "queue-port": (("queue_us", "port"), "queueing for a port"),
    "queue-link": (("queue_us", "link"), "queueing for a link"),
    "queue-memory": (("queue_us", "memory"), "queueing for a memory"),
    "line": (("line_us",), "waiting for a line that is being given to others"),
    "wait": (("wait_us",), "waiting for other ranks"),
}


# ("transfer_us", "llc") is where_transfer_llc_us.
COLUMNS = {name: "_".join(("where", *(member.removesuffix("_us") for member in path), "us"))
           for name, (path, _) in PARTS.items()}


def parts_of(record: dict[str, Any]) -> dict[str, float]:
    """Microseconds by part, from a cell's `where`."""
    return {name: record[path[0]][path[1]] if len(path) > 1 else record[path[0]]
            for name, (path, _) in PARTS.items()}


TERM = r"(?:\d+(?:\.\d+)?(?:\(P-1\)| log2 P| L)?|P|P-1|log2 P|G|L)"
FORMULA = re.compile(rf"(?:at most )?({TERM}(?: [+-] {TERM})*)(?:, (\d+) with 2 ranks)?")


@record()
class Grouping(Declared):
    """The groups in which ranks meet, for the rank with the most, and how many ranks are in them,
    added up: L and G."""

    levels: Some = has()
    ranks: Annotated[int, whole(least=2)] = has()


def formula_valid(text: str | None) -> bool:
    return text is not None and FORMULA.fullmatch(text) is not None


def term_value(term: str, ranks: int, groups: Grouping) -> float:
    factors = {"(P-1)": ranks - 1, "P-1": ranks - 1, "log2 P": ranks.bit_length() - 1, "P": ranks,
               "G": groups.ranks, "L": groups.levels}
    for name, value in factors.items():
        if term.endswith(name):
            return float(term.removesuffix(name).strip() or 1) * value
    return float(term)


def formula_for(text: str, ranks: int) -> str:
    """The formula for so many ranks: two may be an exception."""
    terms, with_two = FORMULA.fullmatch(text).groups()
    if with_two and ranks == 2:
        return with_two
    return text.removesuffix(f", {with_two} with 2 ranks")


def formula_value(text: str, ranks: int, groups: Grouping | None = None) -> float | None:
    """Its value for so many ranks in these groups; None for log2 P unless they are a power of two,
    for groups that are not known, and for a bound. Two are always one group."""
    terms = formula_for(text, ranks)
    if "log2" in terms and ranks & (ranks - 1):
        return None
    known = groups or (Grouping(levels=1, ranks=2) if ranks == 2 else None)
    if terms.startswith("at most") or (not known and re.search("[GL]", terms)):
        return None
    parts = re.split(r" ([+-]) ", f"0 + {terms}")
    signs = (1 if sign == "+" else -1 for sign in parts[1::2])
    values = (term_value(term, ranks, known or Grouping(levels=0, ranks=0)) for term in parts[2::2])
    return sum(sign * value for sign, value in zip(signs, values, strict=True))
