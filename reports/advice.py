# SPDX-License-Identifier: BSD-3-Clause
"""The warnings that a cell can carry: what each means, and what to do about it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from formats import list_text
from results import Cell


class Advice(NamedTuple):
    """A warning in words."""

    title: str
    meaning: str
    advice: str


ADVICE = {
    "too-few-samples": Advice(
        "too few samples",
        "There are too few samples, or launches, for an interval of 95 %.",
        "Give it more time (--budget), or measure fewer cells at once.",
    ),
    "first-run-slow": Advice(
        "first run slow",
        "The first sample of a launch is far slower than the others: something is set up late.",
        "Harmless for the median. If the start is what you ask about, it is not what is shown.",
    ),
    "drifting": Advice(
        "drifting",
        "Times rise or fall in the course of the campaign: a clock that throttles, or other work.",
        "Fix the frequency (governor performance), let the machine rest, measure again. Ratios "
        "suffer less: both sides drift alike.",
    ),
    "two-modes": Advice(
        "two modes",
        "Samples fall into two groups, and the median may lie in either: two frequencies, or two "
        "placements of pages.",
        "Compare the launches: if they differ, pages lie differently each time (try huge pages, or "
        "--memory); if not, fix the frequency.",
    ),
    "noisy-neighbour": Advice(
        "noisy neighbour",
        "Some samples are far slower than the others: something else ran on these cores.",
        "Use a quiet or exclusive node, stop other work, keep one core free for the system.",
    ),
    "oversubscribed": Advice(
        "oversubscribed",
        "There were more ranks than cores, so ranks waited for each other's time slices.",
        "Use as many ranks as there are cores: this is no measure of a path.",
    ),
    "coarse-clock": Advice(
        "coarse clock",
        "A sample lasts only some steps of the clock, so its time is rounded.",
        "Let each sample last longer: measure with --method comops, or larger sizes.",
    ),
}


def title_of(warning: str) -> str:
    """A warning's name as a reader sees it."""
    return ADVICE[warning].title if warning in ADVICE else warning


def counted(cells: Iterable[Cell]) -> dict[str, int]:
    """How many cells carry each warning, in the order of ADVICE, unknown ones last."""
    counts = Counter(warning for cell in cells for warning in cell.warnings)
    known = [name for name in ADVICE if name in counts]
    return {name: counts[name] for name in (*known, *sorted(counts.keys() - ADVICE.keys()))}


def counted_text(cells: Iterable[Cell]) -> str:
    """Drifting at 2 cells and two modes at 1."""
    return list_text([f"{title_of(name)} {count}" for name, count in counted(cells).items()])


class Warned(NamedTuple):
    """One warning, how many cells carry it, and which panels show them: name -> count."""

    name: str
    advice: Advice
    count: int
    panels: list[tuple[Any, int]]


def warned_cells(operations: Iterable[Any]) -> list[Warned]:
    """All warnings of a report's valid cells, with where they are (panels.py: Operation)."""
    panels = [panel for operation in operations for panel in operation.panels]
    total = counted(cell for panel in panels for cell in panel.warned)
    each = [(panel, counted(panel.warned)) for panel in panels]
    return [
        Warned(
            name,
            ADVICE.get(name, Advice(name, "A warning of a later version.", "")),
            count,
            [(panel, counts[name]) for panel, counts in each if name in counts],
        )
        for name, count in total.items()
    ]
