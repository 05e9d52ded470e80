# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts: threads against the other paths, each time between other protocols."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.verdicts import KINDS, Kind
from reports.answers.answer import Row
from reports.answers.maps import total_counts
from reports.answers.panels import Operation
from reports.answers.sentences import total_sentence
from reports.words.phrases import Phrase, capitalized
from reports.words.verdicts import NOT_COMPARED, not_measured, sides_text


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all operations say together; `counts` is empty if nothing was compared.

    `libraries`: the names and versions of each side's.
    """

    kind: Kind
    libraries: tuple[list[str], list[str]]
    counts: dict[str, int]
    compared: list[Operation]

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def heading(self) -> str:
        return capitalized(self.kind.title)

    @property
    def what(self) -> str:
        """Both sides: MPI collectives and sends (MPICH 3.4.3, ch3:nemesis)."""
        return sides_text(self.kind, self.libraries)

    @property
    def total(self) -> list[Phrase]:
        return total_sentence(self.counts)

    @property
    def missing(self) -> str:
        return not_measured(self.kind)


def libraries_of(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """Names and versions of each side's, as recorded."""
    named = [row.libraries for row in rows if row.libraries]
    return sorted({one for one, _ in named}), sorted({other for _, other in named})


def verdicts_of(operations: Sequence[Operation]) -> list[Verdict]:
    found = []
    for name, kind in KINDS.items():
        rows = {
            operation.name: [
                row
                for panel in operation.panels
                for row in panel.verdicts[name]
                if row.winner != NOT_COMPARED
            ]
            for operation in operations
        }
        every = [row for some in rows.values() for row in some]
        compared = [operation for operation in operations if rows[operation.name]]
        found.append(Verdict(kind, libraries_of(every), total_counts(operations, name), compared))
    return found
