# SPDX-License-Identifier: BSD-3-Clause
"""What all sections of a page share: the campaigns, their series and their operations."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.answer import paths_in_order
from analysis.panels import Operation, operations_of
from analysis.scaling import Scaling, scalings_of
from analysis.series import Series, series_of
from read.results import Campaign, Cell
from words.settings import campaign_labels


@dataclass(frozen=True, slots=True)
class Report:
    """Campaigns with their labels; series, operations, and scalings by operation name."""

    campaigns: Sequence[Campaign]
    labels: list[str]
    cells: list[Cell]
    series: list[Series]
    operations: list[Operation]
    scalings: dict[str, list[Scaling]]

    @property
    def labelled(self) -> list[tuple[Campaign, str]]:
        return list(zip(self.campaigns, self.labels, strict=True))

    @property
    def paths(self) -> list[str]:
        """All paths, the headline path first."""
        return paths_in_order(cell.key.path for cell in self.cells)


def report_of(campaigns: Sequence[Campaign]) -> Report:
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    series = series_of(cells)
    operations = operations_of(campaigns, series)
    scalings = {operation.name: scalings_of(operation) for operation in operations}
    return Report(campaigns, campaign_labels(campaigns), cells, series, operations, scalings)
