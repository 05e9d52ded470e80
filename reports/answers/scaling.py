# SPDX-License-Identifier: BSD-3-Clause
"""Time over ranks, messages over pairs: panels that differ only in the number of either."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.answers.panels import Operation, Panel
from reports.answers.series import Series
from reports.words.formats import plural
from reports.words.settings import Setting, label_of, title_of

BYTES = 800_000  # the paper's size; where it was not measured, the nearest
PAIRS = "pairs"  # the series of message_rate
# What a chart is over, and what its panels' settings have in common in its place.
VARYING = {"ranks": {"ranks": 0}, PAIRS: {"series": 0, "series_of": ""}}
MEASURED = {"ranks": "time", PAIRS: "messages"}  # what is drawn over either


@dataclass(frozen=True, slots=True)
class Scaling:
    """One setting at several numbers of ranks or pairs, and the size that is drawn."""

    name: str
    title: str
    label: str
    panels: list[Panel]
    bytes: int
    over: str  # of VARYING

    @property
    def setting(self) -> Setting:
        """What the panels share, without what differs."""
        return without(self.panels[0].setting, self.over)

    @property
    def caption(self) -> str:
        return label_of(self.setting, {"placement", "ranks", "buffers", "consume", "method"})

    @property
    def counts(self) -> list[tuple[int, str, Panel]]:
        """The number of ranks or pairs of each panel, also in words."""
        counts = [(count_of(one, self.over), one) for one in self.panels]
        return [(count, plural(count, self.over[:-1]), one) for count, one in counts]

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


def without(setting: Setting, over: str) -> Setting:
    return setting._replace(**VARYING[over])


def count_of(panel: Panel, over: str) -> int:
    """Its number of ranks or pairs."""
    return getattr(panel.setting, next(iter(VARYING[over])))


def grouped(panels: Iterable[Panel], over: str) -> list[tuple[Setting, list[Panel]]]:
    """The panels that differ only in this, by its value; two or more each."""
    groups: dict[Setting, list[Panel]] = defaultdict(list)
    for panel in sorted(panels, key=lambda one: count_of(one, over)):
        groups[without(panel.setting, over)].append(panel)
    return [(setting, some) for setting, some in sorted(groups.items()) if len(some) > 1]


def scalings_of(operation: Operation) -> list[Scaling]:
    """Times over ranks of a long message, and messages over pairs of the shortest one."""
    drawn = [panel for panel in operation.panels if panel.points]
    paired = [panel for panel in drawn if panel.setting.series_of == PAIRS]
    scalings = []
    for over, panels, choice in (("ranks", drawn, nearest), (PAIRS, paired, min)):
        for setting, some in grouped(panels, over):
            sizes = set.intersection(*({c.key.bytes for c in one.points} for one in some))
            if sizes:
                name = some[0].name.replace("panel", over if over == PAIRS else "scaling", 1)
                label = label_of(setting, {"placement", "ranks", "buffers", "consume"})
                scalings.append(Scaling(name, title_of(operation.pattern, setting), label, some,
                                        choice(sorted(sizes)), over))
    return scalings
