# SPDX-License-Identifier: BSD-3-Clause
"""The times of a campaign, a table for each operation: a column for each side and its protocol,
then the ratios with the interval that decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from comops.common.catalogue import PATTERNS
from comops.common.sizes import size_text
from comops.common.terminal import plain, wrapped
from comops.reports.answers.answer import Row, takes_part
from comops.reports.answers.limits import WORDS, left_out_text, limits_of, losses_of
from comops.reports.answers.measures import by_size, first_of, overlap_of
from comops.reports.answers.panels import Panel
from comops.reports.terminal.heading import OVERSUBSCRIBED, library_short, place_text
from comops.reports.terminal.maps import letters_of
from comops.reports.words.formats import (DECIMALS, GAP, about_short, blocks_of, decimals,
                                          interval_text, number_text, path_text, plural)
from comops.reports.words.sentences import UNSTEADY, modes_text
from comops.reports.words.settings import setting_texts
from comops.reports.words.trust import is_split, states_text
from comops.results.cell import CellRecord
from comops.results.cell_parts import SHARES
from comops.results.findings import EQUIVALENT, UNDECIDED
from comops.results.keys import Interval
from comops.results.read import Campaign
from comops.statistics.decisions import MARGIN
from comops.statistics.times import start_bound_us
from comops.statistics.verdicts import (BEST, KINDS, OURS, OUR_PROTOCOLS, PAPER, SAME_CODE, base_of,
                                        fastest)

SIZE = 7  # columns of a size
FIRST = "first run"
KEY = ("Ratio [95 % interval, now] winner; of = (within 5 %) the 90 % interval, which decides it; "
       "of ? (not decided) both, the 95 % interval first")
START = ("start: how exactly the clocks of the ranks, and thus their common start, are known to "
         "agree; a time from one rank to another is known no better.")
HERE = "; here [what holds the ratio of the next campaign on this machine in 95 %]"
FIRST_KEY = (f" {FIRST.capitalize()}: in a new launch, what a program pays that communicates once "
             "[95 % interval].")
NAMES = {PAPER: "MPI / OpenMP", OURS: "faster of them / ours",
         SAME_CODE: "ours: processes / threads", BEST: "processes / threads"}
CALLS, OTHER, OUR = range(3)  # how a path moves data: what its runtime has for it; else; our code


@dataclass(frozen=True)
class Wanted:
    """What is printed of a campaign besides the answer: `times` before it; with them `percentiles`
    of the single runs, and the `first` run of each launch."""

    times: bool = False
    percentiles: bool = False
    first: bool = False


@dataclass(frozen=True)
class TimeColumn:
    """`texts` by size."""

    head: str
    texts: dict[int, str]

    @property
    def width(self) -> int:
        return max(len(self.head), *map(len, self.texts.values()))


def _kind(cell: CellRecord) -> int:
    if cell.key.protocol in OUR_PROTOCOLS:
        return OUR
    return CALLS if takes_part(cell, PAPER) or cell.key.protocol == "library" else OTHER


def _aligned(values: Sequence[tuple[float, Interval | None]], exact: bool = False) -> list[str]:
    """Numbers whose decimal points are below each other, with the digits that their intervals
    allow; two without an interval, unless they are exact."""
    texts = [f"{value:.{decimals(value, ci95 or (None if exact else (0.9 * value, 1.1 * value)))}f}"
             for value, ci95 in values]
    fractions = [len(text.partition(".")[2]) for text in texts]
    deepest = min(max(fractions, default=0), DECIMALS)
    filled = [text + " " * (deepest - fraction + (fraction == 0 < deepest))
              for text, fraction in zip(texts, fractions, strict=True)]
    width = max(map(len, filled), default=0)
    return [f"{text:>{width}}" for text in filled]


def time_columns(panel: Panel, first: bool) -> Iterator[TimeColumn]:
    """What each runtime offers, what else moves data over its path, our code: of each the fastest
    protocol at each size, named if there are several. With `first` its first run, too."""
    runtimes = panel.campaign.record.runtimes
    names = {path: library_short(runtime) for path, runtime in runtimes.items()}

    def side(cell: CellRecord) -> tuple[int, bool, str]:
        return _kind(cell), base_of(cell.key.path) != "threads", cell.key.path

    for (kind, _, path), side_cells in groupby(sorted(panel.cells, key=side), side):
        cells = list(side_cells)
        best = {size: fastest(cell for cell in cells if cell.key.bytes == size)
                for size in {cell.key.bytes for cell in cells}}
        own, name = names.get(path, path_text(path)), path_text(path, *(
            cell.key.protocol for cell in cells))
        head = {CALLS: f"{own} ({path})" if "@" in path else own,
                OTHER: f"{name}, other", OUR: f"ours, {name}"}[kind]
        several = len({cell.key.protocol for cell in cells}) > 1 or kind != OUR
        times = _aligned([(cell.time_us, cell.ci95_us) for cell in best.values()],
                         bool(panel.campaign.simulated))
        width = max(len(cell.key.protocol) for cell in cells)
        yield TimeColumn(head, {
            size: f"{time} {cell.key.protocol:<{width}}" if several else time
            for (size, cell), time in zip(best.items(), times, strict=True)})
        known = {size: usual for size, cell in best.items() if first and (usual := first_of(cell))}
        times = _aligned(list(known.values()))
        if known:
            yield TimeColumn(FIRST, {
                size: f"{time} [{_interval(us, ci95)}]" if ci95 else time
                for (size, (us, ci95)), time in zip(known.items(), times, strict=True)})


def start_column(panel: Panel) -> list[TimeColumn]:
    """How well the common start is known, at the sizes where it is more than the margin of
    equivalent times; no column if it is nowhere."""
    bounds: dict[int, float] = {}
    for cell in panel.cells:
        if offset := cell.clock_offset:
            messages = PATTERNS.get(cell.key.pattern, {}).get("messages", 1)
            us = start_bound_us(offset.us, offset.error_us, cell.repeats, messages)
            if us > (MARGIN - 1) * cell.time_us:
                bounds[cell.key.bytes] = max(us, bounds.get(cell.key.bytes, 0.0))
    texts = {size: f"±{us:.2g}" for size, us in bounds.items()}
    return [TimeColumn("start", texts)] if bounds else []


def limit_columns(panel: Panel) -> tuple[list[TimeColumn], list[TimeColumn]]:
    """The limit, and how many times as long each side takes; "?" where the interval is not known.
    """
    limits = {size: interval_text(limit.us, limit.ci95) if limit.ci95 else "?"
              for size, limit in limits_of(panel).items()}
    losses = [TimeColumn(f"{name} / limit", {size: interval_text(*loss) if loss else "?"
                                             for size, loss in losses_at.items()})
              for name, losses_at in losses_of(panel)]
    return [TimeColumn("limit", limits)] * bool(limits), losses


def _interval(ratio: float, ends: tuple[float, float] | None) -> str:
    digits = decimals(ratio, ends)
    return f"{ends[0]:.{digits}f}, {ends[1]:.{digits}f}" if ends else ""


def ratio_text(row: Row, letters: dict[str, str]) -> str:
    """1.420 [1.380, 1.470] T here [1.32, 1.52]; 1.01 [0.98, 1.04] =; 1.1 [0.9, 1.3; 0.9, 1.2] ?;
    without an interval ? alone."""
    if row.ratio_known is None:
        return "?"
    ci95, ci90 = row.ci95, row.pair.ci90
    ends = {EQUIVALENT: [ci90], UNDECIDED: [ci95, ci90]}.get(row.winner, [ci95])
    shown = "; ".join(dict.fromkeys(_interval(row.ratio, end) for end in ends if end))
    word = {EQUIVALENT: "=", UNDECIDED: "?"}.get(row.winner) or (
        "ours" if row.winner == OURS else letters[row.winner_name])
    here = _interval(row.ratio, row.here.ci95) if row.here else ""
    return " ".join(filter(None, (number_text(row.ratio, ci95), f"[{shown}]" if shown else "", word,
                                  f"here [{here}]" if here else "")))


def compared(panel: Panel) -> Iterator[tuple[str, list[Row]]]:
    """What is compared, and its rows. Best against best only where it compares other cells than the
    others."""
    def cells(name: str) -> list[tuple[CellRecord | None, CellRecord | None]]:
        return [(row.ours, row.other) for row in panel.of(name)]

    for name, head in NAMES.items():
        if (rows := panel.of(name)) and not (
                name == BEST and cells(BEST) in map(cells, (PAPER, SAME_CODE))):
            yield head, rows


def beside(columns: Sequence[TimeColumn], sizes: Sequence[int], width: int) -> Iterator[str]:
    """As many columns beside each other as fit; the others below."""
    widths, gap = [SIZE, *(column.width for column in columns)], " " * GAP
    for _, *block in blocks_of(1, widths, width + GAP) if columns else ():
        shown = [columns[at - 1] for at in block]
        heads = gap.join(f"{column.head:<{column.width}}" for column in shown)
        yield f"{'bytes':>{SIZE}}{gap}{heads}".rstrip()
        for size in sizes:
            texts = [f"{column.texts.get(size, ''):<{column.width}}" for column in shown]
            if "".join(texts).strip():
                yield f"{size_text(size) if size else '-':>{SIZE}}{gap}{gap.join(texts)}".rstrip()


def _where(panel: Panel) -> str:
    """2 ranks, bus: one L3 of 32 MiB, cores 0-1; rewritten buffers, data read within the time"""
    words, setting = setting_texts(panel.setting), panel.setting
    where = next((place_text(placement.where) for placement in panel.campaign.record.placements
                  if (placement.name, placement.ranks) == (setting.placement, setting.ranks)), "")
    named = ("buffers", "consume", "memory", "pages", "skew")
    rest = [words[name] for name in named if words[name] and words[name] != "local pages"]
    place = f"{setting.placement}: {where}" if where else setting.placement
    return f"{plural(setting.ranks, 'rank')} on {place}; {', '.join(rest)}"


# ---- below a table ------------------------------------------------------------------------------


def notes_of(panel: Panel) -> Iterator[str]:
    """Where a ratio has two modes or the times another quotient, and where page faults split a
    cell; where one protocol overtakes another; how much of an exchange is hidden."""
    rows = [(f"{head} at {size_text(row.size)}", row) for head, compared_rows in compared(panel)
            for row in compared_rows]
    yield from (f"{what}: {modes_text(row.pair.modes)}" for what, row in rows if row.pair.modes)
    if changed := [what for what, row in rows if row.unsteady]:
        yield f"{', '.join(changed)}: {UNSTEADY}"
    yield from (states_text(cell) for cell in panel.cells if is_split(cell))
    yield from filter(None, [left_out_text(panel)])
    for crossing in panel.crossovers:
        at, *ends = (about_short(size) if size else "" for size in (crossing.bytes, *crossing.ci95))
        large, small = ("/".join(side.implementation) for side in (crossing.large, crossing.small))
        yield f"{large} overtakes {small} at {at} [{', '.join(ends)}]"
    for implementation, values in sorted(by_size(panel, overlap_of)):
        parts = (f"{value[0]:.0f} % at {size_text(size)}"
                 for size, value in zip(panel.sizes, values, strict=True) if value)
        yield f"{'/'.join(implementation)} hides {', '.join(parts)}"


def percentiles_of(panel: Panel) -> Iterator[str]:
    """Percentiles of single runs, of the fastest cell of each path."""
    heads = (*SHARES, "max")
    rows = []
    for cell in (row.best[path] for row in panel.rows for path in sorted(row.best)):
        if cell.percentiles:
            shares = [cell.percentiles.all[name] for name in heads]
            rows.append((size_text(cell.key.bytes), "/".join(cell.key.implementation), *(
                "-" if share.us is None else number_text(share.us, share.ci95)
                for share in shares)))
    if rows:
        yield "single runs of a typical launch, us"
        yield f"{'bytes':>7}  {'':<18}{''.join(f'{name:>10}' for name in heads)}"
        for size, name, *shares in rows:
            yield f"{size:>7}  {name:<18}{''.join(f'{share:>10}' for share in shares)}"


def table_lines(panel: Panel, letters: dict[str, str], columns: int, wanted: Wanted
                ) -> Iterator[str]:
    def folded(text: str) -> list[str]:
        return wrapped(text, 2, columns).splitlines()

    simulated = ", simulated" if panel.campaign.simulated else ""
    yield from folded(f"{panel.title}, {_where(panel)}{simulated}")
    if panel.oversubscribed:
        yield OVERSUBSCRIBED
    limit, losses = limit_columns(panel)
    for shown in ([*time_columns(panel, wanted.first), *limit, *start_column(panel)],
                  [TimeColumn(head, {row.size: ratio_text(row, letters) for row in rows})
                   for head, rows in compared(panel)], losses):
        yield from beside(shown, panel.sizes, columns)
    for note in notes_of(panel):
        yield from folded(note)
    if wanted.percentiles:
        yield from percentiles_of(panel)


def tables_text(panels: Sequence[Panel], campaign: Campaign, columns: int, wanted: Wanted) -> str:
    """Each table, an empty line after it."""
    letters = letters_of(campaign.cells.values())
    compared = [comparison for panel in panels for comparison in panel.comparisons]
    won = {row.winner_name for row in compared if row.winner in row.best}
    named = ", ".join(f"{letter} {name}" for name, letter in letters.items() if name in won)
    text = "Times in microseconds. "
    if compared:
        here = HERE * any(row.here for row in compared)
        text += f"{KEY}{here}{f'. Winners: {named}' if named else ''}."
    said = wrapped(text + FIRST_KEY * wanted.first, 2, columns)
    for name in (PAPER, BEST):
        if any(panel.of(name) for panel in panels):
            kind = KINDS[name]
            words = " against ".join(side.words for side in kind.sides)
            said += wrapped(f"{NAMES[name]}, {kind.title}: {words}.", 2, columns)
    if any(start_column(panel) for panel in panels):
        said += wrapped(START, 2, columns)
    if any(map(limits_of, panels)):
        said += wrapped(WORDS, 2, columns)
    said += "\n"
    for panel in panels:
        lines = table_lines(panel, letters, columns, wanted)
        said += "".join(f"{plain(line)}\n" for line in lines) + "\n"
    return said
