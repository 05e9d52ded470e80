# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts of made-up campaigns, as a recorder makes them of the cells and pairs."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import isnan, nan
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from comops.results.findings import PairRecord, group_of
from comops.results.keys import CellKey
from comops.statistics.ratios import Ratio
from comops.statistics.verdicts import comparisons_of, first_side, library_name, verdict_between

Record = dict[str, Any]


def verdict_records(records: Sequence[Record]) -> Iterator[Record]:
    """The verdicts that a campaign lacks."""
    facts, *records = records
    pairs = {(key_of(pair, "a"), key_of(pair, "b")): pair
             for pair in records if pair["record"] == "pair"}
    known = {(verdict["verdict"], group_of(key_of(verdict, "a")))
             for verdict in records if verdict["record"] == "verdict"}
    tables: dict[CellKey, list[SimpleNamespace]] = defaultdict(list)
    cells = {key_in(cell): cell for cell in records if cell["record"] == "cell"}
    for key, cell in cells.items():
        tables[group_of(key)].append(SimpleNamespace(
            key=key, valid=cell["valid"], time_us=cell.get("time_us")))
    firsts: dict[CellKey, set[str]] = defaultdict(set)
    for group, cells_of in tables.items():
        firsts[group._replace(bytes=0, mode="")] |= {cell.key.path for cell in cells_of}

    def pair_between(a: CellKey, b: CellKey) -> Record | None:
        return pairs.get((a, b)) or reversed_pair(pairs.get((b, a)))

    def compare(a: SimpleNamespace, b: SimpleNamespace) -> Ratio:
        pair = pair_between(a.key, b.key)
        return Ratio(nan) if not pair else Ratio(
            pair["ratio"], pair["ci95"] and tuple(pair["ci95"]),
            pair["ci90"] and tuple(pair["ci90"]), exact=bool(cells[a.key].get("simulated")))

    for group, cells_of in tables.items():
        first = first_side(firsts[group._replace(bytes=0, mode="")])
        for name, sides in comparisons_of(cells_of, first).items():
            verdict = verdict_between(sides, compare, attrgetter("time_us"))
            if (name, group) not in known and not isnan(verdict.ratio.value):
                a, b = (cell.key for cell in verdict.cells)
                yield pair_between(a, b) | {
                    "record": "verdict", "verdict": name, "decision": verdict.ratio.decision,
                    "ci95": verdict.ratio.ci95, "ci90": verdict.ratio.ci90,
                    "libraries": [library_name(facts["runtimes"].get(key.path, ""))
                                  for key in (a, b)]}


def key_in(record: Record) -> CellKey:
    return CellKey(**{name: record[name] for name in CellKey._fields if name in record})


def key_of(pair: Record, side: str) -> CellKey:
    return key_in(pair[side])


def reversed_pair(pair: Record | None) -> Record | None:
    if not pair:
        return None
    turned = PairRecord.from_json(pair).reversed()
    modes = {"modes": turned.modes._asdict()} if turned.modes else {}
    return pair | modes | {"a": pair["b"], "b": pair["a"], "ratio": turned.ratio,
                           "ci95": turned.ci95, "ci90": turned.ci90, "decision": turned.decision}
