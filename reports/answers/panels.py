# SPDX-License-Identifier: BSD-3-Clause
"""Operations, their panels by setting, and how both are named."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from analysis.verdicts import KINDS
from records.findings import Crossover, Fit
from records.read import Campaign, Cell
from reports.answers.answer import (
    BEST, Row, other_side, paths_in_order, rows_of, said_once, sentence,
    sides_text,
)
from reports.answers.series import Series, drawn_first
from reports.words.formats import Number, column, list_text
from reports.words.phrases import Phrase
from reports.words.settings import (
    Setting,
    campaign_labels,
    label_of,
    parameter_text,
    setting_of,
    title_of,
    varying,
)
from reports.words.trust import warnings_text

PAPER = ("pingpong", "broadcast", "reduce", "gather", "scatter")  # Luo's five, in his order


@dataclass(slots=True)
class Findings:
    fits: list[Fit] = field(default_factory=list)
    crossovers: list[Crossover] = field(default_factory=list)


class Panel(NamedTuple):
    """One operation under one setting: its sentence, its table, its series."""

    name: str
    title: str
    setting: Setting
    label: str
    caption: str
    verdicts: dict[str, list[Row]]  # by the names of the catalogue
    answers: dict[str, list[Phrase]]
    legend: dict[str, list[Series]]
    drawn: set[tuple[str, str]]
    columns: dict[str, list[Number | None]]
    rate_formula: str
    findings: Findings

    @property
    def rows(self) -> list[Row]:
        """The fastest protocol of each path, at each size."""
        return self.verdicts[BEST]

    @property
    def answer(self) -> list[Phrase]:
        return self.answers[BEST]

    @property
    def told(self) -> list[tuple[str, Sequence[Phrase]]]:
        """The results of the verdicts that compare something: titles and a sentence, once for
        verdicts with the same result."""
        return said_once((KINDS[name].title, self.answers[name])
                         for name, rows in self.verdicts.items() if any(row.ratio for row in rows))

    @property
    def implementations(self) -> list[tuple[str, str]]:
        """Paths and protocols in the order of the legend."""
        return [one.implementation for some in self.legend.values() for one in some]

    @property
    def shown_first(self) -> list[Series]:
        """The series that its charts show at first."""
        return [one for some in self.legend.values() for one in some
                if one.implementation in self.drawn]

    @property
    def cells(self) -> list[Cell]:
        """All valid cells, by size."""
        return [cell for row in self.rows for cell in row.cells]

    @property
    def paths(self) -> list[str]:
        """The paths that have a valid cell, the headline path first."""
        return paths_in_order(path for row in self.rows for path in row.best)

    @property
    def place(self) -> str:
        """Parameter and label, without the pattern."""
        return ", ".join(filter(None, (parameter_text(self.setting), self.label)))

    @property
    def headline(self) -> str:
        """The path whose side the others are compared with."""
        return self.paths[0]

    @property
    def other_paths(self) -> list[str]:
        """The paths of the other side."""
        return other_side(self.paths)

    @property
    def sides(self) -> tuple[str, str]:
        """What is compared: threads; the faster of MPI and SHMEM."""
        return sides_text(self.paths)

    @property
    def points(self) -> list[Cell]:
        """The cells that a logarithmic axis can show; none with fewer than two sizes."""
        shown = [
            cell
            for cell in self.cells
            if cell.key.bytes > 0
            and cell.time_us > 0
            and (cell.ci95_us is None or min(cell.ci95_us) > 0)
        ]
        return shown if len({cell.key.bytes for cell in shown}) > 1 else []

    @property
    def sizes(self) -> list[int]:
        return sorted({row.size for row in self.rows})

    @property
    def calls(self) -> bool:
        """Whether MPI's own calls were measured and are not the fastest of its path everywhere."""
        return any(row.calls and row.calls is not row.other for row in self.rows)

    @property
    def simulated(self) -> bool:
        return any(row.simulated for row in self.rows)

    @property
    def oversubscribed(self) -> bool:
        return any(row.oversubscribed for row in self.rows)

    @property
    def compared(self) -> bool:
        """Whether there are ratios at several sizes."""
        return len({row.size for row in self.rows if row.size and row.pairs}) > 1

    @property
    def warned(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.warnings]

    @property
    def warnings(self) -> str:
        """Which warnings its cells carry, and how many: drifting 2 and bimodal 1."""
        return warnings_text(self.warned)


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    pattern: str
    panels: list[Panel]

    @property
    def paper(self) -> bool:
        return self.pattern in PAPER


def selected(
    operations: Iterable[Operation], wanted: Callable[[Panel], bool]
) -> list[Operation]:
    """The operations with only the panels that are wanted; those without any are left out."""
    some = (replace(one, panels=list(filter(wanted, one.panels))) for one in operations)
    return [one for one in some if one.panels]


