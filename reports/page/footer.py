# SPDX-License-Identifier: BSD-3-Clause
"""What a figure says below itself: where its numbers are from, and how far to trust them."""

from collections.abc import Iterable, Sequence

from comops.reports.answers.panels import Panel
from comops.reports.terminal.heading import heading_of
from comops.reports.words.formats import date_text
from comops.reports.words.trust import verdict_text
from comops.results.read import Campaign
from comops.statistics.trust import measured_by_placement


def footer(campaign: Campaign, panels: Sequence[Panel]) -> list[str]:
    """The machine and the runtimes, date and version, and how far to trust the numbers."""
    measured, facts = measured_by_placement(campaign), campaign.facts
    return [*heading_of(campaign, panels, measured),
            f"{date_text(facts['started'])}; comops {facts['version']}", *trust_lines([campaign])]


def trust_lines(campaigns: Iterable[Campaign]) -> list[str]:
    """How far to trust the numbers of these campaigns, each verdict once."""
    return [f"Trust: {said}" for said in dict.fromkeys(map(verdict_text, campaigns)) if said]
