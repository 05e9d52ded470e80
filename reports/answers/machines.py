# SPDX-License-Identifier: BSD-3-Clause
"""The gain of another machine for each path: simulated times against those of the first machine."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reports.answers.answer import paths_in_order, total_sentence
from reports.answers.panels import Operation, Panel, selected
from reports.answers.simulated import COMPARED, DRAWN_MOST, largest
from reports.answers.verdicts import Field, field_of, total_counts
from analysis.decisions import decision_exact
from analysis.verdicts import KINDS
from records.read import Cell
from reports.words.formats import bracketed, number_text, path_text
from reports.words.phrases import Phrase, joined
from reports.words.verdicts import EQUIVALENT, PAGE, PlacedCell, placed_text


class Gain(NamedTuple):
    """A path at one size: its time on the first machine divided by that on the other."""

    path: str
    size: int
    factor: float
    first: Cell
    other: Cell

    @property
    def placed(self) -> PlacedCell:
        ratio = 1 / self.factor
        return PlacedCell(self.path, self.other.key.protocol, self.size, ratio, None,
                          decision_exact(ratio))

    @property
    def field(self) -> Field:
        """As in a map."""
        times = " and ".join(
            f"{cell.key.placement} {bracketed(cell.key.protocol)} {number_text(cell.time_us)} µs"
            for cell in (self.first, self.other)
        )
        details = f"{path_text(self.path)}: {times}"
        faster = self.path if self.factor > 1 else ""
        winner = EQUIVALENT if self.placed.decision == EQUIVALENT else faster
        return field_of(winner, self.factor, details)


class Line(NamedTuple):
    """One path of one operation: a field for each size, None if it was not simulated."""

    title: str
    path: str
    fields: list[Field | None]
    first: bool  # of its operation
    paths: int


class Contrast(NamedTuple):
    """Two machines with the same number of ranks, by the protocols of one verdict."""

    machines: tuple[str, str]
    ranks: int
    title: str
    sentence: list[Phrase]
    sizes: list[int]
    lines: list[Line]


def machines_of(operations: Sequence[Operation]) -> list[str]:
    """The names of the machines, in their order."""
    return sorted({panel.setting.placement for one in operations for panel in one.panels})


def shares_of(operations: Sequence[Operation], verdict: str
              ) -> list[tuple[str, dict[str, int], list[Phrase]]]:
    """The result of a verdict on each machine on which something was compared: counts, sentence."""
    found = []
    for machine in machines_of(operations):
        here = selected(operations, lambda panel: panel.setting.placement == machine)
        if counts := total_counts(here, verdict):
            found.append((machine, counts, total_sentence(counts)))
    return found


def at_most_ranks(operations: Sequence[Operation]) -> list[Operation]:
    """The operations with the panel of the most ranks of each machine alone."""
    kept = {
        panel.name
        for operation in operations
        for title in {panel.title for panel in operation.panels}
        for panel in largest(one for one in operation.panels if one.title == title)
    }
    return selected(operations, lambda panel: panel.name in kept)


def times_of(panel: Panel, verdict: str) -> dict[tuple[str, int], Cell]:
    """The fastest cell of each path and size among a verdict's protocols."""
    return {
        (path, row.size): cell
        for row in panel.verdicts[verdict]
        for path, cell in row.best.items()
    }


def gains_of(first: Panel, other: Panel, verdict: str) -> list[Gain]:
    here, there = times_of(first, verdict), times_of(other, verdict)
    return [
        Gain(path, size, here[path, size].time_us / there[path, size].time_us,
             here[path, size], there[path, size])
        for path, size in sorted(here.keys() & there.keys(), key=lambda one: one[1])
    ]


def clause_of(path: str, gains: Sequence[Gain]) -> list[Phrase]:
    """MPI faster in 12 (1.1 to 4.9 times, the most for MPI (library) at 64 KiB), equivalent in 3 of
    15 comparisons"""
    cells = [one.placed for one in gains if one.path == path]
    return [Phrase(path_text(path), path), Phrase(f" {placed_text(cells, PAGE)}")]


def sentence_of(gains: Sequence[Gain]) -> list[Phrase]:
    """With 16 ranks on crossbar:16 instead of bus:16: threads faster in ...; MPI ..."""
    first, other = gains[0].first.key, gains[0].other.key
    where = f"With {first.ranks} ranks on {other.placement} instead of {first.placement}: "
    clauses = [clause_of(path, gains) for path in paths_in_order(one.path for one in gains)]
    return [Phrase(where), *joined(clauses, "; "), Phrase(".")]


def lines_of(title: str, gains: Sequence[Gain], sizes: Sequence[int]) -> Iterator[Line]:
    paths = paths_in_order(one.path for one in gains)
    for path in paths:
        fields = {one.size: one.field for one in gains if one.path == path}
        yield Line(title, path, [fields.get(size) for size in sizes], path == paths[0], len(paths))


def contrast_of(
    operations: Sequence[Operation], machines: tuple[str, str], ranks: int, verdict: str
) -> Contrast | None:
    """None if the verdict has nothing that both machines have."""
    every: list[tuple[str, list[Gain]]] = []
    for operation in operations:
        panels: dict[str, dict[str, Panel]] = {}
        for panel in operation.panels:
            if panel.setting.ranks == ranks:
                panels.setdefault(panel.title, {})[panel.setting.placement] = panel
        every += [
            (title, gains_of(*map(some.get, machines), verdict))
            for title, some in panels.items()
            if some.keys() >= set(machines)
        ]
    gains = [one for _, some in every for one in some]
    if not gains:
        return None
    sizes = sorted({one.size for one in gains})
    return Contrast(
        machines, ranks, KINDS[verdict].title, sentence_of(gains), sizes,
        [line for title, some in every for line in lines_of(title, some, sizes)])


def ranks_common(operations: Sequence[Operation], machines: tuple[str, str]) -> int:
    """The most ranks that both machines have; 0 if there are none."""
    ranks = [
        {panel.setting.ranks for one in operations for panel in one.panels
         if panel.setting.placement == machine}
        for machine in machines
    ]
    return max(ranks[0] & ranks[1], default=0)


def contrasts_of(operations: Sequence[Operation]) -> list[Contrast]:
    """The first machine and each other one, by each verdict; nothing with many machines."""
    machines = machines_of(operations)
    pairs = [(machines[0], other) for other in machines[1:]] if len(machines) <= DRAWN_MOST else []
    found = (
        contrast_of(operations, pair, ranks_common(operations, pair), verdict)
        for pair in pairs
        for verdict in COMPARED
    )
    return [one for one in found if one]
