# SPDX-License-Identifier: BSD-3-Clause
"""The papers' figures as charts: print, here and simulated."""

from collections import Counter
from collections.abc import Iterator, Sequence

from comops.reports.answers.series import PAPER, SYMBOLS, colours_of
from comops.reports.draw.specs import (COUNT, COUNTS, HEIGHT, Chart, ChartLook, Points, Spec,
                                       places_axis, small)
from comops.reports.words.trust import verdict_lines
from comops.results.read import Campaign
from comops_papers.items.documents import ITEMS
from comops_papers.items.items import HERE, MARK, PRINT, SIMULATED, Figure
from comops_papers.items.shelf import reproduced

FEW = 6  # lines of a small chart
PATHS = "threads", "mpi", "shmem"
DASHES = {PRINT: ((1, 3), (1, 2, 4, 2), (1, 6)), HERE: ((1, 0), (12, 2), (12, 2, 3, 2)),
          SIMULATED: ((5, 3), (3, 3), (7, 3, 3, 3))}  # of the curves of a colour, by origin


def lines_of(figure: Figure) -> list[tuple[ChartLook, Points]]:
    """Colours are those of paths or, without any, of machines. Printed curves are dotted, with
    hollow points; curves of an origin and path differ in dashes and points."""
    names = [line.path or line.title for line in figure.lines]
    colours = colours_of({*names, *(PATHS if any(line.path for line in figure.lines) else ())})
    used: Counter[tuple[str, str]] = Counter()
    lines = []
    for name, line in zip(names, figure.lines, strict=True):
        at, dashes = used[line.origin, line.path], DASHES[line.origin]
        used[line.origin, line.path] += 1
        mark = f" {MARK}" if any(value.oversubscribed for value in line.values.values()) else ""
        colour = f"var(--path-{colours[name]})"
        label = ": ".join(filter(None, (line.origin, line.column.name)))
        look = ChartLook(f"{label}{mark}", colour, PAPER if line.origin == PRINT else colour,
                         SYMBOLS[at % len(SYMBOLS)], dashes[at % len(dashes)])
        lines.append((look, [(at, value.number) for at, value in line.values.items()
                             if at > 0 and value.number > 0]))
    return [(look, points) for look, points in lines if points]


def figure_chart(figure: Figure) -> tuple[Spec | None, list[ChartLook]]:
    """A chart of a figure's lines, unless they have fewer than two places."""
    lines = lines_of(figure)
    places = {at for _, points in lines for at, _ in points}
    if len(places) < 2:
        return None, []
    counts = (COUNTS,) if figure.over == "trial" else ()
    x = (places_axis(places) if figure.over == "bytes"
         else places_axis(places, figure.over, COUNT, *counts))
    spec = small(figure.title, lines, x, figure.unit)
    return (spec if len(lines) <= FEW else spec | {"height": HEIGHT}), [look for look, _ in lines]


def paper_charts(campaigns: Sequence[Campaign]) -> Iterator[Chart]:
    """The charts of all items that something was measured or simulated for: luo-figure-3-1."""
    shelf = reproduced(campaigns)
    figures = ((item, at, figure) for item in ITEMS for at, figure in enumerate(
        (part for part in item.parts(shelf) if isinstance(part, Figure)), 1))
    for item, at, figure in figures:
        spec, _ = figure_chart(figure)
        if spec and any(line.origin != PRINT for line in figure.lines):
            yield Chart(f"{item.paper}-{item.name}-{at}", spec, {},
                        verdict_lines(item.runs_of(shelf).measured))
