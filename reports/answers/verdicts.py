# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts: threads against the other paths, each time between other protocols."""

from collections.abc import Sequence
from dataclasses import dataclass

from reports.answers.answer import UNKNOWN, Row
from reports.answers.maps import total_counts
from reports.answers.panels import Operation
from reports.answers.sentences import Phrase, total_sentence
from analysis.verdicts import KINDS
from records.read import Campaign

RUNTIME = 40  # characters of a runtime's description of itself, if no library was recorded


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all operations say together; `counts` is empty if nothing was compared.

    `sides` have words and libraries each; `command` would measure both.
    """

    name: str
    title: str
    sides: list[tuple[str, str]]
    counts: dict[str, int]
    total: list[Phrase]
    compared: list[Operation]
    command: str

    @property
    def heading(self) -> str:
        return self.title[:1].upper() + self.title[1:]

    @property
    def what(self) -> str:
        """Both sides: MPI collectives and sends (MPICH 3.4.3, ch3:nemesis)."""
        sides = [f"{words} ({names})" if names else words for words, names in self.sides]
        return " against ".join(sides)


def libraries_text(campaigns: Sequence[Campaign], rows: Sequence[Row], side: int) -> str:
    """Names and versions of a side's libraries, as recorded; in older files what they say."""
    names = {row.libraries[side] for row in rows if len(row.libraries) == 2}
    paths = {(row.ours, row.other)[side].key.path for row in rows}
    if not names:
        runtimes = [one.facts["runtimes"] for one in campaigns]
        known = [one for one in runtimes if isinstance(one, dict)]
        names = {str(one[path])[:RUNTIME] for one in known for path in paths if path in one}
    return "; ".join(sorted(names))


def verdicts_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]) -> list[Verdict]:
    found = []
    for name, kind in KINDS.items():
        rows = {
            operation.name: [
                row
                for panel in operation.panels
                for row in panel.verdicts[name]
                if row.winner != UNKNOWN
            ]
            for operation in operations
        }
        every = [row for some in rows.values() for row in some]
        counts = total_counts(operations, name)
        libraries = [libraries_text(campaigns, every, side) for side in (0, 1)]
        words = [side.words for side in kind.sides]
        found.append(
            Verdict(
                name,
                kind.title,
                list(zip(words, libraries, strict=True)),
                counts,
                total_sentence(counts),
                [operation for operation in operations if rows[operation.name]],
                kind.command,
            )
        )
    return found
