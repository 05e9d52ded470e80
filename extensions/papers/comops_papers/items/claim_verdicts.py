# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims, each with the verdict of every campaign and the cells behind it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from comops.reports.answers.panels import Operation
from comops.reports.words.formats import number_text, path_text, series_text
from comops.reports.words.settings import Setting, setting_of
from comops.results.cell import CellRecord
from comops.results.read import Campaign
from comops_papers.claims import PAPERS
from comops_papers.claims.claim import Claim, Paper
from comops_papers.claims.evidence import Evidence
from comops_papers.claims.finding import UNDECIDED, VERDICTS, ClaimFinding, Observation, Test
from comops_papers.items.items import Shelf

ROWS = 12  # observations in a claim's table; of more, those against it before those for it
SIGNS = {True: ("✓", "as claimed"), False: ("✗", "otherwise"), None: ("?", "undecided")}
VARYING = ("ranks", "placement", "buffers", "series", "pattern")  # in which cells may differ

Panels = Mapping[tuple[str, Setting], str]  # where the cells of a pattern and setting are drawn


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """One observation in a table; `panel` is where its last cell is drawn, or empty."""

    operation: str
    panel: str
    place: str
    cells: list[str]
    ratio: str
    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """One campaign's finding on a claim, or that of one simulated machine in it."""

    label: str
    finding: ClaimFinding
    rows: list[ClaimRow]
    machine: str = ""

    @property
    def css(self) -> str:
        return VERDICTS[self.finding.verdict]

    @property
    def left(self) -> int:
        """How many observations the table leaves out."""
        return len(self.finding.observations) - len(self.rows)


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """One claim and the answer of every campaign."""

    claim: Claim
    answers: list[ClaimAnswer]

    @property
    def css(self) -> list[str]:
        return sorted({answer.css for answer in self.answers})


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The entries of each paper, and how many have each verdict: its name, CSS class, number."""

    papers: list[tuple[Paper, list[ClaimEntry]]]
    counts: list[tuple[str, str, int]]

    @property
    def total(self) -> int:
        return sum(len(entries) for _, entries in self.papers)

    @property
    def decided(self) -> int:
        """How many of them some campaign decides."""
        entries = [entry for _, entries in self.papers for entry in entries]
        return sum(entry.css != [VERDICTS[UNDECIDED]] for entry in entries)

    @property
    def undecided(self) -> int:
        """How many of them some campaign leaves undecided."""
        return next(count for verdict, _, count in self.counts if verdict == UNDECIDED)


def cell_text(cell: CellRecord, differing: Sequence[str]) -> str:
    """A cell and what distinguishes it: MPI library, 4 ranks: 0.21 µs."""
    values = {name: getattr(cell.key, name) for name in differing}
    if "ranks" in values:
        values["ranks"] = f"{cell.key.ranks} ranks"
    if "series" in values:
        values["series"] = series_text(cell.key.series_of, cell.key.series)
    name = f"{path_text(*cell.key.implementation)} {cell.key.protocol}"
    return f"{', '.join([name, *map(str, values.values())])}: {number_text(cell.time_us)} µs"


def row_of(one: Observation, panels: Panels, label: str) -> ClaimRow:
    keys = [cell.key for cell in one.cells]
    key = keys[-1]
    differing = [name for name in VARYING if len({getattr(key, name) for key in keys}) > 1]
    return ClaimRow(key.pattern, panels.get((key.pattern, setting_of(key, label)), ""),
                    one.place.words, [cell_text(cell, differing) for cell in one.cells],
                    one.figures, *SIGNS[one.supports])


def shown(observations: Sequence[Observation]) -> list[Observation]:
    """At most ROWS in their order, the undecided left out first."""
    rank = {False: 0, True: 1, None: 2}
    first = sorted(range(len(observations)), key=lambda at: rank[observations[at].supports])
    return [observations[at] for at in sorted(first[:ROWS])]


def answer_of(test: Test, evidence: Evidence, label: str, panels: Panels, machine: str = ""
              ) -> ClaimAnswer:
    finding = test.find(evidence)
    return ClaimAnswer(label, finding, [row_of(one, panels, label)
                                        for one in shown(finding.observations)], machine)


def answers_of(claim: Claim, campaign: Campaign, label: str, panels: Panels, shelf: Shelf
               ) -> list[ClaimAnswer]:
    """One, or one for each of the claim's machines that was simulated."""
    machines = [(one, shelf.evidence(campaign, one)) for one in claim.machines]
    return [answer_of(claim.there or claim.test, evidence, label, panels, machine)
            for machine, evidence in machines if evidence.cells] or [
        answer_of(claim.test, shelf.evidence(campaign), label, panels)]


def verdicts_of(campaigns: Sequence[Campaign], labels: Sequence[str],
                operations: Sequence[Operation]) -> Verdicts:
    panels = {(one.pattern, panel.setting): panel.name
              for one in operations for panel in one.panels}
    shelf = Shelf(campaigns, oversubscribed=False)
    papers = [(paper, [ClaimEntry(claim, [
        one for campaign, label in zip(campaigns, labels, strict=True)
        for one in answers_of(claim, campaign, label, panels, shelf)]) for claim in paper.claims])
        for paper in PAPERS]
    found = Counter(css for _, entries in papers for entry in entries for css in entry.css)
    return Verdicts(papers, [(verdict, css, found[css]) for verdict, css in VERDICTS.items()])
