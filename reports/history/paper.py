# SPDX-License-Identifier: BSD-3-Clause
"""The figures 3 to 17 of the COMOPS paper, redrawn from a report's panels.

Yong Luo, "Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment", Los Alamos
LA-UR 96-4726, 1996. Captions are ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.answer import paths_in_order
from analysis.panels import Operation, Panel
from analysis.scaling import Scaling
from analysis.series import Series
from common.catalogue import VERDICTS
from words.settings import parameter_text

RANKS = 4  # of the paper's figures over size
SMALL = 80  # bytes, the largest size of figure 6
ORIGINAL = {side["path"]: side["protocols"] for side in VERDICTS["paper"]["sides"]}

ALL_SIZES = "comops run --patterns {pattern} --ranks 4 --sizes 8:4M"
SMALL_SIZES = "comops run --patterns {pattern} --ranks 4 --sizes 8,16,32,48,64,80"
OVER_RANKS = (
    "comops run --patterns {pattern} --placements {placement} --ranks 2,4,6,8 --sizes 800000"
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of an existing panel: its kind, series and largest size; its setting in words."""

    panel: str
    kind: str
    series: list[Series]
    most: int | None
    here: str
    remark: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the paper, what is drawn for it, or the command that would measure it."""

    numbers: str
    title: str
    there: str
    command: str
    drawing: Drawing | None

    @property
    def name(self) -> str:
        return f"figure-{self.numbers.split()[0]}"


OVER_SIZE_FIGURES = {
    "3": ("pingpong", "rate", "a ping-pong"),
    "4": ("broadcast", "rate", "a broadcast"),
    "5": ("reduce", "rate", "a reduction (maximum)"),
    "6": ("pingpong", "time", "a ping-pong"),
    "7": ("gather", "rate", "a gather"),
    "8": ("scatter", "rate", "a scatter"),
}
NOTES = {
    "3": " The paper divides the bytes by the round trip, so its rates are half of these.",
    "6": " The paper's is the round trip, these are one way.",
    "7": " The paper captions 7 and 8 alike, as scatter.",
}
OVER_RANKS_PATTERNS = ("pingpong", "broadcast", "reduce")
OVER_RANKS_FIGURES = {  # the first numbers, and the machines
    "bus": ((9, 12), "DEC AlphaServer 8400 ({}) and the SGI Power Challenge ({}), both with a bus"),
    "crossbar": ((15,), "Convex SPP1600, with a crossbar"),
}


def original(panel: Panel | Scaling) -> list[Series]:
    """Of each path the protocol nearest to the paper's, else the first one drawn."""
    series = []
    for path in paths_in_order(panel.legend):
        some = {one.protocol: one for one in panel.legend[path]}
        names = [name for name in ORIGINAL.get(path.partition("@")[0], ()) if name in some]
        drawn = [one for one in panel.legend[path] if one.implementation in panel.drawn]
        series += [some[names[0]]] if names else drawn[:1]
    return series


def likeness(panel: Panel) -> tuple[bool, bool, int, bool]:
    """Sort key: the panel most like the paper's first: maximum, enough cores, four ranks, bus."""
    setting = panel.setting
    distance = abs(setting.ranks - RANKS)
    return bool(parameter_text(setting)), panel.oversubscribed, distance, setting.placement != "bus"


def size_drawing(operation: Operation | None, kind: str, most: int | None) -> Drawing | None:
    """A chart over size; None with fewer than two sizes."""
    panels = [
        panel
        for panel in (operation.panels if operation else ())
        if len({c.key.bytes for c in panel.points if most is None or c.key.bytes <= most}) > 1
        and (kind == "time" or panel.rate_formula)
    ]
    if not panels:
        return None
    panel = min(panels, key=likeness)
    ranks = panel.setting.ranks
    remark = "" if ranks == RANKS else f"The paper has {RANKS} processors."
    return Drawing(panel.name, kind, original(panel), most, panel.caption, remark)


def scaled_drawing(scalings: Sequence[Scaling], placement: str) -> Drawing | None:
    """A chart over ranks on one placement."""
    some = [one for one in scalings if one.setting.placement == placement]
    if not some:
        return None
    one = min(some, key=lambda each: (bool(parameter_text(each.setting)), each.oversubscribed))
    remark = "Some cells ran oversubscribed." if one.oversubscribed else ""
    return Drawing(one.name, "ranks", original(one), None, one.caption, remark)


def paper_figures(
    operations: Sequence[Operation], scalings: Mapping[str, Sequence[Scaling]]
) -> list[Figure]:
    found = {operation.pattern: operation for operation in operations}
    figures = []
    for number, (pattern, kind, what) in OVER_SIZE_FIGURES.items():
        most = SMALL if kind == "time" else None
        sizes = f"of 8 to {SMALL} bytes" if most else "over message size"
        there = f"{kind} of {what} {sizes}.{NOTES.get(number, '')}"
        drawing = size_drawing(found.get(pattern), kind, most)
        command = (SMALL_SIZES if most else ALL_SIZES).format(pattern=pattern)
        figures.append(Figure(number, f"{pattern}, {kind}", there, command, drawing))
    for placement, (numbers, where) in OVER_RANKS_FIGURES.items():
        for offset, pattern in enumerate(OVER_RANKS_PATTERNS):
            shifted = [number + offset for number in numbers]
            names = " and ".join(map(str, shifted))
            operation = found.get(pattern)
            drawing = scaled_drawing(scalings[operation.name] if operation else (), placement)
            there = (
                f"time of a {pattern} of 800 KB over the number of processors, "
                f"on the {where.format(*shifted)}."
            )
            command = OVER_RANKS.format(pattern=pattern, placement=placement)
            title = f"{pattern}, time over ranks, {placement}"
            figures.append(Figure(names, title, there, command, drawing))
    return figures
