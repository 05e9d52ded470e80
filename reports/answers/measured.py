# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign measured of the machine itself, for the heading and the lines on trust."""

from collections import Counter, defaultdict

from analysis.handovers import Handovers, Measured, Seated, contradictions, measured_of
from records.read import Campaign
from records.topology import Part, machine_of, placements_of
from reports.words.trust import contradiction_text, trust_text, usual_text
from reports.words.formats import plural

Seats = tuple[str, int]  # a placement and its ranks


def measured_by_seats(campaign: Campaign) -> dict[Seats, Measured]:
    """How far the ranks of each placement were from each other."""
    rounds: dict[Seats, list[Handovers]] = defaultdict(list)
    groups, mixed = Counter[Seats](), Counter[Seats]()
    for record in campaign.rounds:
        seats = record["placement"], record["ranks"]
        rounds[seats] += (Handovers(tuple(before), tuple(after)) for before, after in zip(
            record["before_ns"], record["after_ns"], strict=True))
        groups[seats] += 1
        mixed[seats] += record["used"] is None
    measured = {seats: measured_of(some) for seats, some in rounds.items()}
    return {seats: one._replace(mixed=mixed[seats] / groups[seats])
            for seats, one in measured.items() if one}


def distance_notes(measured: dict[Seats, Measured]) -> dict[Seats, str]:
    """What follows the cache that the machine describes, of each placement whose distance was
    measured. The lines on trust have the other distances."""
    return {seats: usual_text(one) for seats, one in measured.items()}


def _depth(tree: Part, pus: set[int]) -> int:
    """How deep the smallest part with all these hardware threads lies in the tree."""
    inner = (part for part in tree.children if pus <= {one.index for one in part.threads})
    return next((1 + _depth(part, pus) for part in inner), 0)


def _contradicted(campaign: Campaign, measured: dict[Seats, Measured], names: dict[Seats, str]
                  ) -> dict[str, list[str]]:
    """By name of a placement, the placements that should be farther apart and are nearer."""
    found: dict[str, list[str]] = defaultdict(list)
    try:
        tree = machine_of(campaign.facts["topology"]).tree
        placements = placements_of(campaign.facts.get("placements", []))
    except (LookupError, ValueError):  # the machine is not described
        return found
    seated = []
    for one in placements:
        seats = one.name, one.ranks
        if seats in measured and measured[seats].classes and one.ranks > 1:
            depths = [_depth(tree, {one.pus[0], other}) for other in one.pus[1:]]
            seated.append(Seated(names[seats], (min(depths), max(depths)),
                                 measured[seats].classes[0][:2]))
    for near, far in contradictions(seated):
        found[near.name].append(contradiction_text(near, far))
    return found


def trust_notes(campaign: Campaign, measured: dict[Seats, Measured]) -> list[str]:
    """What of the machine makes results less certain, one line each."""
    several = len({ranks for _, ranks in measured}) > 1
    names = {seats: f"{seats[0]}, {plural(seats[1], 'rank')}" if several else seats[0]
             for seats in measured}
    against = _contradicted(campaign, measured, names)
    notes = []
    for seats, one in measured.items():
        note = trust_text(one)
        notes += [f"{names[seats]}: {note}" if len(measured) > 1 else note] if note else []
        notes += against[names[seats]]
    return notes
