# SPDX-License-Identifier: BSD-3-Clause
"""The patterns, and what C knows of their cells (comops/comops.h)."""

from ctypes import byref

from comops.common.catalogue import CATALOGUE
from comops.measure.library import CellFacts, library, values_of
from comops.results.plan import Group, Pattern

PATTERNS: dict[str, Pattern] = {facts["name"]: Pattern(**facts) for facts in CATALOGUE["patterns"]}


def series_values(pattern: Pattern, ranks: int) -> list[int]:
    """The values of its series for so many ranks; [0] without one."""
    return values_of(library().front_series, pattern.name.encode(), ranks)


def own_sizes(pattern: Pattern, series: int) -> list[int]:
    """Its own default sizes, bytes; none if it has the usual ones."""
    return values_of(library().front_size, pattern.name.encode(), series)


def pattern_refusal(pattern: Pattern, ranks: int) -> str | None:
    """Why it has no cell for so many ranks, whatever its bytes."""
    why = library().front_pattern_refusal(pattern.name.encode(), ranks)
    return why.decode() if why else None


def cell_facts(group: Group) -> CellFacts:
    """What a cell of the group needs and yields."""
    cell = CellFacts()
    library().front_cell(group.pattern.name.encode(), group.ranks, group.bytes, group.series,
                         group.reduction, byref(cell))
    return cell
