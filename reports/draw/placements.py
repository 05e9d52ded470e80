# SPDX-License-Identifier: BSD-3-Clause
"""The part Placement: the machine of each file with its ranks in their seats."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from draw.boxes import plural, private_caches
from draw.machine_tables import Rows, latency_rows, memory_rows
from draw.picture import Pictures, legend
from read.results import Campaign
from read.topology import Machine, Seats, machine_of, placements_of

OPEN_MOST = 3  # of more numbers of ranks the reader opens what she wants to see


@dataclass(frozen=True, slots=True)
class Seated:
    """One placement and its picture."""

    seats: Seats
    svg: Markup
    width: float


@dataclass(frozen=True, slots=True)
class Group:
    """All placements of one number of ranks."""

    title: str
    pictures: list[Seated]
    open: bool

    @property
    def names(self) -> str:
        """The placements by name."""
        return ", ".join(one.seats.name for one in self.pictures)


@dataclass(frozen=True, slots=True)
class Placement:
    """What the part shows of one campaign; `lacking` says why there is nothing."""

    label: str
    groups: list[Group] = field(default_factory=list)
    legend: list[tuple[Markup, str]] = field(default_factory=list)
    caches: str = ""
    latencies: Rows = field(default_factory=list)
    memories: Rows = field(default_factory=list)
    lacking: str = ""

    @property
    def meanings(self) -> dict[str, str]:
        """What each placement means, where the file says it."""
        every = [one.seats for group in self.groups for one in group.pictures]
        return {one.name: one.meaning for one in every if one.meaning}


def groups_of(machine: Machine, placements: Sequence[Seats]) -> list[Group]:
    """The pictures, by number of ranks; those of a number fold the same parts."""
    by_ranks: dict[int, list[Seats]] = defaultdict(list)
    for one in placements:
        if not one.refused:
            by_ranks[one.ranks].append(one)
    groups = []
    for ranks, some in sorted(by_ranks.items()):
        pictures = Pictures(machine, some)
        drawn = [(one, pictures.picture(one)) for one in some]
        seated = [Seated(one, Markup(it.svg), it.width) for one, it in drawn]
        groups.append(Group(plural(ranks, "rank"), seated, len(by_ranks) <= OPEN_MOST))
    return groups


def placement_of(campaign: Campaign, label: str) -> Placement:
    """The part of one campaign."""
    if "topology" not in campaign.facts:
        return Placement(label, lacking="This file was written before comops recorded the machine.")
    try:
        machine = machine_of(campaign.facts["topology"])
        groups = groups_of(machine, placements_of(campaign.facts.get("placements", [])))
    except ValueError as error:
        return Placement(label, lacking=f"The machine in this file cannot be drawn: {error}.")
    return Placement(
        label,
        groups,
        [(Markup(fragment), words) for fragment, words in legend(machine)],
        private_caches(machine),
        latency_rows(machine),
        memory_rows(machine),
    )


def placement_parts(campaigns: Sequence[Campaign], labels: Sequence[str]) -> list[Placement]:
    """The part of each campaign; nothing if no file has a machine."""
    parts = [placement_of(*pair) for pair in zip(campaigns, labels, strict=True)]
    old = all("topology" not in campaign.facts for campaign in campaigns)
    return [] if old else parts
