# SPDX-License-Identifier: BSD-3-Clause
"""Placements: how much longer each cell takes on one than on the campaign's first."""

from collections.abc import Mapping
from dataclasses import dataclass

from reports.answers.measures import Measured
from reports.answers.panels import Operation, Panel
from reports.answers.ratios import RatioLine
from records.keys import CellKey
from records.pairs import Pair
from records.read import Campaign, Cell
from reports.words.settings import Setting, label_of


@dataclass(frozen=True, slots=True)
class Placed:
    """A panel, and the recorded ratios of its cells to the same ones on the first placement:
    time here / time there."""

    name: str
    panel: Panel
    caption: str
    first: str
    pairs: Mapping[CellKey, Pair]

    @property
    def setting(self) -> Setting:
        return self.panel.setting

    @property
    def title(self) -> str:
        return f"{self.panel.title}: {self.setting.placement} beside {self.first}"

    @property
    def lines(self) -> list[RatioLine]:
        """A line for each protocol that the panel's charts show at first."""
        drawn = [one for some in self.panel.legend.values() for one in some
                 if one.implementation in self.panel.drawn]
        points = [
            tuple((cell, self.pairs[cell.key]) for cell in self.panel.points
                  if cell.key.implementation == one.implementation and cell.key in self.pairs)
            for one in drawn
        ]
        found = [(one, some) for one, some in zip(drawn, points, strict=True) if some]
        return [RatioLine((one.label,), look, some) for look, (one, some) in enumerate(found)]

    def ratio_of(self, cell: Cell) -> Measured | None:
        pair = self.pairs.get(cell.key)
        return (pair.ratio, pair.ci95) if pair else None


def placed_of(operation: Operation, campaigns: Mapping[str, Campaign]) -> list[Placed]:
    """The panels whose cells have such ratios; `campaigns` by label."""
    named = set(Setting._fields) - {"placement", "campaign" if len(campaigns) < 2 else ""}
    found = []
    for panel in operation.panels:
        ratios = campaigns[panel.setting.campaign].placement_ratios
        pairs = {cell.key: ratios[cell.key] for cell in panel.cells if cell.key in ratios}
        if pairs:
            name = panel.name.replace("panel", "placed", 1)
            first = next(iter(pairs.values())).a.placement
            found.append(Placed(name, panel, label_of(panel.setting, named), first, pairs))
    return found
