# SPDX-License-Identifier: BSD-3-Clause
"""The settings of a report's cells, and how files, settings and patterns are named."""

from collections.abc import Iterable, Sequence

from words import formats
from analysis.answer import Setting
from read.results import Campaign, CellKey


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
        campaign,
        key.series_of,
        key.series,
        key.op,
        key.datatype,
        key.placement,
        key.ranks,
        key.buffers,
        key.method,
        key.memory,
    )


def setting_texts(setting: Setting) -> dict[str, str]:
    """Each part of a setting in words, but for the parameter, which a title names."""
    ranks = "1 rank" if setting.ranks == 1 else f"{setting.ranks} ranks"
    return {
        "placement": setting.placement,
        "ranks": ranks if setting.ranks else "",
        "buffers": f"{setting.buffers} buffers",
        "method": f"{setting.method} method",
        "memory": f"{setting.memory} pages" if setting.memory else "",
        "campaign": setting.campaign,
    }


def parameter_text(of: Setting | CellKey) -> str:
    """A series, or what is combined: partner 2; sum of float; nothing where there is neither."""
    series = formats.series_text(of.series_of, of.series)
    return series or formats.combining_text(of.op, of.datatype)


def title_of(pattern: str, of: Setting | CellKey) -> str:
    """A pattern and its parameter: distant (partner 2)."""
    parameter = parameter_text(of)
    return f"{pattern} ({parameter})" if parameter else pattern


def varying(settings: Iterable[Setting]) -> set[str]:
    """The parts of a setting that a label must name: placement, and what differs."""
    every = list(settings)
    differ = {name for name in Setting._fields if len({getattr(one, name) for one in every}) > 1}
    return differ | {"placement"}


def label_of(setting: Setting, named: set[str]) -> str:
    """A setting in few words, as far as it must be told from others."""
    words = setting_texts(setting)
    return ", ".join(words[name] for name in words if name in named and words[name])
