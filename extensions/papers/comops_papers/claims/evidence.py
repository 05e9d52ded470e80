# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a campaign as claims need them: by side, condition and place, with ratios."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from comops.reports.words.formats import (CALLS, bracketed, list_text, path_text, reduction_text,
                                          series_text, size_text)
from comops.reports.words.settings import label_of
from comops.results.cell import CellRecord
from comops.results.keys import CellKey, Interval
from comops.results.read import Campaign
from comops.statistics.verdicts import WITHOUT_CALLS

ROOT = 0


@dataclass(frozen=True, slots=True)
class Side:
    """Cells of one path over some protocols, or all but `without` where none is named; of MPI then
    only those that use its calls.

    `patterns` replace those of the claim. At each place its fastest cell represents it. `label`
    is a clearer name than the protocols. With `own` rank 0 is its own partner, otherwise never.
    """

    path: str
    protocols: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    label: str = ""
    without: tuple[str, ...] = ()
    own: bool = False

    def has(self, cell: CellRecord) -> bool:
        """Whether a cell of the right pattern belongs to this side."""
        path = cell.key.path.partition("@")[0]
        protocol = cell.key.protocol
        if self.own != (cell.key.series_of == "partner" and cell.key.series == ROOT):
            return False
        if self.protocols:
            return path == self.path and protocol in self.protocols
        return (path == self.path and protocol not in self.without
                and (path != "mpi" or protocol not in WITHOUT_CALLS))

    @property
    def name(self) -> str:
        """As in a sentence: MPI (library); the fastest of SHMEM; MPI (library) in scatter."""
        path = path_text(self.path, *(self.protocols or (CALLS,)))
        if self.label:
            words = self.label
        elif len(self.protocols) == 1:
            words = f"{path} {bracketed(self.protocols[0])}"
        elif self.protocols:
            words = f"{path} ({' or '.join(self.protocols)})"
        else:
            words = f"the fastest of {path}"
        words += " to itself" if self.own else ""
        return f"{words} in {' or '.join(self.patterns)}" if self.patterns else words

    @property
    def capital(self) -> str:
        return self.name[:1].upper() + self.name[1:]


# What a condition lacks of a key: what two sides may differ in, and the place.
APART = {"bytes": 0, "series": 0} | dict.fromkeys(
    ("pattern", "path", "protocol", "mode", "series_of", "op", "datatype"), "")


def condition_of(cell: CellRecord) -> CellKey:
    """What the two sides of a comparison share besides pattern and place."""
    return cell.key._replace(**APART)


def preference(condition: CellKey) -> tuple:
    """Sort key: what a default campaign measures first, many ranks before few."""
    return (condition.method != "adaptive", condition.buffers != "rewrite",
            condition.consume != "no",  # as the papers measured
            condition.memory not in ("", "local"), condition.pages, condition.skew,
            condition.placement != "bus", condition.placement, -condition.ranks, condition)


def condition_text(condition: CellKey) -> str:
    """As in a sentence: bus, 2 ranks."""
    return label_of(condition, ("placement", "ranks"))


class Place(NamedTuple):
    """Where cells of a pattern are compared: at a size, or at a volume, however it is divided."""

    series_of: str
    series: int
    bytes: int

    @property
    def words(self) -> str:
        """As in a sentence: 8 B; partner 2, 8 B; a volume of 128 KiB; nothing without a size."""
        size = size_text(self.bytes) if self.bytes and self.series_of != "volume" else ""
        return ", ".join(filter(None, (series_text(self.series_of, self.series), size)))


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes in bytes of a claim, both ends included, and their name."""

    low: int
    high: int
    words: str

    def __contains__(self, place: Place) -> bool:
        return self.low <= place.bytes <= self.high


EVERY = Sizes(0, 1 << 62, "all sizes")
SMALL = Sizes(1, 100, "up to 100 B")
MIDDLE = Sizes(512, 1 << 17, "512 B to 128 KiB")
LARGE = Sizes(1 << 18, 1 << 62, "256 KiB and more")
NOT_SMALL = Sizes(512, 1 << 62, "512 B and more")

Cells = dict[Place, CellRecord]


def place_of(cell: CellRecord) -> Place:
    """Where a cell is compared. How a volume is divided into messages belongs to the side."""
    key = cell.key
    size = key.series if key.series_of == "volume" else key.bytes
    return Place(key.series_of, key.series, size)


def quotient(a: Interval | None, b: Interval | None) -> Interval | None:
    """The interval of b / a that contains every quotient of the two intervals."""
    if a is None or b is None or min(*a, *b) <= 0:
        return None
    return b[0] / a[1], b[1] / a[0]


class Evidence:
    """The valid cells of one campaign by pattern, one with its reduction if that is not the papers'
    maximum of doubles: reduce (sum of int32); without oversubscribed cells unless these are asked
    for; of one simulated machine if it is named."""

    def __init__(self, campaign: Campaign, machine: str = "", oversubscribed: bool = False) -> None:
        self.campaign = campaign
        self.cells: dict[str, list[CellRecord]] = defaultdict(list)
        self.oversubscribed = False
        for cell in campaign.cells.values():
            if machine and not (cell.simulated and cell.key.placement == machine):
                continue
            reduction = reduction_text(cell.key.op, cell.key.datatype)
            if cell.valid and cell.oversubscribed and not oversubscribed:
                self.oversubscribed |= not reduction
            elif cell.valid and cell.time_us > 0:
                name = f"{cell.key.pattern} ({reduction})" if reduction else cell.key.pattern
                self.cells[name].append(cell)

    def matching(self, pattern: str, side: Side) -> list[CellRecord]:
        """A side's cells in that pattern, or in its own patterns."""
        patterns = side.patterns or (pattern,)
        return [cell for name in patterns for cell in self.cells.get(name, ()) if side.has(cell)]

    def conditions(self, pattern: str, side: Side) -> dict[CellKey, Cells]:
        """A side's fastest cell at each place, by condition."""
        by_condition: dict[CellKey, Cells] = defaultdict(dict)
        for cell in self.matching(pattern, side):
            cells, place = by_condition[condition_of(cell)], place_of(cell)
            if place not in cells or cell.time_us < cells[place].time_us:
                cells[place] = cell
        return by_condition

    def preferred(self, pattern: str, side: Side) -> tuple[CellKey | None, Cells]:
        """The preferred condition under which a side was measured, and its cells there."""
        conditions = self.conditions(pattern, side)
        best = min(conditions, key=preference, default=None)
        return best, conditions[best] if best else {}

    def alone(self, pattern: str, side: Side, condition: CellKey) -> bool:
        """Whether a side has only one pattern and protocol there."""
        cells = self.matching(pattern, side)
        every = {(c.key.pattern, c.key.protocol) for c in cells if condition_of(c) == condition}
        return len(every) < 2

    def ratio(self, a: CellRecord, b: CellRecord) -> tuple[float, Interval | None]:
        """Time of b / time of a: as recorded for the pair, else from both cells' intervals."""
        if a is b:
            return 1.0, (1.0, 1.0)
        pair = self.campaign.pair(a.key, b.key)
        if pair and not (a.simulated and b.simulated):
            return pair.ratio, pair.ci95
        return b.time_us / a.time_us, quotient(a.bounds, b.bounds)


def missing_text(pattern: str, sides: Sequence[Side]) -> str:
    """What was not measured: MPI (get) and SHMEM (get) in shift."""
    named = [side.name for side in sides if not side.patterns]
    own = [side.name for side in sides if side.patterns]
    return list_text([*([f"{list_text(named)} in {pattern}"] if named else []), *own])
