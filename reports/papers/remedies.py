# SPDX-License-Identifier: BSD-3-Clause
"""XHC's flat broadcast and its remedies as a table: simulated beside what was measured."""

from collections.abc import Sequence

from analysis.decisions import BROADCAST_ERRORS
from reports.answers.remedies import FLAT, Broadcasts
from reports.papers.items import NONE, PRINT, SIMULATED, Column, Row, Table, Value
from reports.words.formats import size_text

MEASURED = "ICPP 2023, means over the ranks"
MADE_FROM = "icx-48", "csx-48"
COLUMNS = (Column(SIMULATED, "µs"), Column(SIMULATED, "over flat"), Column(SIMULATED, "than flat"),
           Column(PRINT, "µs"), Column(PRINT, "over flat"), Column(PRINT, "place"))


def _row(one: Broadcasts, size: int, protocol: str) -> Row:
    ours, theirs = one.times[size], one.printed.get(size, {})
    decision = "" if protocol == FLAT else one.decision(size, protocol)
    values = [Value(ours[protocol]), Value(ours[protocol] / ours[FLAT]), Value(words=decision)]
    if protocol in theirs:
        values += [Value(theirs[protocol]), Value(theirs[protocol] / theirs[FLAT]),
                   Value(words=str(list(theirs).index(protocol) + 1))]
    return Row((size_text(size), protocol), (*values, *[NONE] * (len(COLUMNS) - len(values))))


def _note(one: Broadcasts) -> str:
    errors = ", ".join(f"{factor} up to {size_text(size)}" for size, factor in BROADCAST_ERRORS)
    note = ("Times are means over the ranks. Undecided: the ratio to flat is within the largest "
            f"error of such ratios on skx-24 and csx-48, a factor of {errors} "
            "(docs/accuracy.md)")
    if not one.printed:
        return f"{note}. The study has no such measurements."
    made = "; the engine's rules were made from this machine" * (one.machine in MADE_FROM)
    return f"{note}. Print: {MEASURED}{made}."


def remedies_table(one: Broadcasts, sizes: Sequence[int]) -> Table:
    """A row for each size and variant, the fastest of a size first."""
    columns = COLUMNS if one.printed else COLUMNS[:3]
    rows = [_row(one, size, protocol) for size in sizes for protocol in one.times[size]]
    return Table(f"XHC's flat broadcast and its remedies on {one.machine}, {one.ranks} ranks, "
                 "fastest first", ("bytes", "variant"), columns,
                 [row._replace(values=row.values[:len(columns)]) for row in rows], "", _note(one))
