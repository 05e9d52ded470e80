# SPDX-License-Identifier: BSD-3-Clause
"""Placement: the machine of each file, with the ranks of every placement on it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from records.read import Campaign
from records.topology import Machine, Placement, machine_of, placements_of
from reports.answers.measured import measured_by_placement, trust_notes
from reports.draw.boxes import private_caches
from reports.draw.machine_tables import Rows, canary_rows, latency_rows, memory_rows
from reports.draw.picture import Picture, Pictures, legend
from reports.page.report import Report
from reports.words.formats import plural

OPEN_MOST = 3  # with more rank counts than this, all of them begin closed


class Group(NamedTuple):
    """All placements of one number of ranks."""

    title: str
    pictures: list[tuple[Placement, Picture]]
    open: bool

    @property
    def names(self) -> str:
        return ", ".join(one.name for one, _ in self.pictures)


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
        return {one.name: one.meaning for group in self.groups for one, _ in group.pictures
                if one.meaning}


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
        groups.append(Group(plural(ranks, "rank"), drawn, len(by_ranks) <= OPEN_MOST))
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
        trust_notes(campaign, measured_by_placement(campaign)),
    )


def placement(report: Report) -> dict[str, Any] | None:
    """The machine of each file; None if no file has one: simulations have none."""
    parts = [part_of(one, label) for one, label in report.labelled if "topology" in one.facts]
    return {"parts": parts} if parts else None
