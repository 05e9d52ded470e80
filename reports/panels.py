# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a page: operations, their panels by setting, and how both are named."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import formats
from answer import Row, Setting, paths_in_order, rows_of
from formats import Number
from results import Campaign, Cell, CellKey
from sentences import Phrase, sentence
from series import Series, drawn_first

PAPER = ("pingpong", "broadcast", "reduce", "gather", "scatter")  # Luo's five, in his order


@dataclass(frozen=True, slots=True)
class Panel:
    """One operation under one setting: its sentence, its tables, and which series it has."""

    name: str
    title: str
    setting: Setting
    label: str
    caption: str
    rows: list[Row]
    answer: list[Phrase]
    legend: dict[str, list[Series]]
    drawn: set[tuple[str, str]]
    columns: dict[str, list[Number | None]]
    rate_formula: str

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
        """Series and label, where the pattern is known."""
        series = formats.series_text(self.setting.series_of, self.setting.series)
        return ", ".join(filter(None, (series, self.label)))

    @property
    def headline(self) -> str:
        """The path that the others are set against."""
        return self.paths[0]

    @property
    def others(self) -> str:
        """All paths but the headline's as in a sentence: MPI; MPI and SHMEM."""
        return formats.list_text([formats.path_text(path) for path in self.paths[1:]])

    @property
    def points(self) -> list[Cell]:
        """The cells that a logarithmic axis can show; none where there are not two sizes."""
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
        """The sizes of its rows."""
        return sorted({row.size for row in self.rows})

    @property
    def ranking(self) -> list[Cell]:
        """All cells, the fastest first."""
        return sorted(self.cells, key=lambda cell: cell.time_us)

    @property
    def oversubscribed(self) -> bool:
        """Whether any cell had more ranks than cores."""
        return any(row.oversubscribed for row in self.rows)

    @property
    def modes(self) -> list[str]:
        """The ways its samples were taken, `isolated` or `loop`."""
        return sorted({row.mode for row in self.rows})


@dataclass(frozen=True, slots=True)
class Operation:
    """One pattern and its panels."""

    name: str
    pattern: str
    panels: list[Panel]

    @property
    def paper(self) -> bool:
        """Whether it is one of the paper's five."""
        return self.pattern in PAPER


def pattern_order(pattern: str) -> tuple[int, str]:
    """To sort by: the paper's five in their order, then the others by name."""
    return PAPER.index(pattern) if pattern in PAPER else len(PAPER), pattern


def campaign_labels(campaigns: Sequence[Campaign]) -> list[str]:
    """A name for each file that tells it from the others: run.jsonl on node17."""
    hosts = [one.facts["host"] or "unknown host" for one in campaigns]
    files = [one.file.name for one in campaigns]
    if len(set(files)) < len(files):
        files = [str(one.file) for one in campaigns]
    return [f"{file} on {host}" for file, host in zip(files, hosts, strict=True)]


def setting_of(key: CellKey, campaign: str) -> Setting:
    """The setting a cell belongs to."""
    return Setting(
        campaign, key.series_of, key.series, key.placement, key.ranks, key.buffers, key.method
    )


def setting_texts(setting: Setting) -> dict[str, str]:
    """Each part of a setting in words, but for the series, which a title names."""
    ranks = "1 rank" if setting.ranks == 1 else f"{setting.ranks} ranks"
    return {
        "placement": setting.placement,
        "ranks": ranks,
        "buffers": f"{setting.buffers} buffers",
        "method": f"{setting.method} method",
        "campaign": setting.campaign,
    }


def title_of(pattern: str, setting: Setting) -> str:
    """A pattern and its series: distant (partner 2)."""
    series = formats.series_text(setting.series_of, setting.series)
    return f"{pattern} ({series})" if series else pattern


def varying(settings: Iterable[Setting]) -> set[str]:
    """The parts of a setting that a label must name: placement, and what differs."""
    every = list(settings)
    differ = {name for name in Setting._fields if len({getattr(one, name) for one in every}) > 1}
    return differ | {"placement"}


def label_of(setting: Setting, named: set[str]) -> str:
    """A setting in few words, as far as it must be told from others."""
    return ", ".join(words for name, words in setting_texts(setting).items() if name in named)


def columns_of(rows: Sequence[Row]) -> dict[str, list[Number | None]]:
    """The table's aligned columns: times of each path by its name; ratio, interval, factor."""
    intervals = [row.ci95 or (None, None) for row in rows]
    times = {
        f"time {path}": formats.column(
            [row.best[path].time_us if path in row.best else None for row in rows]
        )
        for path in {path for row in rows for path in row.best}
    }
    return times | {
        "ratio": formats.column([row.ratio for row in rows]),
        "low": formats.column([low for low, _ in intervals]),
        "high": formats.column([high for _, high in intervals]),
        "factor": formats.column([row.factor for row in rows]),
    }


def panel_of(
    name: str,
    pattern: str,
    setting: Setting,
    rows: list[Row],
    named: set[str],
    series: Sequence[Series],
) -> Panel:
    """One setting of one operation, ready for the template."""
    cells = [cell for row in rows for cell in row.cells]
    shown = {(cell.key.path, cell.key.protocol) for cell in cells}
    legend: dict[str, list[Series]] = defaultdict(list)
    for one in series:
        if (one.path, one.protocol) in shown:
            legend[one.path].append(one)
    return Panel(
        name=name,
        title=title_of(pattern, setting),
        setting=setting,
        label=label_of(setting, named),
        caption=label_of(setting, named | {"placement", "ranks", "buffers", "method"}),
        rows=rows,
        answer=sentence(rows),
        legend=dict(legend),
        drawn=drawn_first(rows),
        columns=columns_of(rows),
        rate_formula=formats.list_text(sorted({c.rate_formula for c in cells if c.rate_formula})),
    )


def operations_of(campaigns: Sequence[Campaign], series: Sequence[Series]) -> list[Operation]:
    """All operations, the paper's first, their panels by setting."""
    groups: dict[str, dict[Setting, tuple[Campaign, list[Cell]]]] = defaultdict(dict)
    for campaign, label in zip(campaigns, campaign_labels(campaigns), strict=True):
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
                panel_of(f"panel-{at}-{index}", pattern, setting, rows_of(*group), named, series)
                for index, (setting, group) in enumerate(sorted(groups[pattern].items()))
            ],
        )
        for at, pattern in enumerate(sorted(groups, key=pattern_order))
    ]
