# SPDX-License-Identifier: BSD-3-Clause
"""What the terminal shows of a campaign: on one screen who wins, by how much, how far it can be
trusted, and where the rest is; on request the times before it, or the cells with warnings."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from comops import extension
from comops.common.sizes import size_text
from comops.common.terminal import (NO_BREAK, colour_wanted, columns_wanted, lines_escaped, plain,
                                    wrapped)
from comops.reports.answers.answer import Row
from comops.reports.answers.headline import OUTCOME_WORDS, TITLES, drawn_of, headline_of
from comops.reports.answers.panels import Panel, panels_of
from comops.reports.answers.verdict_maps import by_sizes
from comops.reports.terminal.heading import heading_of
from comops.reports.terminal.maps import fastest_rows, layout_of, letters_of, rows_of
from comops.reports.terminal.times import Wanted, tables_text
from comops.reports.terminal.trust import (MOST, trust_lines, undecided_line, warning_lines,
                                           warnings_text)
from comops.reports.words.formats import path_text, plural
from comops.reports.words.phrases import capitalized, text_of
from comops.reports.words.sentences import SYMBOLS
from comops.reports.words.trust import verdict_lines
from comops.results.findings import UNDECIDED
from comops.results.read import Campaign
from comops.statistics.trust import measured_by_placement
from comops.statistics.verdicts import PAPER

COLUMNS = 100  # where the width is unknown
ROWS_MOST = 24  # of all matrices; what does not fit is left to `comops show`
LINES, LINES_MANY, MANY = 25, 40, 8  # of the screen; of one with more rows than MANY


def blocks_of(panels: Sequence[Panel]) -> list[tuple[str, str, list[Panel]]]:
    """The matrices: names, titles and tables, as many as fit."""
    blocks, rows = [], 0
    for name, shown in drawn_of(panels):
        if all(row.winner == UNDECIDED for panel in shown for row in panel.of(name)):
            continue
        if blocks and rows + len(shown) > ROWS_MOST:
            break
        blocks.append((name, TITLES[name], shown[:ROWS_MOST]))
        rows += len(shown)
    return blocks


def legend(letters: dict[str, str], shown: Iterable[Row]) -> str:
    """What letters and symbols mean, of those that occur."""
    every = list(shown)
    winners = {row.winner for row in every}
    names = {row.winner_name for row in every if row.winner in row.best}
    paths = [f"{letter} {name}" for name, letter in letters.items() if name in names]
    known = [f"{SYMBOLS[outcome]} {text}" for outcome, text in OUTCOME_WORDS.items()
             if outcome in winners]
    faster = f"{', '.join(paths)} faster by" if paths else ""
    words = "; ".join(filter(None, [faster, ", ".join(known)]))
    return f" ({words})" if words else ""


def _matrices(panels: Sequence[Panel], columns: int, colour: bool) -> Iterator[str]:
    """The tables with the same sizes below each other; the first title has the legend."""
    blocks = blocks_of(panels)
    letters = letters_of(cell for panel in panels for cell in panel.cells)
    shown = [row for name, _, panels in blocks for panel in panels for row in panel.of(name)]
    key = legend(letters, shown)
    for sizes, here in by_sizes(panels):
        layout = layout_of([panel.titled for panel in panels], sizes, columns, letters, colour)
        lost = [size_text(size) for size in sizes if size not in layout.sizes]
        parts = [(name, title, rows_of([panel for panel in panels if panel in here], name, layout))
                 for name, title, panels in blocks]
        if any(rows for _, _, rows in parts):
            yield layout.head
        for _, title, rows in parts:
            if rows:
                yield wrapped(f"{title}{key}", 2, columns)[:-1]
                yield from rows
                key = ""
        if lost:
            yield f"  counted, but too wide for {columns} columns: {', '.join(lost)}"
    left = sum(bool(panel.of(PAPER)) for panel in panels) - ROWS_MOST
    if left > 0:
        yield f"  and {plural(left, 'other row')}"


def _times(panels: Sequence[Panel], columns: int, colour: bool) -> Iterator[str]:
    """Where nothing is compared."""
    if not panels:  # no cell is valid
        return
    yield "Microseconds of the fastest protocol"
    for sizes, here in by_sizes(panels):
        names = (f"{panel.titled}, {path_text(path)}" for panel in here for path in panel.paths)
        layout = layout_of(names, sizes, columns, {}, colour)
        yield layout.head
        yield from fastest_rows(here, layout)


# ---- all together -----------------------------------------------------------------------------


def where_lines(columns: int, warned: bool, file: Path | None) -> list[str]:
    """Where times and the page are; nothing if the records are in no file."""
    if not file:
        return []
    name = shlex.quote(str(file))
    said = [f"Times, protocols, intervals: comops show {name}", f"Page: comops report {name}"]
    if warned:
        said[0] += f" {'(--warnings: all, with their cells)'.replace(' ', NO_BREAK)}"
    lines = ["   ".join(said)] if len("   ".join(said)) <= columns else said
    return [line for sentence in lines for line in wrapped(sentence, 2, columns).splitlines()]


def screen_text(campaign: Campaign, columns: int = COLUMNS, colour: bool = False,
                file: Path | None = None, others: Sequence[str] = ()) -> str:
    """`file`: where the records are; `others`: what holds at other distances of the ranks."""
    panels = panels_of(campaign)
    measured = measured_by_placement(campaign)

    def folded(text: str, indent: int = 2) -> list[str]:
        return wrapped(plain(text), indent, columns).splitlines()

    lines = [line for text in [*verdict_lines([campaign]), *heading_of(campaign, panels, measured)]
             for line in folded(text)]
    lines += ["", *(line for sentence in headline_of(campaign, panels) if sentence
                    for line in folded(text_of(sentence)))]
    shown = _matrices if any(panel.comparisons for panel in panels) else _times
    matrices = list(shown(panels, columns, colour))
    lines += ["", *matrices] if matrices else []
    warned = any(cell.warnings for panel in panels for cell in panel.cells)
    further = extension.lines(campaign, columns)
    undecided = undecided_line(campaign, panels)
    last = [*(folded(undecided) if undecided else ()), *further,
            *where_lines(columns, warned, file)]
    trust = [*trust_lines(campaign, measured), *others]
    most = len(further) + (LINES if len(matrices) <= 2 * MANY else LINES_MANY)
    room = most - len(lines) - len(trust) - len(last) + lines.count("")
    trust += warning_lines(panels, min(max(room, 1), MOST), columns)
    if not trust and not campaign.simulated and panels:
        trust = ["no warnings"]
    notes = [folded(f"{'       ' if at else 'Notes: '}{text}", 9) for at, text in enumerate(trust)]
    while len(lines) + sum(map(len, notes)) + len(last) > most and "" in lines:
        lines.remove("")
    while len(lines) + sum(map(len, notes)) + len(last) >= most and len(notes) > 1:
        notes.pop()
    lines += [line for folds in notes for line in folds]
    if left := len(trust) - len(notes):
        lines.append(f"       and {plural(left, 'other note')}")
    return "\n".join([*lines, *last]) + "\n"


def campaign_text(campaign: Campaign, wanted: Wanted, file: Path | None,
                  others: Sequence[str] = ()) -> str:
    """`file`: where the records are; `others`: what holds at other distances of the ranks."""
    columns, text = columns_wanted() or COLUMNS, ""
    if wanted != Wanted():
        text = "".join(f"{wrapped(plain(said), 2, columns)}\n"
                       for said in verdict_lines([campaign]))
        text += tables_text(panels_of(campaign), campaign, columns, wanted)
    return lines_escaped(text + screen_text(campaign, columns, colour_wanted(), file, others))


def campaign_warnings(campaign: Campaign) -> str:
    """What of the machine makes results less certain, then the warnings of cells."""
    panels, columns = panels_of(campaign), columns_wanted() or COLUMNS
    machine = "".join(wrapped(f"{capitalized(line)}.", 2, columns)
                      for line in trust_lines(campaign, measured_by_placement(campaign)))
    return lines_escaped("\n".join(filter(None, [machine, warnings_text(panels, columns)])))
