# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign measured of the machine itself, for the heading and the lines on trust."""

from collections import defaultdict

from comops.reports.words.formats import plural
from comops.reports.words.trust import contradiction_text, machine_texts, trust_text
from comops.results.read import Campaign
from comops.results.topology import Part, machine_of
from comops.statistics.handovers import HandoverSummary, MeasuredPlacement, contradictions
from comops.statistics.trust import Place, trust_of


def _depth(tree: Part, pus: set[int]) -> int:
    """How deep the smallest part with all these hardware threads lies in the tree."""
    inner = (part for part in tree.children if pus <= {thread.index for thread in part.threads})
    return next((1 + _depth(part, pus) for part in inner), 0)


def _contradicted(campaign: Campaign, measured: dict[Place, HandoverSummary],
                  names: dict[Place, str]) -> dict[str, list[str]]:
    """By name of a placement, the placements that should be farther apart and are nearer."""
    contradicted: dict[str, list[str]] = defaultdict(list)
    try:
        tree = machine_of(campaign.record.topology, campaign.record.placements).tree
    except ValueError:  # the machine is not described
        return contradicted
    known = []
    for placement in campaign.record.placements:
        place = placement.name, placement.ranks
        if place in measured and measured[place].classes and placement.ranks > 1:
            depths = [_depth(tree, {placement.pus[0], other}) for other in placement.pus[1:]]
            known.append(MeasuredPlacement(names[place], (min(depths), max(depths)),
                                           measured[place].classes[0][:2]))
    for near, far in contradictions(known):
        contradicted[near.name].append(contradiction_text(near, far))
    return contradicted


def trust_notes(campaign: Campaign, measured: dict[Place, HandoverSummary]) -> list[str]:
    """What of the machine makes results less certain, one line each."""
    several = len({ranks for _, ranks in measured}) > 1
    names = {place: f"{place[0]}, {plural(place[1], 'rank')}" if several else place[0]
             for place in measured}
    against = _contradicted(campaign, measured, names)
    notes = []
    for place, summary in measured.items():
        note = trust_text(summary)
        notes += [f"{names[place]}: {note}" if len(measured) > 1 else note] if note else []
        notes += against[names[place]]
    explained = (trust := trust_of(campaign)) and trust.explained
    return [*notes, *machine_texts(explained or {}, len(campaign.cells))]
