# SPDX-License-Identifier: BSD-3-Clause
"""Settings of cells, and how files, settings, patterns, and a campaign's groups are named."""

from collections import namedtuple
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

from comops.common.catalogue import REDUCTIONS
from comops.common.sizes import size_text
from comops.reports.words.formats import plural, reduction_text, series_text
from comops.results.keys import CELL_KEY, CellKey
from comops.results.read import Campaign

if TYPE_CHECKING:
    from comops.results.plan import Group


PARAMETER = "series_of", "series", "op", "datatype"  # what a title names
ROW = "pattern", "path", "protocol", "bytes", "mode"  # what no setting has
BUFFERS = {"rewrite": "rewritten", "reuse": "reused"}
CONSUME = {"no": "data not read", "between": "data read between runs",
           "timed": "data read within the time"}
SHARED = *PARAMETER, *(name for name in CELL_KEY if name not in (*PARAMETER, *ROW))


class Setting(namedtuple("Setting", ("campaign", *SHARED))):
    """The conditions under which sizes are comparable: one chart, one table, one sentence. The
    campaign's name, and the rest of a cell's key."""

    __slots__ = ()


def campaigns_labelled(campaigns: Sequence[Campaign]) -> list[tuple[Campaign, str]]:
    """Each with a distinct name for its file: run.jsonl on node17."""
    files = [campaign.file.name for campaign in campaigns]
    if len(set(files)) < len(files):
        files = [str(campaign.file) for campaign in campaigns]
    return [(campaign, f"{file} on {campaign.record.host}")
            for campaign, file in zip(campaigns, files, strict=True)]


def setting_of(key: CellKey, campaign: str) -> Setting:
    return Setting(campaign, *map(key.__getitem__, SHARED))


def shared_of(of: Setting | CellKey) -> tuple[str | int, ...]:
    """The setting of a table without its parameter, which several operations share."""
    return tuple(getattr(of, name) for name in SHARED if name not in PARAMETER)


def setting_texts(of: Setting | CellKey) -> dict[str, str]:
    """Each part of a setting in words, except the parameter, which is part of a title."""
    return {
        "placement": of.placement,
        "ranks": plural(of.ranks, "rank") if of.ranks else "",
        "buffers": f"{BUFFERS.get(of.buffers, of.buffers)} buffers",
        "consume": CONSUME.get(of.consume, f"consume {of.consume}"),
        "method": f"{of.method} method",
        "memory": f"{of.memory} pages" if of.memory else "",
        "pages": f"page size {of.pages}" if of.pages else "",
        "skew": f"last rank late by {of.skew}" if of.skew else "",
        "campaign": getattr(of, "campaign", ""),
    }


def parameter_text(of: Setting | CellKey) -> str:
    """A series or a reduction: partner 2; sum of float; nothing if there is neither."""
    return series_text(of.series_of, of.series) or reduction_text(of.op, of.datatype)


def title_of(pattern: str, of: Setting | CellKey) -> str:
    """A pattern and its parameter: distant (partner 2)."""
    parameter = parameter_text(of)
    return f"{pattern} ({parameter})" if parameter else pattern


def varying(settings: Iterable[Setting]) -> set[str]:
    """The parts that differ."""
    every = list(settings)
    return {name for name in Setting._fields if len({getattr(item, name) for item in every}) > 1}


def label_of(of: Setting | CellKey, named: Container[str]) -> str:
    return ", ".join(text for name, text in setting_texts(of).items() if name in named and text)


def labelled(key: CellKey, **usual: str) -> str:
    """The setting of a cell without a campaign, but for what is usual."""
    return label_of(key, [name for name in key._fields if key[name] != usual.get(name)])


def group_title(group: "Group") -> str:
    """pingpong; with its series distant (partner 2); with a reduction other than the paper's reduce
    (sum of float)."""
    pattern = group.pattern
    if pattern.series_of:
        return f"{pattern.name} ({pattern.series_of} {size_text(group.series)})"
    reduction = pattern.reduces and reduction_text(*REDUCTIONS[group.reduction])
    return f"{pattern.name} ({reduction})" if reduction else pattern.name


def pages_text(group: "Group") -> str:
    """2m pages; nothing for the system's setting."""
    return "" if group.page_size == "default" else f"{group.page_size} pages"
