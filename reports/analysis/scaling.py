# SPDX-License-Identifier: BSD-3-Clause
"""Time over ranks: the panels of an operation that differ only in the number of ranks."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.panels import Operation, Panel
from analysis.series import Series
from words.settings import Setting, label_of

BYTES = 800_000  # the paper's size; where it was not measured, the nearest


@dataclass(frozen=True, slots=True)
class Scaling:
    """One setting at several numbers of ranks, and the size that is drawn."""

    name: str
    title: str
    label: str
    panels: list[Panel]
    bytes: int

    @property
    def setting(self) -> Setting:
        """What the panels share, with 0 ranks."""
        return self.panels[0].setting._replace(ranks=0)

    @property
    def caption(self) -> str:
        return label_of(self.setting, {"placement", "buffers", "consume", "method"})

    @property
    def oversubscribed(self) -> bool:
        return any(panel.oversubscribed for panel in self.panels)

    @property
    def legend(self) -> dict[str, list[Series]]:
        merged: dict[str, list[Series]] = {}
        for panel in self.panels:
            for path, some in panel.legend.items():
                mine = merged.setdefault(path, [])
                mine += [one for one in some if one not in mine]
        return merged

    @property
    def drawn(self) -> set[tuple[str, str]]:
        return set().union(*(panel.drawn for panel in self.panels))


def nearest(sizes: Sequence[int]) -> int:
    """The size whose ratio to BYTES is closest to 1."""
    return min(sizes, key=lambda size: abs(math.log(size / BYTES)))


def scalings_of(operation: Operation) -> list[Scaling]:
    """The settings of an operation that have a size at two or more numbers of ranks."""
    groups: dict[Setting, list[Panel]] = defaultdict(list)
    for panel in operation.panels:
        if panel.points:
            groups[panel.setting._replace(ranks=0)].append(panel)
    scalings = []
    for setting, panels in sorted(groups.items()):
        sizes = set.intersection(*({c.key.bytes for c in panel.points} for panel in panels))
        if len(panels) > 1 and sizes:
            panels.sort(key=lambda panel: panel.setting.ranks)
            name = panels[0].name.replace("panel", "scaling", 1)
            label = label_of(setting, {"placement", "buffers", "consume"})
            scalings.append(Scaling(name, panels[0].title, label, panels, nearest(sorted(sizes))))
    return scalings
