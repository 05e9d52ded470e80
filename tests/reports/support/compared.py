# SPDX-License-Identifier: BSD-3-Clause
"""Groups, tables and verdicts of a small campaign, made up."""

import math
from types import SimpleNamespace
from typing import Any

from analysis.decisions import decision_of
from analysis.verdicts import KINDS
from records.topology import Placement
from reports.terminal.tables import BEST, Comparison, Side, Table

BUS = Placement("bus", 2, (0, 1), "L3 #0 (32 MiB), cores 0-1", "")
SMT = Placement("smt", 2, (0, 2), "core 0", "")
CROWDED = Placement("bus", 2, (0, 0), "core 0", "", oversubscribed=True)


def group(pattern: str = "broadcast", placement: Placement = BUS, table: int = 0, size: int = 8,
          **others: Any) -> Any:
    """What tables use of a campaign.planning.plan.Group."""
    names = "threads", "mpi"
    facts = {"series_of": None, "reduces": False, "reduction_names": lambda _: ("sum", "float")}
    known = {name: others.pop(name) for name in facts if name in others}
    return SimpleNamespace(**{
        "pattern": SimpleNamespace(name=pattern, **facts | known), "placement": placement,
        "pages": SimpleNamespace(name="local", bound=False), "ranks": 2, "bytes": size,
        "series": 0, "reduction": 0, "buffers": "rewrite", "page_size": "default", "skew_us": 0,
        "consume": "no", "table": table, "bundle": 0,
        "candidates": [SimpleNamespace(path=SimpleNamespace(label=name)) for name in names],
        **others})


def comparison(size: int, first: float, second: float, ci95: tuple[float, float] | None,
               paths: tuple[str, str] = ("threads", "mpi"),
               protocols: tuple[str, str] = ("barrier", "library")) -> Comparison:
    """A comparison of times whose own intervals are unknown."""
    ratio = second / first
    width = (ci95[1] - ci95[0]) / 2 / ratio if ci95 else math.inf
    sides = [Side(path, protocol, time, 0.0)
             for path, protocol, time in zip(paths, protocols, (first, second), strict=True)]
    return Comparison(size, (sides[0], sides[1]), ratio, ci95, width, decision_of(ci95, ci95))


def nothing(size: int) -> Comparison:
    return Comparison(size, (None, None), math.nan, None, math.inf, "undecided")


def table(*rows: tuple, placement: Placement = BUS, **others: Any) -> Table:
    """A table of comparisons with these arguments; the same code was not measured."""
    made = Table(group(placement=placement, **others))
    for row in sorted(rows):
        same = comparison(*row)
        made.rows.append((same.size, {name: same for name in KINDS}
                          | {"same-code": nothing(same.size), "threads": nothing(same.size),
                             "mpi": nothing(same.size)}))
    return made


def replace_best(made: Table, **others: Any) -> Table:
    """The first row's comparison of the columns, with other sides."""
    size, row = made.rows[0]
    best = row[BEST]
    made.rows[0] = size, row | {BEST: Comparison(
        size, others["sides"], best.ratio, best.ci95, best.half_width, best.decision)}
    return made
