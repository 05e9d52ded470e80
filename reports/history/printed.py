# SPDX-License-Identifier: BSD-3-Clause
"""What the tables and figures of the publications that are rebuilt here have in common."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from reports.claims.evidence import Condition, Evidence, Side
from records.read import Cell
from reports.words.formats import number_text

NONE = ""  # not printed, or not measured
FACTOR = 2.5  # the largest between a printed size and the measured one


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table. Of each row the last `here` texts are this machine's; with 0 its rows are,
    which begin with "here"."""

    name: str
    paper: str
    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    here: int
    note: str
    command: str

    @property
    def measured(self) -> bool:
        """Whether anything in it is this machine's."""
        if not self.here:
            return any(row[0].startswith("here") for row in self.rows)
        return any(text for row in self.rows for text in row[len(row) - self.here:])


class Curve(NamedTuple):
    """A line of a figure; `dashes` tells those of a path apart. `printed`: of the publication."""

    label: str
    path: str
    dashes: int
    points: tuple[tuple[int, float], ...]
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed figure: what was printed of its values, and this machine's curves; none if it was
    not measured."""

    name: str
    paper: str
    title: str
    over: str  # "ranks", "size" or "trial"
    unit: str
    curves: list[Curve]
    note: str
    command: str

    @property
    def measured(self) -> bool:
        """Whether any curve is this machine's."""
        return any(not curve.printed for curve in self.curves)


def factor(measured: int, printed: int) -> float:
    """The greater of two sizes over the other."""
    return max(measured / printed, printed / measured) if measured else inf


def is_near(measured: int, printed: int) -> bool:
    return factor(measured, printed) <= FACTOR


def nearest(sizes: Iterable[int], printed: int) -> int | None:
    """The measured size that is nearest to a printed one; none if it is not near."""
    near = (one for one in sizes if is_near(one, printed))
    return min(near, key=lambda one: factor(one, printed), default=None)


def text_of(value: float | None) -> str:
    return NONE if value is None else number_text(value)


def first_with(seen: Sequence[Evidence], pattern: str, side: Side) -> dict[int, dict[int, Cell]]:
    """The cells of the first campaign that has this side of the pattern, by series, then size."""
    found: dict[int, dict[int, Cell]] = defaultdict(dict)
    for evidence in seen:
        for place, cell in evidence.preferred(pattern, side)[1].items():
            found[place.series][cell.key.bytes] = cell
        if found:
            break
    return found


def over_ranks(
    seen: Iterable[Evidence], pattern: str, side: Side, size: int
) -> tuple[tuple[int, float], ...]:
    """Times by number of ranks, of the first campaign with two numbers or more, at the least size
    that is near."""
    for evidence in seen:
        settings: dict[tuple[Condition, int], dict[int, float]] = defaultdict(dict)
        for condition, cells in evidence.conditions(pattern, side).items():
            for place, cell in cells.items():
                if is_near(place.bytes, size):
                    setting = condition._replace(ranks=0), place.bytes
                    settings[setting][condition.ranks] = cell.time_us
        several = [one for one, times in settings.items() if len(times) > 1]
        if several:
            best = min(several, key=lambda one: (one[0].preference, one[1]))
            return tuple(sorted(settings[best].items()))
    return ()
