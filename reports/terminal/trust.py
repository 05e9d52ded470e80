# SPDX-License-Identifier: BSD-3-Clause
"""How far a campaign can be trusted, and the warnings of its cells: a line for each on the screen,
and on request the cells that carry it."""

import math
import shlex
from collections.abc import Iterator, Sequence

from comops.common.sizes import size_text
from comops.common.terminal import wrapped
from comops.reports.answers.answer import Row
from comops.reports.answers.headline import shown_of
from comops.reports.answers.measured import trust_notes
from comops.reports.answers.panels import Panel
from comops.reports.terminal.heading import seconds_of
from comops.reports.words.formats import plural
from comops.reports.words.trust import warning_counts, warning_of
from comops.results.cell import CellRecord
from comops.results.findings import UNDECIDED
from comops.results.read import Campaign
from comops.statistics.handovers import HandoverSummary
from comops.statistics.ratios import LAUNCHES, Ratio, budget_for, time_needed
from comops.statistics.trust import Place

ADAPTIVE = "adaptive"  # the method that a longer time makes more precise
MOST = 5  # lines of warnings


def again(campaign: Campaign, budget: str) -> str:
    """The campaign's command with another budget, into another file."""
    words, command = list(campaign.record.command), []
    while words:
        word = words.pop(0)
        if word in ("-o", "--output", "--budget", "--launches"):
            words = words[1:]
        elif not word.startswith(("--output=", "--budget=", "--launches=")):
            command.append(word)
    return shlex.join([*command, "--budget", budget])


def _open(rows: Sequence[Row]) -> list[Ratio]:
    """What is not decided."""
    return [Ratio(row.ratio, row.ci95, row.pair.ci90, launches=row.pair.launches,
                  modes=row.pair.modes) for row in rows if row.winner == UNDECIDED]


def undecided_line(campaign: Campaign, panels: Sequence[Panel]) -> str:
    """The command that decides what is open; "" if nothing is."""
    rows, same_rows = shown_of(panels)
    in_tables, same = _open(rows), _open(same_rows)
    if not (every := in_tables + same) or campaign.simulated:
        return ""
    what = f"Not decided: {len(every)} of {plural(len(rows) + len(same_rows), 'comparison')}"
    parts = [f"{len(in_tables)} in the tables (?)"] * bool(in_tables)
    parts += [f"{len(same)} of the same code by size"] * bool(same)
    what += f": {', '.join(parts)}" if same else " (?)"
    if all(ratio.ci95 is None for ratio in every):
        launches = min(ratio.launches for ratio in every)
        what += f", with {launches} of the {LAUNCHES} launches that an interval needs"
    return what + _advice(campaign, every) if campaign.record.method == ADAPTIVE else what


def _advice(campaign: Campaign, every: Sequence[Ratio]) -> str:
    """What would decide them."""
    decidable = [ratio for ratio in every if math.isfinite(time_needed(ratio))]
    two = f"; {len(every) - len(decidable)} of them have two modes, which no time decides" * (
        len(decidable) < len(every))
    if not decidable:
        return two
    budget = budget_for(decidable, max(seconds_of(campaign), 1.0))
    if not budget:
        return f"{two}; an hour would not decide half of {'the others' if two else 'them'}"
    seconds, decided = budget
    which = f"about {decided}" if decided < len(every) else "all" if decided > 1 else "it"
    return f"{two}; to decide {which}: {again(campaign, f'{seconds / 60:.0f}m')}"


def trust_lines(campaign: Campaign, measured: dict[Place, HandoverSummary]) -> Iterator[str]:
    """What is neither the verdict nor a warning of a cell."""
    cells = campaign.cells.values()
    invalid = [cell for cell in cells if not cell.valid]
    if invalid:
        key = invalid[0].key
        yield (f"{len(invalid)} of {plural(len(cells), 'cell')} without a valid time; the first: "
               f"{key.pattern} over {key.path}/{key.protocol}, {key.bytes} bytes: "
               f"{invalid[0].error}")
    yield from trust_notes(campaign, measured)


def warning_lines(panels: Sequence[Panel], most: int, columns: int) -> list[str]:
    """At most so many lines: one for each of the warnings that most cells carry, with a few words
    on what it means, and one for all others."""
    cells = [cell for panel in panels for cell in panel.cells]
    counts = sorted(warning_counts(cells).items(), key=lambda count: -count[1])
    each = counts if len(counts) <= most else counts[: most - 1]
    lines = [f"{name} in {count} of {len(cells)} cells: {warning_of(name).brief}"
             for name, count in each]
    if others := counts[len(each):]:
        lines.append(_others(others, f"warnings of {len(cells)} cells: " if not each else "also ",
                             columns))
    return lines


def _others(counts: Sequence[tuple[str, int]], begin: str, columns: int) -> str:
    """Warnings by the number of cells, as many as fit a line."""
    said, left = begin, len(counts)
    for name, count in counts:
        more = f"{name} {count}, "
        if len(said) + len(more) > columns - 14 and left < len(counts):
            return f"{said}and {left} more"
        said, left = said + more, left - 1
    return said.removesuffix(", ")


def _sizes(cells: Sequence[CellRecord], panel: Panel) -> str:
    every = {cell.key.bytes for cell in panel.cells}
    sizes = sorted({cell.key.bytes for cell in cells})
    if len(sizes) == len(every) > 1:
        return "at every size"
    return f"at {', '.join(map(size_text, sizes))}" if sizes != [0] else "without sizes"


def cells_of(name: str, panels: Sequence[Panel]) -> Iterator[str]:
    """pingpong, bus: mpi/library at 8, 4K; threads/direct at 64"""
    for panel in panels:
        if by := panel.warned_of(name):
            rows = (f"{'/'.join(names)} {_sizes(cells, panel)}" for names, cells in by.items())
            yield f"{panel.titled}: {'; '.join(rows)}"


def warnings_text(panels: Sequence[Panel], columns: int) -> str:
    """Each warning with its meaning, its advice and its cells."""
    cells = [cell for panel in panels for cell in panel.cells]
    text = ""
    for name, count in warning_counts(cells).items():
        warning = warning_of(name)
        text += wrapped(f"{name}: {count} of {len(cells)} cells. {warning.meaning} "
                        f"{warning.advice}", 2, columns)
        text += "".join(wrapped(f"  {line}", 4, columns) for line in cells_of(name, panels)) + "\n"
    return text or "No cell has a warning.\n"
