# SPDX-License-Identifier: BSD-3-Clause
"""The comparisons of a campaign, by table: those of the verdicts, of the libraries of a path, and
our own shared-memory code against the runtimes' own means."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from analysis.ratios import Ratio
from analysis.verdicts import KINDS, OURS, sides_compared, verdict_between
from records.findings import FASTER, SLOWER, UNDECIDED, Here
from records.keys import Interval
from records.read import Campaign, Cell
from reports.answers.panels import pattern_order
from reports.words.formats import factor_of
from reports.words.settings import Setting, label_of, setting_of, title_of, varying

PAPER, BEST, SAME_CODE = KINDS


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two cells of a size: the ratio is the time of the second over that of the first.

    `winner` is the label of the faster path, OURS where that is our own code, or an outcome.
    """

    size: int
    cells: tuple[Cell, Cell]
    measured: Ratio
    ours: bool = False
    here: Here | None = None

    @property
    def ratio(self) -> float:
        return self.measured.value

    @property
    def ci95(self) -> Interval | None:
        return self.measured.ci95

    @property
    def decision(self) -> str:
        return self.measured.decision

    @property
    def winner(self) -> str:
        if self.decision not in (FASTER, SLOWER):
            return self.decision
        if self.ours and self.decision == FASTER:
            return OURS
        return self.cells[self.decision == SLOWER].key.path

    @property
    def factor(self) -> float:
        return factor_of(self.ratio)

    @property
    def undecided(self) -> bool:
        return self.decision == UNDECIDED


@dataclass(slots=True)
class Table:
    """An operation under one setting; `label` names what differs from other tables."""

    title: str
    label: str
    setting: Setting
    cells: list[Cell]  # the valid ones
    compared: dict[str, list[Comparison]] = field(default_factory=dict)  # by size

    @property
    def name(self) -> str:
        """pingpong, bus"""
        return ", ".join(filter(None, (self.title, self.label)))

    @property
    def sizes(self) -> list[int]:
        return sorted({cell.key.bytes for cell in self.cells})

    @property
    def oversubscribed(self) -> bool:
        return any(cell.oversubscribed for cell in self.cells)

    def of(self, name: str) -> list[Comparison]:
        return self.compared.get(name, [])


def _compared(campaign: Campaign, cells: Sequence[Cell]) -> dict[str, Comparison]:
    """What is compared of one group."""

    def ratio(a: Cell, b: Cell) -> Ratio:
        pair = campaign.pair(a.key, b.key) if a is not b else None
        if not pair:
            return Ratio(float("nan"))
        return Ratio(pair.ratio, pair.ci95, pair.ci90, launches=pair.launches,
                     exact=bool(a.simulated))

    found, here = {}, campaign.here_of(cells[0].key)
    for name, sides in sides_compared(cells).items():
        verdict = verdict_between(sides, ratio, lambda cell: cell.time_us)
        if verdict.complete and verdict.ratio.value == verdict.ratio.value:
            found[name] = Comparison(cells[0].key.bytes, verdict.cells, verdict.ratio, name == OURS,
                                     here.get(name))
    return found


def _table(campaign: Campaign, setting: Setting, cells: Iterable[Cell], named: set[str]) -> Table:
    def place(cell: Cell) -> tuple[int, str]:
        return cell.key.bytes, cell.key.mode

    ordered = sorted((cell for cell in cells if cell.valid), key=lambda one: (place(one), one.key))
    pattern = next(iter(cells)).key.pattern
    table = Table(title_of(pattern, setting), label_of(setting, named), setting, ordered)
    for _, group in groupby(ordered, place):
        for name, one in _compared(campaign, list(group)).items():
            table.compared.setdefault(name, []).append(one)
    return table


def tables_of(campaign: Campaign) -> list[Table]:
    """All tables, the paper's operations first."""
    groups: dict[tuple[str, Setting], list[Cell]] = defaultdict(list)
    for cell in campaign.cells.values():
        groups[cell.key.pattern, setting_of(cell.key, "")].append(cell)
    settings = [setting for _, setting in groups]
    parameters = {"series_of", "series", "op", "datatype", "consume"}  # of a pattern, or its title
    named = varying(settings) - {"placement"} - parameters
    if len({(one.placement) for one in settings}) > 1:
        named |= {"placement"}
    if len({one.consume for (_, one), cells in groups.items() if any(
            cell.key.bytes for cell in cells)}) > 1:
        named |= {"consume"}
    order = sorted(groups, key=lambda key: (pattern_order(key[0]), key[1]))
    return [_table(campaign, setting, groups[pattern, setting], named)
            for pattern, setting in order]
