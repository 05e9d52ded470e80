# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign measured of the machine itself, for the heading and the lines on trust."""

from collections import Counter, defaultdict

from analysis.handovers import Handovers, Measured, measured_of
from records.read import Campaign
from reports.words.distances import trust_text, usual_text


def measured_by_placement(campaign: Campaign) -> dict[str, Measured]:
    """How far the ranks of each placement were from each other."""
    rounds: dict[str, list[Handovers]] = defaultdict(list)
    for record in campaign.rounds:
        rounds[record["placement"]] += (
            Handovers(tuple(before), tuple(after))
            for before, after in zip(record["before_ns"], record["after_ns"], strict=True))
    measured = {name: measured_of(some) for name, some in rounds.items()}
    groups = Counter(record["placement"] for record in campaign.rounds)
    mixed = Counter(record["placement"] for record in campaign.rounds if record["used"] is None)
    return {name: one._replace(mixed=mixed[name] / groups[name])
            for name, one in measured.items() if one}


def distance_note(campaign: Campaign) -> str:
    """What follows the cache that the machine describes; "" if the distance was not measured, or
    of several placements. The lines on trust have the other distances."""
    found = list(measured_by_placement(campaign).values())
    return usual_text(found[0]) if len(found) == 1 else ""


def trust_notes(campaign: Campaign) -> list[str]:
    """What of the machine makes results less certain, one line each."""
    found = measured_by_placement(campaign)
    notes = {name: trust_text(one) for name, one in found.items()}
    return [f"{name}: {note}" if len(found) > 1 else note for name, note in notes.items() if note]
