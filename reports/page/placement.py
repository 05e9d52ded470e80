# SPDX-License-Identifier: BSD-3-Clause
"""Placement: the machine of each file, with the ranks of every placement on it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from records.read import Campaign
from records.topology import Machine, Placement, machine_of, placements_of
from reports.answers.measured import measured_by_placement, trust_notes
from reports.draw.boxes import private_caches
from reports.draw.machine_tables import canary_rows, latency_rows, memory_rows
from reports.draw.picture import Picture, Pictures, legend
from reports.page.report import Report
from reports.words.formats import plural

OPEN_MOST = 3  # with more rank counts than this, all of them begin closed


def groups_of(machine: Machine, placements: Sequence[Placement]
              ) -> list[tuple[str, list[tuple[Placement, Picture]]]]:
    """The placements of each number of ranks with their pictures, which leave out the same parts.
    """
    by_ranks: dict[int, list[Placement]] = defaultdict(list)
    for one in placements:
        if not one.refused:
            by_ranks[one.ranks].append(one)
    every = [(plural(ranks, "rank"), some, Pictures(machine, some))
             for ranks, some in sorted(by_ranks.items())]
    return [(title, [(one, pictures.picture(one)) for one in some])
            for title, some, pictures in every]


def part_of(campaign: Campaign, label: str) -> dict[str, Any]:
    """The pictures and tables of one campaign; `lacking` says why there are none."""
    try:
        machine = machine_of(campaign.facts["topology"])
        placements = placements_of(campaign.facts.get("placements", []))
        groups = groups_of(machine, placements)
    except ValueError as error:
        return {"label": label, "lacking": f"The machine in this file cannot be drawn: {error}."}
    return {
        "label": label,
        "lacking": "",
        "groups": groups,
        "open": len(groups) <= OPEN_MOST,
        "legend": [(Markup(fragment), words) for fragment, words in legend(machine)],
        "meanings": {one.name: one.meaning for _, some in groups for one, _ in some if one.meaning},
        "caches": private_caches(machine),
        "latencies": latency_rows(machine),
        "memories": memory_rows(machine),
        "canaries": canary_rows(campaign.canaries),
        "notes": trust_notes(campaign, measured_by_placement(campaign)),
    }


def placement(report: Report) -> dict[str, Any] | None:
    """The machine of each file; None if no file has one: simulations have none."""
    parts = [part_of(one, label) for one, label in report.labelled if "topology" in one.facts]
    return {"parts": parts} if parts else None
