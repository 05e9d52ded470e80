# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims, each with the verdict of every campaign."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from comops.reports.terminal.screen import COLUMNS
from comops.reports.words.phrases import capitalized
from comops.reports.words.settings import campaigns_labelled
from comops.results.read import Campaign
from comops_papers.claims import PAPERS
from comops_papers.claims.claim import Claim
from comops_papers.claims.finding import ClaimFinding
from comops_papers.items.items import Shelf
from comops_papers.report.tables import lines_text


class ClaimAnswer(NamedTuple):
    """One campaign's finding on a claim, or that of one simulated machine in it."""

    claim: Claim
    label: str
    machine: str
    finding: ClaimFinding

    @property
    def bounds(self) -> str:
        return ((self.machine and self.claim.there) or self.claim.test).bounds

    @property
    def text(self) -> str:
        finding = self.finding
        why = f"{capitalized(finding.reason)}." if finding.reason else ""
        how = f"Decided by: {finding.command}" if finding.command else ""
        said = " ".join(filter(None, (finding.words, why, how)))
        return f"{self.machine}, simulated: {said}" if self.machine else said


def answers_of(claim: Claim, campaign: Campaign, label: str, shelf: Shelf) -> list[ClaimAnswer]:
    """One, or one for each of the claim's machines that was simulated."""
    test = claim.there or claim.test
    return [ClaimAnswer(claim, label, machine, test.find(
        shelf.evidence(campaign) if test.everywhere else shelf.evidence(campaign, machine)))
            for machine in claim.machines if shelf.evidence(campaign, machine).cells] or [
        ClaimAnswer(claim, label, "", claim.test.find(shelf.evidence(campaign)))]


def answers(campaigns: Sequence[Campaign], claims: Sequence[Claim]) -> Iterator[ClaimAnswer]:
    """All of them; of reproductions, which are many campaigns, those that have what it is about."""
    shelf = Shelf(campaigns, oversubscribed=False)
    labelled = campaigns_labelled(campaigns)
    reproductions = all(campaign.record.reproduces for campaign in campaigns)
    for claim in claims:
        every = [answer for campaign, label in labelled
                 for answer in answers_of(claim, campaign, label, shelf)]
        about = [answer for answer in every if answer.finding.words] or every[:1]
        yield from about if reproductions else every


def claims_text(campaigns: Sequence[Campaign], columns: int = COLUMNS) -> str:
    """Every claim that a campaign can test: its number, the verdict, what it says, and why."""
    text = []
    for paper in PAPERS:
        rows = [(str(answer.claim.number), answer.finding.verdict,
                 f"{answer.claim.said} ({answer.claim.cited}; {answer.bounds}) "
                 f"{f'[{answer.label}] ' if len(campaigns) > 1 else ''}{answer.text}")
                for answer in answers(campaigns, paper.claims)]
        text.append(f"{paper.author}, {paper.year}\n{lines_text(rows, columns)}")
    return "\n".join(text)
