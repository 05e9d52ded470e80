# SPDX-License-Identifier: BSD-3-Clause
"""The warnings that a cell can carry: what each means, and what to do about it."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from read.results import Cell
from words.formats import list_text


class Advice(NamedTuple):
    """A warning in words."""

    title: str
    meaning: str
    advice: str


ADVICE = {
    "too-few-samples": Advice(
        "too few samples",
        "There are too few samples or launches for a 95 % interval.",
        "Allow more time (--budget), or measure fewer cells at once.",
    ),
    "first-run-slow": Advice(
        "first run slow",
        "Launches begin with samples of more than 1.5 times the median: pages, caches or the "
        "core's frequency have not settled yet.",
        "The median is not affected. The raw samples contain the first run.",
    ),
    "drifting": Advice(
        "drifting",
        "Launches become slower or faster in the course of the campaign.",
        "Let the machine become idle, fix its frequency (governor performance) and measure again; "
        "or rely on the ratios, in which drift cancels.",
    ),
    "two-modes": Advice(
        "bimodal",
        "The timings are bimodal, and the median may belong to either mode: two frequencies, or "
        "two page mappings.",
        "Check the governor, huge pages, and where the buffers lie (--memory).",
    ),
    "noisy-neighbour": Advice(
        "noisy neighbour",
        "Many samples are far above the median, or many starts were late: other processes used "
        "these cores.",
        "Stop them, keep them off these cores, or use an exclusive node.",
    ),
    "oversubscribed": Advice(
        "oversubscribed",
        "There were more ranks than cores, so ranks took turns.",
        "Use at most as many ranks as cores: these times show how cores are shared.",
    ),
    "coarse-clock": Advice(
        "coarse clock",
        "The clock's resolution is more than 1 % of a sample, so small differences are its own.",
        "Measure many runs at once (--method comops), or larger messages.",
    ),
}


def advice_of(name: str) -> Advice:
    """A warning in words, also one that is not known here."""
    return ADVICE.get(name, Advice(name, "A warning of a later version.", ""))


def title_of(name: str) -> str:
    """A warning's name as a reader sees it."""
    return advice_of(name).title


def warning_counts(cells: Iterable[Cell]) -> dict[str, int]:
    """How many cells carry each warning, in the order of ADVICE, unknown ones last."""
    counts = Counter(warning for cell in cells for warning in cell.warnings)
    known = [name for name in ADVICE if name in counts]
    return {name: counts[name] for name in (*known, *sorted(counts.keys() - ADVICE.keys()))}


def warnings_text(cells: Iterable[Cell]) -> str:
    """Which warnings the cells carry: drifting 2 and bimodal 1."""
    return list_text([f"{title_of(name)} {count}" for name, count in warning_counts(cells).items()])
