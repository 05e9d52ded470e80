# SPDX-License-Identifier: BSD-3-Clause
"""The figures 3 to 17 of the COMOPS paper, redrawn from a report's panels.

Yong Luo, "Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment", Los Alamos
LA-UR 96-4726, 1996. Captions are ours.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reports.answers.across import Scaling
from reports.answers.answer import paths_in_order
from reports.answers.panels import Operation, Panel
from reports.answers.series import Series
from reports.claims.claim import TEXTS
from analysis.verdicts import KINDS
from reports.words.settings import parameter_text

RANKS = 4  # of the paper's figures over size
SMALL = 80  # bytes, the largest size of figure 6
ORIGINAL = {side.path: side.protocols for side in KINDS["paper"].sides}

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
    """A figure of the paper, what is drawn for it, or the command that would measure it.

    `machine`: the paper's own that was simulated; `said`: what its text says of it, by claim.
    """

    numbers: str
    title: str
    there: str
    command: str
    drawing: Drawing | None
    machine: str = ""
    said: tuple[tuple[int, str], ...] = ()

    @property
    def name(self) -> str:
        return "-".join(filter(None, ("figure", self.numbers.split()[0], self.machine)))


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


@dataclass(frozen=True, slots=True)
class Machine:
    """One of the paper's machines as a simulated platform, and its first figure over ranks.

    `direct`: its MPI may copy directly. `claims`: those of the figures over size by pattern, of
    the small sizes, and of the figures over ranks.
    """

    name: str
    number: int
    direct: bool
    over_size: Mapping[str, tuple[int, ...]]
    small: tuple[int, ...]
    over_ranks: tuple[tuple[int, ...], ...]


HIS_MACHINES = {
    "alphaserver-8400": Machine(
        "DEC AlphaServer 8400", 9, False,
        {"pingpong": (139,)} | dict.fromkeys(("broadcast", "reduce", "gather", "scatter"), (140,)),
        (141,), ((142,), (146,), (147,))),
    "power-challenge": Machine(
        "SGI Power Challenge", 12, True,
        {"pingpong": (134,), "broadcast": (135,), "reduce": (133,), "gather": (137,),
         "scatter": (136, 138)},
        (), ((143,), (146,), (147, 148))),
    "spp1600": Machine(
        "Convex SPP1600", 15, True,
        {"pingpong": (144,)} | dict.fromkeys(("broadcast", "reduce", "gather", "scatter"), (145,)),
        (), ((), (146,), (147, 149))),
}


def said(numbers: Sequence[int]) -> tuple[tuple[int, str], ...]:
    return tuple((number, TEXTS[str(number)]["said"]) for number in numbers)


def both_codes(panel: Panel | Scaling, machine: str, pattern: str) -> list[Series]:
    """The paper's code over threads, the Convex's ping-pong with a lock, and MPI as it was."""
    every = {(one.path, one.protocol): one for some in panel.legend.values() for one in some}
    lock = (machine, pattern) == ("spp1600", "pingpong")
    names = [("threads", "lock" if lock else "barrier"), ("mpi", "library"), ("mpi", "sendrecv")]
    if HIS_MACHINES[machine].direct:
        names.append(("mpi", "cma"))
    return [every[name] for name in names if name in every]


def original(panel: Panel | Scaling) -> list[Series]:
    """The protocol of each path that is nearest to the paper's, else the first one drawn."""
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


def size_drawing(
    operation: Operation | None, kind: str, most: int | None, machine: str = ""
) -> Drawing | None:
    """A chart over size, of one of his machines if named; None with fewer than two sizes."""
    panels = [
        panel
        for panel in (operation.panels if operation else ())
        if len({c.key.bytes for c in panel.points if most is None or c.key.bytes <= most}) > 1
        and (kind == "time" or panel.rate_formula)
        and machine in ("", panel.setting.placement)
    ]
    if not panels:
        return None
    panel = min(panels, key=likeness)
    ranks = panel.setting.ranks
    remark = "" if ranks == RANKS else f"The paper has {RANKS} processors."
    series = both_codes(panel, machine, operation.pattern) if machine else original(panel)
    return Drawing(panel.name, kind, series, most, panel.caption, remark)


def scaled_drawing(scalings: Sequence[Scaling], placement: str) -> Drawing | None:
    """A chart over ranks on one placement."""
    some = [one for one in scalings if one.setting.placement == placement]
    if not some:
        return None
    one = min(some, key=lambda each: (bool(parameter_text(each.setting)), each.oversubscribed))
    remark = "Some cells ran oversubscribed." if one.oversubscribed else ""
    pattern = one.panels[0].title
    series = both_codes(one, placement, pattern) if placement in HIS_MACHINES else original(one)
    return Drawing(one.name, "ranks", series, None, one.caption, remark)


def over_size(operations: Sequence[Operation], machine: str = "") -> Iterator[Figure]:
    """The figures over message size, on one of his machines if named."""
    found = {operation.pattern: operation for operation in operations}
    his = HIS_MACHINES.get(machine)
    for number, (pattern, kind, what) in OVER_SIZE_FIGURES.items():
        most = SMALL if kind == "time" else None
        where = f"of 8 to {SMALL} bytes" if most else "over message size"
        claims: tuple[int, ...] = ()
        if his:
            where = f"on the {his.name}"
            claims = his.small if most else his.over_size[pattern]
        yield Figure(
            number, ", ".join(filter(None, (pattern, kind, machine))),
            f"{kind} of {what} {where}.{NOTES.get(number, '')}",
            (SMALL_SIZES if most else ALL_SIZES).format(pattern=pattern),
            size_drawing(found.get(pattern), kind, most, machine), machine, said(claims))


def over_ranks(
    operations: Sequence[Operation], scalings: Mapping[str, Sequence[Scaling]], placement: str,
    firsts: Sequence[int], there: str, claims: Sequence[Sequence[int]] = ((), (), ()),
    machine: str = "",
) -> Iterator[Figure]:
    """The figures over ranks; `firsts`: their first numbers, `there`: where they were measured."""
    found = {operation.pattern: operation for operation in operations}
    for offset, pattern in enumerate(OVER_RANKS_PATTERNS):
        shifted = [number + offset for number in firsts]
        operation = found.get(pattern)
        yield Figure(
            " and ".join(map(str, shifted)), f"{pattern}, time over ranks, {placement}",
            f"time of a {pattern} of 800 KB over the {there.format(*shifted)}.",
            OVER_RANKS.format(pattern=pattern, placement=placement),
            scaled_drawing(scalings[operation.name] if operation else (), placement),
            machine, said(claims[offset]))


def simulated_figures(
    operations: Sequence[Operation], scalings: Mapping[str, Sequence[Scaling]]
) -> list[Figure]:
    """The figures of those of the paper's machines that were simulated, as far as they are."""
    placements = {panel.setting.placement for one in operations for panel in one.panels
                  if panel.simulated}
    figures = []
    for machine, his in HIS_MACHINES.items():
        if machine in placements:
            figures += over_size(operations, machine)
            figures += over_ranks(operations, scalings, machine, [his.number],
                                  f"processors of the {his.name}", his.over_ranks, machine)
    return [one for one in figures if one.drawing]


def paper_figures(
    operations: Sequence[Operation], scalings: Mapping[str, Sequence[Scaling]]
) -> list[Figure]:
    figures = [*over_size(operations)]
    for placement, (firsts, where) in OVER_RANKS_FIGURES.items():
        figures += over_ranks(operations, scalings, placement, firsts,
                              f"number of processors, on the {where}")
    return figures
