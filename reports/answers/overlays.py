# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns in one chart: the panels of an operation that differ only in their campaign."""

from collections import defaultdict
from dataclasses import dataclass

from reports.answers.panels import Operation, Panel
from reports.answers.ratios import ratio_lines
from reports.words.settings import Setting, label_of


@dataclass(frozen=True, slots=True)
class Overlay:
    """One setting in several campaigns."""

    name: str
    title: str
    label: str
    panels: list[Panel]

    @property
    def setting(self) -> Setting:
        """What the panels share, without a campaign."""
        return self.panels[0].setting._replace(campaign="")

    @property
    def caption(self) -> str:
        return label_of(self.setting, {"placement", "ranks", "buffers", "consume", "method"})

    @property
    def oversubscribed(self) -> bool:
        return any(panel.oversubscribed for panel in self.panels)

    @property
    def compared(self) -> list[str]:
        """The names of the ratios that any of its panels has."""
        lines = [line for panel in self.panels for line in ratio_lines(panel)]
        return list(dict.fromkeys(name for line in lines for name in line.names))


def overlays_of(operation: Operation) -> list[Overlay]:
    """The settings that several campaigns measured at more than one size."""
    groups: dict[Setting, list[Panel]] = defaultdict(list)
    for panel in operation.panels:
        if panel.points:
            groups[panel.setting._replace(campaign="")].append(panel)
    return [
        Overlay(
            panels[0].name.replace("panel", "overlay", 1),
            panels[0].title,
            label_of(setting, {"placement", "ranks", "buffers", "consume"}),
            panels,
        )
        for setting, panels in sorted(groups.items())
        if len(panels) > 1
    ]
