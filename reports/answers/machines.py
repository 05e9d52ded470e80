# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines one by one: what was decided on each, and the gain of another machine than the
first for each path."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from analysis.decisions import decision_exact
from analysis.verdicts import KINDS
from records.read import Cell
from reports.answers.answer import paths_in_order, total_sentence
from reports.answers.panels import Operation, selected
from reports.answers.simulated import COMPARED, DRAWN_MOST, largest
from reports.answers.verdicts import Field, field_of, total_counts
from reports.words.formats import bracketed, number_text, path_text
from reports.words.phrases import Phrase, joined
from reports.words.verdicts import EQUIVALENT, PAGE, PlacedCell, placed_text


def machines_of(operations: Iterable[Operation]) -> list[str]:
    """The names of the machines, in their order."""
    return sorted({panel.setting.placement for one in operations for panel in one.panels})


def at_most_ranks(operations: Sequence[Operation]) -> list[Operation]:
    """The operations with the panel of the most ranks of each machine alone."""
    kept = {
        panel.name
        for operation in operations
        for title in {panel.title for panel in operation.panels}
        for panel in largest(one for one in operation.panels if one.title == title)
    }
    return selected(operations, lambda panel: panel.name in kept)


def shares_of(operations: Sequence[Operation], verdict: str
              ) -> list[tuple[str, dict[str, int], list[Phrase]]]:
    """The result of a verdict on each machine on which something was compared: counts, sentence."""
    found = []
    for machine in machines_of(operations):
        here = selected(operations, lambda panel: panel.setting.placement == machine)
        if counts := total_counts(here, verdict):
            found.append((machine, counts, total_sentence(counts)))
    return found


class Gain(NamedTuple):
    """A path at one size: its time on the first machine divided by that on the other."""

    path: str
    size: int
    first: Cell
    other: Cell

    @property
    def placed(self) -> PlacedCell:
        ratio = self.other.time_us / self.first.time_us
        return PlacedCell(self.path, self.other.key.protocol, self.size, ratio, None,
                          decision_exact(ratio))

    @property
    def field(self) -> Field:
        """As in a map; no path is the winner where it is slower on the other machine."""
        times = " and ".join(
            f"{cell.key.placement} {bracketed(cell.key.protocol)} {number_text(cell.time_us)} µs"
            for cell in (self.first, self.other)
        )
        factor = self.first.time_us / self.other.time_us
        winner = self.path if factor > 1 else ""
        return field_of(EQUIVALENT if self.placed.decision == EQUIVALENT else winner, factor,
                        f"{path_text(self.path)}: {times}")


def sentence_of(gains: Sequence[Gain]) -> list[Phrase]:
    """With 16 ranks on crossbar:16 instead of bus:16: threads faster in 12 (1.1 to 4.9 times, the
    most for threads (direct) at 64 KiB), equivalent in 3 of 15 comparisons; MPI ..."""
    first, other = gains[0].first.key, gains[0].other.key
    where = f"With {first.ranks} ranks on {other.placement} instead of {first.placement}: "
    clauses = []
    for path in paths_in_order(one.path for one in gains):
        cells = [one.placed for one in gains if one.path == path]
        clauses.append([Phrase(path_text(path), path), Phrase(f" {placed_text(cells, PAGE)}")])
    return [Phrase(where), *joined(clauses, "; "), Phrase(".")]


def contrast_of(operations: Sequence[Operation], machines: tuple[str, str], verdict: str
                ) -> Iterator[dict[str, Any]]:
    """Two machines with the most ranks that both have, by the protocols of one verdict; nothing if
    it compares nothing there. `tables`: of each operation the paths, with a field for each size,
    None if it was not simulated."""
    first, other = ({(panel.setting.ranks, panel.title): panel for one in operations
                     for panel in one.panels if panel.setting.placement == machine}
                    for machine in machines)
    most = max((ranks for ranks, _ in first.keys() & other.keys()), default=0)
    gains: dict[str, list[Gain]] = {}  # of the fastest cells of each path and size, by operation
    for place in (one for one in first if one in other and one[0] == most):
        here, there = ({(row.size, path): cell for row in panel.verdicts[verdict]
                        for path, cell in row.best.items()}
                       for panel in (first[place], other[place]))
        gains[place[1]] = [Gain(path, size, here[size, path], there[size, path])
                           for size, path in here if (size, path) in there]
    every = [one for some in gains.values() for one in some]
    if not every:
        return
    sizes, tables = sorted({one.size for one in every}), []
    for title, some in gains.items():
        fields = {(one.path, one.size): one.field for one in some}
        tables.append((title, [(path, [fields.get((path, size)) for size in sizes])
                               for path in paths_in_order(one.path for one in some)]))
    yield {"machines": machines, "title": KINDS[verdict].title, "sentence": sentence_of(every),
           "sizes": sizes, "tables": tables}


def contrasts_of(operations: Sequence[Operation]) -> list[dict[str, Any]]:
    """The first machine and each other one, by each verdict; nothing with many machines."""
    first, *others = machines_of(operations)
    return [contrast for other in (others if len(others) < DRAWN_MOST else ())
            for verdict in COMPARED
            for contrast in contrast_of(operations, (first, other), verdict)]
