# SPDX-License-Identifier: BSD-3-Clause
"""What the comparisons mean for a program, in a sentence, from what is decided."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from comops.reports.answers.answer import MARGIN_TEXT, Row, winner_name
from comops.reports.answers.panels import Panel
from comops.reports.words.formats import factor_of, list_text
from comops.reports.words.sentences import OUTCOMES, Writing
from comops.reports.words.wins import range_text
from comops.results.findings import EQUIVALENT, UNDECIDED, PooledRecord
from comops.statistics.verdicts import PAPER

HARDLY = 1.1  # a factor below this is less than most programs notice: they also compute
USES = {"threads": "OpenMP's barrier and lock", "MPI": "MPI's calls"}


class Advice(NamedTuple):
    """What to use at one size: a side, EQUIVALENT where it hardly matters, else UNDECIDED."""

    size: int
    winner: str


def _at(size: int, rows: Sequence[Row]) -> Advice:
    """The side that is faster in more than half of the operations."""
    if all(row.winner == EQUIVALENT or row.winner not in OUTCOMES and factor_of(row.ratio) < HARDLY
           for row in rows):
        return Advice(size, EQUIVALENT)
    won = Counter(winner_name([row]) for row in rows if row.winner not in OUTCOMES)
    (winner, count), = won.most_common(1) or [(UNDECIDED, 0)]
    return Advice(size, winner if 2 * count > len(rows) else UNDECIDED)


def advice_text(panels: Sequence[Panel], pooled: Sequence[PooledRecord], writing: Writing) -> str:
    """For a program: MPI's calls are mostly faster at 8 and from 32K, ... Nothing if OpenMP and MPI
    were not compared at several sizes."""
    rows = [row for panel in panels if not panel.oversubscribed for row in panel.of(PAPER)]
    sizes = sorted({row.size for row in rows})
    if len(sizes) < 2:
        return ""
    every = [_at(size, [row for row in rows if row.size == size]) for size in sizes]
    where: dict[str, list[str]] = defaultdict(list)
    for winner, some in groupby(range(len(every)), key=lambda at: every[at].winner):
        where[winner].append(range_text(every, list(some), writing))
    texts = {winner: list_text(ranges) for winner, ranges in where.items()}
    parts = [f"{USES.get(winner, winner)} are mostly faster {texts[winner]}"
             for winner in sorted(texts) if winner not in OUTCOMES]
    if EQUIVALENT in texts:
        parts.append(f"it hardly matters {texts[EQUIVALENT]}")
    if UNDECIDED in texts:
        parts.append(f"neither is shown to win most operations {texts[UNDECIDED]}")
    if pooled and all(one.decision == EQUIVALENT for one in pooled):
        parts.append(f"threads or processes as such differ by less than {MARGIN_TEXT}")
    return f"For a program: {'; '.join(parts)}."
