# SPDX-License-Identifier: BSD-3-Clause
"""Placement: the machine of each file, with the ranks of every placement on it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from reports.answers.measured import measured_by_seats, trust_notes
from reports.draw.boxes import private_caches
from reports.draw.machine_tables import Rows, canary_rows, latency_rows, memory_rows
from reports.draw.picture import Pictures, legend
from reports.page.report import Report
from records.read import Campaign
from records.topology import Machine, Placement, machine_of, placements_of
from reports.words.formats import plural

OPEN_MOST = 3  # with more rank counts than this, all of them begin closed


@dataclass(frozen=True, slots=True)
class Drawn:
    placement: Placement
    svg: Markup
    width: float


@dataclass(frozen=True, slots=True)
class Group:
    """All placements of one number of ranks."""

    title: str
    pictures: list[Drawn]
    open: bool

    @property
    def names(self) -> str:
        return ", ".join(one.placement.name for one in self.pictures)


@dataclass(frozen=True, slots=True)
class Part:
    """The pictures and tables of one campaign; `lacking` says why there are none."""

    label: str
    groups: list[Group] = field(default_factory=list)
    legend: list[tuple[Markup, str]] = field(default_factory=list)
    caches: str = ""
    latencies: Rows = field(default_factory=list)
    memories: Rows = field(default_factory=list)
    canaries: Rows = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # how its distances were measured to be
    lacking: str = ""

    @property
    def meanings(self) -> dict[str, str]:
        """What each placement means, where the file says it."""
        every = [one.placement for group in self.groups for one in group.pictures]
        return {one.name: one.meaning for one in every if one.meaning}


def groups_of(machine: Machine, placements: Sequence[Placement]) -> list[Group]:
    """The pictures by number of ranks; those of a group leave out the same parts."""
    by_ranks: dict[int, list[Placement]] = defaultdict(list)
    for one in placements:
        if not one.refused:
            by_ranks[one.ranks].append(one)
    groups = []
    for ranks, some in sorted(by_ranks.items()):
        pictures = Pictures(machine, some)
        drawn = [(one, pictures.picture(one)) for one in some]
        shown = [Drawn(one, Markup(it.svg), it.width) for one, it in drawn]
        groups.append(Group(plural(ranks, "rank"), shown, len(by_ranks) <= OPEN_MOST))
    return groups


def part_of(campaign: Campaign, label: str) -> Part:
    try:
        machine = machine_of(campaign.facts["topology"])
        groups = groups_of(machine, placements_of(campaign.facts.get("placements", [])))
    except ValueError as error:
        return Part(label, lacking=f"The machine in this file cannot be drawn: {error}.")
    return Part(
        label,
        groups,
        [(Markup(fragment), words) for fragment, words in legend(machine)],
        private_caches(machine),
        latency_rows(machine),
        memory_rows(machine),
        canary_rows(campaign.canaries),
        trust_notes(campaign, measured_by_seats(campaign)),
    )


def placement(report: Report) -> dict[str, Any] | None:
    """The machine of each file; None if no file has one: simulations have none."""
    parts = [part_of(one, label) for one, label in report.labelled if "topology" in one.facts]
    return {"parts": parts} if parts else None
