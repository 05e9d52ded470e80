# SPDX-License-Identifier: BSD-3-Clause
"""What all sections of a page share: the campaigns, their series and their operations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from comops.reports.answers.across import (Across, PlacedPanel, at_most_ranks, overlays_of,
                                           placed_of, scalings_of)
from comops.reports.answers.panels import Operation, operations_of, selected
from comops.reports.answers.series import Series, series_of
from comops.reports.words.settings import campaigns_labelled
from comops.results.cell import CellRecord
from comops.results.read import Campaign
from comops.statistics.verdicts import paths_in_order

# Makes HTML of the text of a template, and of its variables by name.
Render = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Report:
    """Campaigns with their labels; series, operations; by operation name what is across panels.

    Of the operations, `measured` has what was measured, `simulated` what was simulated, and
    `shown` the panels with an article of their own: of simulated machines that of the most ranks.
    `reproduced` are those of `comops reproduce`, which no other section shows.
    """

    campaigns: Sequence[Campaign]
    reproduced: Sequence[Campaign]
    labelled: list[tuple[Campaign, str]]
    cells: list[CellRecord]
    series: list[Series]
    operations: list[Operation]
    measured: list[Operation]
    simulated: list[Operation]
    shown: list[Operation]
    scalings: dict[str, list[Across]]
    overlays: dict[str, list[Across]]
    placed: dict[str, list[PlacedPanel]]

    @property
    def paths(self) -> list[str]:
        """All paths, the headline path first."""
        return paths_in_order(cell.key.path for cell in self.cells)

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each path."""
        return {line.path: line.colour for line in self.series}

    @property
    def linked(self) -> set[str]:
        """The panels that have an article of their own."""
        return {panel.name for operation in self.shown for panel in operation.panels}

    @property
    def direct(self) -> bool:
        """Whether COMOPS' own protocol takes part."""
        return any(cell.key.protocol == "direct" for cell in self.cells)


def report_of(every: Sequence[Campaign]) -> Report:
    reproduced = [campaign for campaign in every if campaign.record.reproduces]
    campaigns = [campaign for campaign in every if not campaign.record.reproduces]
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    labelled = campaigns_labelled(campaigns)
    computed = {label for campaign, label in labelled if campaign.simulated}
    operations = operations_of(campaigns)
    measured = selected(operations, lambda panel: panel.setting.campaign not in computed)
    simulated = selected(operations, lambda panel: panel.setting.campaign in computed)
    names = {panel.name for operations in (measured, at_most_ranks(simulated))
             for operation in operations for panel in operation.panels}
    shown = selected(operations, lambda panel: panel.name in names)
    scalings = {operation.name: scalings_of(operation) for operation in operations}
    overlays = {operation.name: overlays_of(operation) for operation in measured}
    placed = {operation.name: placed_of(operation, len(campaigns) > 1) for operation in measured}
    return Report(campaigns, reproduced, labelled, cells, series_of(cells), operations, measured,
                  simulated, shown, scalings, overlays, placed)
