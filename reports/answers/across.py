# SPDX-License-Identifier: BSD-3-Clause
"""Articles across panels: a setting in several campaigns, times over ranks, messages over pairs,
and a placement beside the campaign's first."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from comops.reports.answers.measures import RatioLine, ratio_lines
from comops.reports.answers.panels import Legend, Measured, Operation, Panel, selected
from comops.reports.answers.series import Series
from comops.reports.words.formats import plural
from comops.reports.words.settings import Setting, label_of, title_of
from comops.results.cell import CellRecord
from comops.results.findings import PairRecord
from comops.results.keys import CellKey

BYTES = 800_000  # the paper's size; where it was not measured, the nearest
PAIRS = "pairs"  # the series of message_rate
# In what the panels of an article differ, and what their settings have in common in its place.
VARYING = {
    "campaign": {"campaign": ""}, "ranks": {"ranks": 0}, PAIRS: {"series": 0, "series_of": ""}}
PREFIXES = {"campaign": "overlay", "ranks": "scaling", PAIRS: PAIRS}
MEASURED = {"ranks": "time", PAIRS: "messages"}  # what is drawn over either
NAMED = {"placement", "ranks", "buffers", "consume"}


@dataclass(frozen=True)
class Across(Legend):
    """Panels that differ only in what they are `over`; `setting` is what they share, `bytes` the
    size that is drawn over ranks or pairs."""

    setting: Setting
    panels: list[Panel]
    over: str  # of VARYING
    bytes: int = 0

    @property
    def name(self) -> str:
        return self.panels[0].name.replace("panel", PREFIXES[self.over], 1)

    @property
    def title(self) -> str:
        return title_of(self.panels[0].pattern, self.setting)

    @property
    def label(self) -> str:
        return label_of(self.setting, NAMED)

    @property
    def caption(self) -> str:
        return label_of(self.setting, NAMED | {"method"})

    @property
    def oversubscribed(self) -> bool:
        return any(panel.oversubscribed for panel in self.panels)

    @property
    def compared(self) -> list[str]:
        """The names of the ratios that any of its panels has."""
        lines = [line for panel in self.panels for line in ratio_lines(panel)]
        return list(dict.fromkeys(name for line in lines for name in line.names))

    @property
    def counts(self) -> list[tuple[int, str, Panel]]:
        """The number of ranks or pairs of each panel, also in words."""
        counts = [(count_of(panel, self.over), panel) for panel in self.panels]
        return [(count, plural(count, self.over[:-1]), names) for count, names in counts]

    @property
    def series(self) -> list[Series]:
        return sorted({line for panel in self.panels for line in panel.series},
                      key=lambda line: line.index)

    @property
    def drawn(self) -> set[tuple[str, str]]:
        return set().union(*(panel.drawn for panel in self.panels))


def count_of(panel: Panel, over: str) -> int:
    """Its number of ranks or pairs."""
    return getattr(panel.setting, next(iter(VARYING[over])))


def grouped(panels: Iterable[Panel], over: str) -> list[tuple[Setting, list[Panel]]]:
    """The panels that differ only in this, by its value."""
    groups: dict[Setting, list[Panel]] = defaultdict(list)
    for panel in sorted(panels, key=lambda panel: count_of(panel, over)):
        groups[panel.setting._replace(**VARYING[over])].append(panel)
    return sorted(groups.items())


def overlays_of(operation: Operation) -> list[Across]:
    """The settings that several campaigns measured at more than one size."""
    drawn = [panel for panel in operation.panels if panel.points]
    return [Across(setting, alike, "campaign") for setting, alike in grouped(drawn, "campaign")
            if len(alike) > 1]


def scalings_of(operation: Operation) -> list[Across]:
    """Times over ranks of a long message, and messages over pairs of the shortest one."""
    drawn = [panel for panel in operation.panels if panel.points]
    paired = [panel for panel in drawn if panel.setting.series_of == PAIRS]
    scalings = []
    for over, panels, distance in (
            ("ranks", drawn, lambda size: abs(math.log(size / BYTES))), (PAIRS, paired, None)):
        for setting, alike in grouped(panels, over):
            sizes = set.intersection(*({c.key.bytes for c in panel.points} for panel in alike))
            if sizes and len(alike) > 1:
                scalings.append(Across(setting, alike, over, min(sorted(sizes), key=distance)))
    return scalings


def messages_of(operation: Operation) -> list[dict[str, Any]]:
    """Messages per second by size and number of pairs, by setting; nothing for an operation whose
    messages are not counted. `pairs`: whether their number is part of the rows."""
    counted = [panel for panel in operation.panels
               if any(cell.messages_per_s for cell in panel.cells)]
    return [{
        "name": alike[0].name.replace("panel", "messages", 1), "title": operation.pattern,
        "setting": setting, "caption": label_of(setting, NAMED | {"method"}),
        "rows": sorted(((panel, row) for panel in alike for row in panel.rows),
                       key=lambda entry: (entry[1].size, entry[0].setting.series)),
        "paths": list(dict.fromkeys(path for panel in alike for path in panel.paths)),
        "pairs": alike[0].setting.series_of == PAIRS,
    } for setting, alike in grouped(counted, PAIRS)]


class PlacedPanel(NamedTuple):
    """A panel, and the recorded ratios of its cells to the same ones on the first placement:
    time here / time there."""

    name: str
    panel: Panel
    caption: str
    first: str
    pairs: Mapping[CellKey, PairRecord]

    @property
    def setting(self) -> Setting:
        return self.panel.setting

    @property
    def title(self) -> str:
        return f"{self.panel.title}: {self.setting.placement} beside {self.first}"

    @property
    def lines(self) -> list[RatioLine]:
        """A line for each protocol that the panel's charts show at first."""
        points: dict[str, list[PairRecord]] = {}
        for line in self.panel.shown_first:
            for cell in self.panel.points:
                if cell.key.implementation == line.implementation and cell.key in self.pairs:
                    points.setdefault(line.label, []).append(self.pairs[cell.key])
        return [RatioLine((label,), look, tuple(pairs))
                for look, (label, pairs) in enumerate(points.items())]

    def ratio_of(self, cell: CellRecord) -> Measured | None:
        pair = self.pairs.get(cell.key)
        return (pair.ratio, pair.ci95) if pair else None


def placed_of(operation: Operation, several: bool) -> list[PlacedPanel]:
    """The panels whose cells have such ratios; `several`: campaigns."""
    named = set(Setting._fields) - {"placement", "" if several else "campaign"}
    placed = []
    for panel in operation.panels:
        ratios = panel.campaign.placement_ratios
        pairs = {cell.key: ratios[cell.key] for cell in panel.cells if cell.key in ratios}
        if pairs:
            name = panel.name.replace("panel", "placed", 1)
            first = next(iter(pairs.values())).a.placement
            placed.append(PlacedPanel(name, panel, label_of(panel.setting, named), first, pairs))
    return placed


# ---- simulated machines, each a placement -----------------------------------------------------


def largest(panels: Iterable[Panel]) -> list[Panel]:
    """For each machine, the panel with the most ranks."""
    ascending = sorted(panels, key=lambda panel: panel.setting.ranks)
    return list({panel.setting.placement: panel for panel in ascending}.values())


def at_most_ranks(operations: Sequence[Operation]) -> list[Operation]:
    """The operations with the panel of the most ranks of each machine alone."""
    kept = {
        panel.name
        for operation in operations
        for title in {panel.title for panel in operation.panels}
        for panel in largest(panel for panel in operation.panels if panel.title == title)
    }
    return selected(operations, lambda panel: panel.name in kept)
