# SPDX-License-Identifier: BSD-3-Clause
"""The patterns and reductions, as C defines them (comops/comops.h)."""

from ctypes import byref
from types import SimpleNamespace

from campaign.library import Cell, library, values_of
from common.catalogue import CATALOGUE


class Pattern(SimpleNamespace):
    """Members as the catalogue has them (common/catalogue.py); times are those of a run divided by
    `messages`."""

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

    def facts(self, ranks: int, size: int, series: int, reduction: int) -> Cell:
        """What a cell needs and yields. `reduction`: index of REDUCTIONS."""
        cell = Cell()
        library().front_cell(self.name.encode(), ranks, size, series, reduction, byref(cell))
        return cell

    @staticmethod
    def reduction_names(index: int) -> tuple[str, str]:
        """Operation and datatype."""
        return REDUCTIONS[index]


PATTERNS: dict[str, Pattern] = {one["name"]: Pattern(**one) for one in CATALOGUE["patterns"]}

# Operation and datatype, in the order of enum reduction; the first is the paper's, and the default.
REDUCTIONS: list[tuple[str, str]] = [
    (operation, datatype) for operation in CATALOGUE["operations"]
    for datatype in CATALOGUE["datatypes"]]
