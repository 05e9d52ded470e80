# SPDX-License-Identifier: BSD-3-Clause
"""The part on the papers' claims: each with what this machine says, and the cells behind it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from words import formats
from analysis.answer import Setting
from claims import PAPERS
from claims.claim import Claim, Paper
from claims.evidence import Evidence, place_of
from claims.finding import FAILS, HOLDS, OPEN, VERDICTS, Finding, Observation
from analysis.panels import Operation, setting_of
from read.results import Campaign, Cell, CellKey
from draw.interval_strips import strip

ROWS = 12  # observations in a claim's table; of more, those against it before those for it
CLASSES = {HOLDS: "holds", FAILS: "fails", OPEN: "untold"}  # of CSS
SIGNS = {True: "✓", False: "✗", None: "?"}
TOLD = {True: "as claimed", False: "otherwise", None: "undecided"}
VARYING = ("ranks", "placement", "buffers", "series")  # what cells of one observation may differ in

Panels = Mapping[tuple[str, Setting], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One observation as a line of a table; `panel` is where its last cell is drawn, or empty."""

    operation: str
    panel: str
    place: str
    cells: list[str]
    figures: str
    sign: str
    told: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What one campaign says of a claim."""

    label: str
    finding: Finding
    rows: list[Row]
    strip: Markup

    @property
    def look(self) -> str:
        """The class of its verdict."""
        return CLASSES[self.finding.verdict]

    @property
    def left(self) -> int:
        """How many observations are not shown."""
        return len(self.finding.observations) - len(self.rows)


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim and what every campaign says of it."""

    claim: Claim
    answers: list[Answer]

    @property
    def looks(self) -> list[str]:
        """The classes of its verdicts."""
        return sorted({answer.look for answer in self.answers})


@dataclass(frozen=True, slots=True)
class Part:
    """The whole part: the entries of each paper, and how many have each verdict."""

    papers: list[tuple[Paper, list[Entry]]]
    counts: list[tuple[str, str, int]]

    @property
    def total(self) -> int:
        """How many claims there are."""
        return sum(len(entries) for _, entries in self.papers)

    @property
    def told(self) -> int:
        """How many of them a campaign decides."""
        entries = [entry for _, entries in self.papers for entry in entries]
        return sum(any(look != CLASSES[OPEN] for look in entry.looks) for entry in entries)

    @property
    def untold(self) -> int:
        """How many of them can't be told."""
        return next(count for verdict, _, count in self.counts if verdict == OPEN)


def panels_of(operations: Sequence[Operation]) -> Panels:
    """The name of the panel in which cells of a pattern and setting are drawn."""
    return {(one.pattern, panel.setting): panel.name for one in operations for panel in one.panels}


def cell_text(cell: Cell, differing: Sequence[str]) -> str:
    """A cell in few words: MPI library 0.21 µs; with what tells it from the others: , 4 ranks."""
    values = {name: getattr(cell.key, name) for name in differing}
    if "ranks" in values:
        values["ranks"] = f"{cell.key.ranks} ranks"
    if "series" in values:
        values["series"] = formats.series_text(cell.key.series_of, cell.key.series)
    words = [f"{formats.path_text(cell.key.path)} {cell.key.protocol}", *map(str, values.values())]
    return f"{', '.join(words)}: {formats.number_text(cell.time_us)} µs"


def differing_of(keys: Sequence[CellKey]) -> list[str]:
    """In which parts of their keys the cells of an observation differ, beside the side."""
    names = [*VARYING, "pattern"]
    return [name for name in names if len({getattr(key, name) for key in keys}) > 1]


def row_of(one: Observation, panels: Panels, label: str) -> Row:
    """One observation for the table."""
    key = one.cells[-1].key
    differing = differing_of([cell.key for cell in one.cells])
    return Row(
        key.pattern,
        panels.get((key.pattern, setting_of(key, label)), ""),
        place_of(one.cells[-1]).words,
        [cell_text(cell, differing) for cell in one.cells],
        one.figures,
        SIGNS[one.supports],
        TOLD[one.supports],
    )


def shown(observations: Sequence[Observation]) -> list[Observation]:
    """At most ROWS, in their order: those that decide the claim rather than the undecided."""
    rank = {False: 0, True: 1, None: 2}
    first = sorted(range(len(observations)), key=lambda at: rank[observations[at].supports])
    return [observations[at] for at in sorted(first[:ROWS])]


def answer_of(claim: Claim, evidence: Evidence, label: str, panels: Panels) -> Answer:
    """What one campaign says of a claim."""
    finding = claim.test.find(evidence)
    rows = [row_of(one, panels, label) for one in shown(finding.observations)]
    return Answer(label, finding, rows, strip(finding.observations))


def examined(
    campaigns: Sequence[Campaign], labels: Sequence[str], operations: Sequence[Operation]
) -> Part:
    """All claims, held against every campaign."""
    panels = panels_of(operations)
    every = [(Evidence(one), label) for one, label in zip(campaigns, labels, strict=True)]
    papers = [
        (paper, [Entry(c, [answer_of(c, *one, panels) for one in every]) for c in paper.claims])
        for paper in PAPERS
    ]
    looks = Counter(look for _, entries in papers for entry in entries for look in entry.looks)
    counts = [(verdict, CLASSES[verdict], looks[CLASSES[verdict]]) for verdict in VERDICTS]
    return Part(papers, counts)
