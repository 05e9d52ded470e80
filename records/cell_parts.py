# SPDX-License-Identifier: BSD-3-Clause
"""What a cell has in a form of its own: its stamps, the times of all its single runs, and their
percentiles; what the time of a simulated cell went on; the groups of its ranks, and the formulas in
which implementations declare their costs (docs/method.md)."""

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from records.keys import Interval

SHARES = ("p50", "p90", "p99", "p99.9")
BATCHES = 6  # an interval needs


@dataclass(frozen=True, slots=True)
class Percentile:
    """Neither value nor interval where there are too few batches of so many stamps.

    `runs`: the fewest and the most of a launch, only of the longest run of a launch.
    """

    us: float | None
    ci95: Interval | None
    batches: int = 0
    batch: int = 0
    runs: tuple[int, ...] = ()

    @property
    def lacking(self) -> str:
        """Why there is none: 3 of 6 batches of 667 runs."""
        if self.runs:
            return f"{self.batches} of {BATCHES} launches"
        return f"{self.batches} of {BATCHES} batches of {self.batch} runs"


@dataclass(frozen=True, slots=True)
class Percentiles:
    """`all` has SHARES, in that order, and "max", the longest run of a launch; `max_us` is the
    longest of all runs."""

    all: dict[str, Percentile]
    max_us: float

    @property
    def shares(self) -> dict[str, Percentile]:
        return {name: self.all[name] for name in SHARES}

    @property
    def longest(self) -> Percentile:
        return self.all["max"]


@dataclass(frozen=True, slots=True)
class Stamps:
    """The times that occur, in ascending order, microseconds, and how often each does."""

    times_us: tuple[float, ...]
    counts: tuple[int, ...]


def fastest_of(stamps: Stamps | None, otherwise: float) -> float:
    """The fastest single run, microseconds; `otherwise` where runs were not timed one by one."""
    return next((one for one in stamps.times_us if one > 0), otherwise) if stamps else otherwise


def percentile_of(record: dict[str, Any]) -> Percentile:
    runs = tuple(record.get("runs", ()))
    if record["ci95"]:
        return Percentile(record["us"], tuple(record["ci95"]), runs=runs)
    return Percentile(None, None, record.get("batches", 0), record.get("batch", 0), runs)


def percentiles_of(record: dict[str, Any]) -> Percentiles:
    """From a cell's `percentiles`."""
    return Percentiles({name: percentile_of(record[name]) for name in (*SHARES, "max")},
                       record["max_us"])


def stamps_of(record: dict[str, Any]) -> Stamps:
    """From a cell's `stamps`; ValueError if they cannot be unpacked."""
    if len(record["steps"]) != len(record["counts"]):
        raise ValueError("stamps cannot be unpacked")
    unit = record["unit_us"]
    return Stamps(tuple(value * unit for value in accumulate(record["steps"])),
                  tuple(record["counts"]))


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


class Grouping(NamedTuple):
    """The groups in which ranks meet, for the rank with the most: L and G."""

    levels: int
    ranks: int  # in them, added up


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
    known = groups or (Grouping(1, 2) if ranks == 2 else None)
    if terms.startswith("at most") or (not known and re.search("[GL]", terms)):
        return None
    parts = re.split(r" ([+-]) ", f"0 + {terms}")
    signs = (1 if sign == "+" else -1 for sign in parts[1::2])
    values = (term_value(term, ranks, known or Grouping(0, 0)) for term in parts[2::2])
    return sum(sign * value for sign, value in zip(signs, values, strict=True))
