# SPDX-License-Identifier: BSD-3-Clause
"""The warnings of cells in words, from the catalogue."""

from collections import Counter
from collections.abc import Iterable

from common.catalogue import WARNINGS
from records.read import Cell
from reports.words.formats import list_text

FORMER = {"disturbed": {
    "title": "disturbed",
    "meaning": "Over 5 % of the samples were far above the median, or over 5 % of the starts were "
               "late; the version that wrote the file could not tell why.",
    "advice": ""}}


def warning_of(name: str) -> dict[str, str]:
    """A warning's title, meaning and advice, also of one that is not known here."""
    unknown = {"title": name, "meaning": "A warning of a later version.", "advice": ""}
    return (FORMER | WARNINGS).get(name, unknown)


def title_of(name: str) -> str:
    return warning_of(name)["title"]


def warning_counts(cells: Iterable[Cell]) -> dict[str, int]:
    """How many cells carry each warning, in the order of the catalogue, unknown ones last."""
    counts = Counter(warning for cell in cells for warning in cell.warnings)
    known = [name for name in WARNINGS if name in counts]
    return {name: counts[name] for name in (*known, *sorted(counts.keys() - WARNINGS.keys()))}


def warnings_text(cells: Iterable[Cell]) -> str:
    """Which warnings the cells carry: drifting 2 and bimodal 1."""
    return list_text([f"{title_of(name)} {count}" for name, count in warning_counts(cells).items()])
