# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of simulated cells, the three verdicts, and ratios between machines.

Simulated times repeat exactly, so their ratios have no interval: a path is faster if its time is
shorter by more than the margin of equivalence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from analysis.decisions import decision_exact
from analysis.verdicts import KINDS
from common.catalogue import CATALOGUE
from simulate.engines.jobs import Job
from simulate.records import Record
from simulate.engines.workers import Cell

KEY = CATALOGUE["cell_key"]
ROUNDS = {"rounds": 1}  # that two cells have in common; none on two machines
WITHIN = ("pattern", "bytes", "consume", "series", "op", "datatype")  # one platform and its ranks


def _ratio(kind: str, a: Record, b: Record) -> Record:
    ratio = b["time_us"] / a["time_us"]
    return {
        "record": kind,
        **{side: {name: cell[name] for name in KEY if name in cell}
           for side, cell in (("a", a), ("b", b))},
        "ratio": ratio, "ci95": None, "ci90": None, "decision": decision_exact(ratio),
        "launches": 1, "oversubscribed": False,
    }


def verdict(name: str, cells: Sequence[Record]) -> tuple[Record, Record] | None:
    """The fastest cells of both sides; None if a side was not simulated."""
    a, b = (min((cell for cell in cells if KINDS[name].side_of(cell) == side),
                key=lambda cell: cell["time_us"], default=None) for side in (0, 1))
    return (a, b) if a and b else None


def ratios(cells: Sequence[Record], runtimes: dict[str, str]) -> Iterator[Record]:
    """The records of all pairs and verdicts of the valid cells of a group."""
    valid = [cell for cell in cells if cell["valid"]]
    for a, b in combinations(valid, 2):
        yield _ratio("pair", a, b) | ROUNDS
    for name in KINDS:
        found = verdict(name, valid)
        if found:
            yield _ratio("verdict", *found) | ROUNDS | {
                "verdict": name, "libraries": [runtimes[cell["path"]] for cell in found]}


def between_machines(cells: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Valid cells of the first machine, each with the same one of another machine."""
    names = [name for name in KEY if name != "placement"]
    first = cells[0]["placement"] if cells else ""
    known: dict[tuple, Record] = {}
    pairs = []
    for cell in sorted(cells, key=lambda one: one["placement"] != first):
        key = tuple(cell.get(name) for name in names)
        if cell["valid"] and cell["placement"] == first:
            known[key] = cell
        elif cell["valid"] and key in known:
            pairs.append((known[key], cell))
    return pairs


def placement_ratios(cells: Sequence[Record]) -> Iterator[Record]:
    """Their records: a simulated machine is a placement."""
    for a, b in between_machines(cells):
        yield _ratio("placement_ratio", a, b)


def _group(platform: str, ranks: int, cell: Cell | Record) -> tuple:
    """Equal for cells that differ in path or protocol alone."""
    return platform, ranks, *(cell.get(name) for name in WITHIN)


class Groups:
    """The cells that can be compared, until all of a group have been simulated."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.sizes = Counter(_group(job.platform.name, job.ranks, cell)
                             for job in jobs for cell in job.cells)
        self.cells: dict[tuple, list[Record]] = defaultdict(list)

    def add(self, record: Record) -> list[Record]:
        """The cells of its group if it is the last of them, else none."""
        name = _group(record["placement"], record["ranks"], record)
        self.cells[name].append(record)
        return self.cells.pop(name) if len(self.cells[name]) == self.sizes[name] else []
