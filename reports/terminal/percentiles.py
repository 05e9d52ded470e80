# SPDX-License-Identifier: BSD-3-Clause
"""Percentiles of single runs, below a table: of the fastest cell of each side."""

from analysis.percentiles import SHARES
from reports.terminal.tables import BEST, Side, Table
from reports.words.formats import decimals_within


def _side_text(side: Side | None) -> str:
    fields = []
    for name in SHARES:
        one = side and side.percentiles.get(name)
        if not one or one.us is None:
            fields.append("-")
        else:
            half_width = (one.ci95[1] - one.ci95[0]) / 2 if one.ci95 else 0.0
            fields.append(f"{one.us:.{decimals_within(one.us, half_width)}f}")
    return "".join(f"{one:>9}" for one in fields)


def percentiles_text(table: Table) -> str:
    """An empty line at the end."""
    first, second = table.columns
    names = "".join(f"{name:>9}" for name in SHARES)
    lines = [f"single runs of a typical launch, us: {first}, then {second}",
             f"{'bytes':>10}{names}{names}",
             *(f"{one.size:10}{''.join(map(_side_text, one.sides))}" for one in table.of(BEST))]
    return "\n".join([*lines, "", ""])