def pattern_order(pattern: str) -> tuple[int, str]:
    """Sort key: the paper's five in their order, then the others by name."""
    return PAPER.index(pattern) if pattern in PAPER else len(PAPER), pattern


def columns_of(rows: Sequence[Row]) -> dict[str, list[Number | None]]:
    """The table's aligned columns: times of each path by its name; ratio, interval, factor; time
    and ratio of MPI's own calls."""
    calls = [row.calls_pair for row in rows]
    intervals = [row.ci95 for row in rows]

    def times(path: str) -> list[Number | None]:
        cells = [row.best.get(path) for row in rows]
        return column(
            [cell and cell.time_us for cell in cells], [cell and cell.ci95_us for cell in cells]
        )

    return {f"time {path}": times(path) for path in {path for row in rows for path in row.best}} | {
        "ratio": column([row.ratio for row in rows], intervals),
        "low": column([ci95 and ci95[0] for ci95 in intervals], intervals),
        "high": column([ci95 and ci95[1] for ci95 in intervals], intervals),
        "calls": column(
            [row.calls and row.calls.time_us for row in rows],
            [row.calls and row.calls.ci95_us for row in rows],
        ),
        "calls ratio": column(
            [pair and pair.ratio for pair in calls], [pair and pair.ci95 for pair in calls]
        ),
        "factor": column([row.factor for row in rows], [row.factor_ci95 for row in rows]),
    }


def calls_drawn(rows: Iterable[Row]) -> set[tuple[str, str]]:
    """The protocol of MPI's own calls that is the fastest of them at most sizes."""
    counts = Counter(row.calls.key.implementation for row in rows if row.calls)
    return {one for one, _ in counts.most_common(1)}


def panel_of(
    name: str,
    pattern: str,
    setting: Setting,
    verdicts: dict[str, list[Row]],
    named: set[str],
    series: Sequence[Series],
    findings: Findings,
) -> Panel:
    rows = verdicts[BEST]
    cells = [cell for row in rows for cell in row.cells]
    shown = {cell.key.implementation for cell in cells}
    hiding = any(cell.overlap for cell in cells)  # how much is a question about every protocol
    legend: dict[str, list[Series]] = defaultdict(list)
    for one in series:
        if one.implementation in shown:
            legend[one.path].append(one)
    return Panel(
        name=name,
        title=title_of(pattern, setting),
        setting=setting,
        label=label_of(setting, named),
        caption=label_of(setting, named | {"placement", "ranks", "buffers", "consume", "method"}),
        verdicts=verdicts,
        answers={name: sentence(some) for name, some in verdicts.items()},
        legend=dict(legend),
        drawn=shown if hiding else drawn_first(rows) | calls_drawn(rows),
        columns=columns_of(rows),
        rate_formula=list_text(sorted({c.rate_formula for c in cells if c.rate_formula})),
        findings=findings,
    )


def findings_of(
    campaigns: Sequence[Campaign], labels: Sequence[str]
) -> dict[tuple[str, Setting], Findings]:
    """All fits and crossovers, by pattern and setting; a crossover's lines share theirs."""
    found: dict[tuple[str, Setting], Findings] = defaultdict(Findings)
    for campaign, label in zip(campaigns, labels, strict=True):
        for fit in campaign.fits.values():
            found[fit.line.pattern, setting_of(fit.line, label)].fits.append(fit)
        for one in campaign.crossovers:
            if setting_of(one.a, label) == setting_of(one.b, label):
                found[one.a.pattern, setting_of(one.a, label)].crossovers.append(one)
    return found


def operations_of(campaigns: Sequence[Campaign], series: Sequence[Series]) -> list[Operation]:
    """All operations, the paper's first, their panels by setting."""
    groups: dict[str, dict[Setting, tuple[Campaign, list[Cell]]]] = defaultdict(dict)
    labels = campaign_labels(campaigns)
    found = findings_of(campaigns, labels)
    for campaign, label in zip(campaigns, labels, strict=True):
        for cell in campaign.cells.values():
            setting = setting_of(cell.key, label)
            group = groups[cell.key.pattern].setdefault(setting, (campaign, []))
            group[1].append(cell)
    named = varying(setting for settings in groups.values() for setting in settings)
    return [
        Operation(
            f"operation-{at}",
            pattern,
            [
                panel_of(
                    f"panel-{at}-{index}",
                    pattern,
                    setting,
                    {name: rows_of(*group, name) for name in KINDS},
                    named,
                    series,
                    found[pattern, setting],
                )
                for index, (setting, group) in enumerate(sorted(groups[pattern].items()))
            ],
        )
        for at, pattern in enumerate(sorted(groups, key=pattern_order))
    ]
