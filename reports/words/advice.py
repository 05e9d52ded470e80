# SPDX-License-Identifier: BSD-3-Clause
"""The warnings that a cell can carry: what each means, and what to do about it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from words.formats import list_text
from read.results import Cell


class Advice(NamedTuple):
    """A warning in words."""

    title: str
    meaning: str
    advice: str


ADVICE = {
    "too-few-samples": Advice(
        "too few samples",
        "There are too few samples, or launches, for an interval of 95 %.",
        "Give more time (--budget), or measure fewer cells at once.",
    ),
    "first-run-slow": Advice(
        "first run slow",
        "Launches begin with samples over 1.5 times the median: pages, caches or the core's "
        "frequency are not settled by then.",
        "The median does not suffer. Who asks for the first run finds it in the raw samples.",
    ),
    "drifting": Advice(
        "drifting",
        "Launches become slower or faster in the course of the campaign.",
        "Let the machine rest, fix its frequency (governor performance), measure again; or go by "
        "the ratios, in which drift cancels.",
    ),
    "two-modes": Advice(
        "two modes",
        "Timings are bimodal, and the median may be of either mode: two frequencies, or two ways "
        "in which the pages lie.",
        "Look at the governor, at huge pages, and at where the buffers lie (--memory).",
    ),
    "noisy-neighbour": Advice(
        "noisy neighbour",
        "Many samples are far above the median, or many starts were late: other work ran here too.",
        "Stop it, keep it off these cores, or take a node of your own.",
    ),
    "oversubscribed": Advice(
        "oversubscribed",
        "There were more ranks than cores, which took turns.",
        "Use as many ranks as there are cores: these times say how cores are shared.",
    ),
    "coarse-clock": Advice(
        "coarse clock",
        "The clock's step is over 1 % of a sample, so small differences are the clock's own.",
        "Measure many runs at once (--method comops), or larger sizes.",
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
