# SPDX-License-Identifier: BSD-3-Clause
"""What the hardware allows, beside what was measured: the limit at each size, and how many times as
long OpenMP, MPI and our own code take."""

from collections.abc import Iterator
from functools import lru_cache

from comops.reports.answers.panels import Measured, Panel
from comops.statistics.limits import Limit, limit_of, loss_of
from comops.statistics.verdicts import KINDS, OUR_PROTOCOLS, PAPER, VerdictSide, fastest

SIDES = (*KINDS[PAPER].sides, VerdictSide(None, OUR_PROTOCOLS, "our own code", "ours"))
WORDS = ("Limit: the time in which a core reads in place what another has just written [95 % "
         "interval]; no protocol can be faster whose data are new and then read. Side / limit: how "
         "many times as long its fastest protocol takes.")


@lru_cache(maxsize=256)
def limits_of(panel: Panel) -> dict[int, Limit]:
    """By size, where one was measured. Table, notes and page ask for the same ones."""
    return {row.size: limit for row in panel.rows
            if (limit := limit_of(panel.campaign, row.cells[0].key))}


def losses_of(panel: Panel) -> Iterator[tuple[str, dict[int, Measured | None]]]:
    """Time / limit of the fastest protocol of OpenMP, of MPI and of our own code, by size; None
    where its interval is not known."""
    limits = limits_of(panel)
    for side in SIDES:
        best = {row.size: cell for row in panel.rows if row.size in limits
                and (cell := fastest(cell for cell in row.cells if side.has(cell.key)))}
        if best:
            yield side.short, {size: loss_of(cell, limits[size]) for size, cell in best.items()}


def left_out_text(panel: Panel) -> str:
    """What was not used of the readings; nothing if all were."""
    limits = limits_of(panel).values()
    lost, used = sum(limit.left_out for limit in limits), sum(limit.launches for limit in limits)
    if not lost:
        return ""
    return (f"limit: {lost} of {lost + used} readings are left out, because the cores were at "
            "another distance than in the results")
