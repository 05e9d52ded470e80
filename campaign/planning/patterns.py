# SPDX-License-Identifier: BSD-3-Clause
"""The patterns and reductions, as C defines them (comops/comops.h)."""

import math
from ctypes import byref
from dataclasses import dataclass
from typing import NamedTuple

from campaign.library import Cell, library, values_of
from common.catalogue import CATALOGUE


class CellFacts(NamedTuple):
    """`buffer_bytes` of all ranks; `rate_bytes` over the time is the rate; `refusal`: why there is
    no such cell, or ""."""

    buffer_bytes: float
    rate_bytes: float
    rate_messages: float | None
    refusal: str


@dataclass(frozen=True)
class Pattern:
    """Members of struct pattern; times are those of a run divided by `messages`."""

    name: str
    summary: str
    completion: str
    bytes_mean: str
    rate_formula: str
    source: str
    unit: int  # bytes are a multiple of it; 0: moves no data, bytes is 0
    empty: bool
    min_ranks: int
    messages: int
    non_overlapping: bool
    isolated: bool
    synchronises: bool
    answers: bool
    passive: bool
    reduces: bool
    computes: bool
    by_default: bool
    series_of: str | None

    def series(self, ranks: int) -> list[int]:
        """The values of its series for so many ranks; [0] without one."""
        return values_of(library().front_series, self.name.encode(), ranks)

    def sizes(self, series: int) -> list[int]:
        """Its own default sizes, bytes; none if it has the usual ones."""
        return values_of(library().front_size, self.name.encode(), series)

    def refusal(self, ranks: int) -> str | None:
        """Why it has no cell for so many ranks, whatever its bytes."""
        why = library().front_pattern_refusal(self.name.encode(), ranks)
        return why.decode() if why else None

    def facts(self, ranks: int, size: int, series: int, reduction: int) -> CellFacts:
        """What a cell needs and yields. `reduction`: index of REDUCTIONS."""
        cell = Cell()
        library().front_cell(self.name.encode(), ranks, size, series, reduction, byref(cell))
        messages = None if math.isnan(cell.rate_messages) else cell.rate_messages
        return CellFacts(cell.buffer_bytes, cell.rate_bytes, messages, cell.refusal.decode())

    @staticmethod
    def reduction_names(index: int) -> tuple[str, str]:
        """Operation and datatype."""
        return REDUCTIONS[index]


def _pattern(facts: dict) -> Pattern:
    names = {"bytes": "bytes_mean", "closed": "non_overlapping"}
    return Pattern(**{names.get(name, name): value for name, value in facts.items()})


PATTERNS: dict[str, Pattern] = {one["name"]: _pattern(one) for one in CATALOGUE["patterns"]}

# Operation and datatype, in the order of enum reduction; the first is the paper's, and the default.
REDUCTIONS: list[tuple[str, str]] = [
    (operation, datatype) for operation in CATALOGUE["operations"]
    for datatype in CATALOGUE["datatypes"]]
