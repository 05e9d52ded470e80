# SPDX-License-Identifier: BSD-3-Clause
"""The campaigns that items are shown from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from comops.results.campaign import PlatformRecord
from comops.results.read import Campaign
from comops_papers.claims.evidence import Evidence
from comops_pstswm.model_runs import ModelRun, model_runs
from comops_simulate.bands import Band, bands_of


class Shelf:
    """Campaigns, and the evidence of each, which is made once."""

    def __init__(self, campaigns: Iterable[Campaign] = (), oversubscribed: bool = True) -> None:
        self.campaigns, self.oversubscribed = list(campaigns), oversubscribed
        self._evidence: dict[tuple[int, str], Evidence] = {}

    def evidence(self, campaign: Campaign, machine: str = "") -> Evidence:
        key = id(campaign), machine
        if key not in self._evidence:
            self._evidence[key] = Evidence(campaign, machine, self.oversubscribed)
        return self._evidence[key]


def reproduced(campaigns: Iterable[Campaign]) -> Shelf:
    """The campaigns of `comops reproduce` alone."""
    return Shelf(campaign for campaign in campaigns if campaign.record.reproduces)


@dataclass(frozen=True, slots=True)
class Runs:
    """The campaigns that an item is shown from."""

    shelf: Shelf
    measured: Sequence[Campaign] = ()
    simulated: Sequence[Campaign] = ()

    @property
    def here(self) -> list[Evidence]:
        return [self.shelf.evidence(campaign) for campaign in self.measured]

    def on(self, machine: str) -> list[Evidence]:
        """What was simulated on the machine of this name; without one, what was measured here."""
        if not machine:
            return self.here
        every = (self.shelf.evidence(campaign, machine) for campaign in self.simulated)
        return [evidence for evidence in every if evidence.cells]

    @property
    def platforms(self) -> dict[str, PlatformRecord]:
        """The simulated machines by name."""
        return {platform.name: platform for campaign in self.simulated
                for platform in campaign.record.platforms}

    @property
    def bands(self) -> dict[str, Band]:
        """How far simulated times may be off, by path; the same for all machines of the papers."""
        return {path: band for platform in self.platforms.values()
                for path, band in bands_of(platform).items()}

    @property
    def model(self) -> list[ModelRun]:
        """Runs of Worley's model."""
        return [run for campaign in self.measured for run in model_runs(campaign.further)]
