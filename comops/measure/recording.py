# SPDX-License-Identifier: BSD-3-Clause
"""Writes a campaign's measurements to the results file, and tells the reporter."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from comops.measure.cell_record import cell_record
from comops.results.plan import Group, group_key
from comops.results.write import ResultsFile, key_text, text
from comops.statistics.cells import Cell
from comops.statistics.comparing.launches import LaunchSeries
from comops.statistics.findings import findings_of_table
from comops.statistics.pooling import pooled_of, same_code_of
from comops.statistics.ratios import Ratio, ratio_of, ratio_of_launches
from comops.statistics.times import time_us
from comops.statistics.verdicts import (Verdict, comparisons_of, first_side, library_name,
                                        verdict_between)

if TYPE_CHECKING:
    from comops.measure.earlier import Earlier
    from comops.measure.reporter import Reporter

Record = dict[str, Any]
_Table = tuple[Record, str, list[LaunchSeries]]  # setting, pattern, ratios of the same code
# Members of a cell's key that the setting of a table has not, and that of several has not.
ROW = "pattern", "path", "protocol", "bytes", "mode"
PARAMETER = "series_of", "series", "op", "datatype"


class Recorder:
    """`runtimes`: what each path's runtime says of itself; `earlier`: campaigns that this one may
    be compared with; `lost`: a cell's data were wrong."""

    def __init__(self, results: ResultsFile, reporter: "Reporter", runtimes: dict[str, str],
                 earlier: "Earlier | None" = None) -> None:
        self.results, self.reporter, self.runtimes = results, reporter, runtimes
        self.earlier = earlier
        self.cells, self.lost = 0, False
        self.groups = self.few = 0  # that have ended; of these, without launches for an interval
        self._same_code: dict[str, list[_Table]] = defaultdict(list)
        self._launches = 0  # of the stages that have ended
        self.explained: Counter[str] = Counter()  # warnings of cells that the machine explains

    def append(self, record: Record) -> None:
        """ResultsError if it cannot be written."""
        self.results.append(record)

    def group(self, group: Group, cells: Sequence[Cell],
              handover_ns: tuple[float, float] | None = None) -> None:
        """Records a group's cells, pairs, verdicts and what holds here. `handover_ns`: the shortest
        and the longest, if the ranks had one distance."""
        self.cells += len(cells)
        self.groups += 1
        self.reporter.group_ended(group, cells)
        for cell in cells:
            if not cell.valid:
                self.reporter.cell_lost(cell)
                self.lost = True
        records, compared = self.records_of(group, cells)
        for record in records:
            self.append(record)
        if self.earlier and (here := self.earlier.compared(group, compared, handover_ns)):
            self.append({"record": "here", **group_key(group, cells[0].key["method"]),
                         "compared": here})

    def records_of(self, group: Group, cells: Sequence[Cell]
                   ) -> tuple[list[Record], dict[str, Verdict]]:
        """A group's cells, pairs and verdicts; and what is compared, by its name."""
        records = [cell_record(cell, group) for cell in cells]
        compare, time = cache(ratio_of), cache(time_us)
        for a, b in combinations([cell for cell in cells if cell.valid], 2):
            if (ratio := compare(a, b)).rounds:
                records.append(self.pair_record(a, b, ratio))
        first = first_side(cell.key["path"] for cell in cells)
        compared = {name: verdict_between(sides, compare, time)
                    for name, sides in comparisons_of(cells, first).items()}
        records += [self._verdict_record(name, verdict) for name, verdict in compared.items()
                    if verdict.ratio.rounds]
        return records, compared

    def pair_record(self, a: Cell, b: Cell, ratio: Ratio) -> Record:
        return ratio_record("pair", a, b, ratio)

    def placed(self, first_cells: Sequence[Cell], other_cells: Sequence[Cell]) -> None:
        """Records the ratio of each cell that two groups have in common, `other` over `first`; they
        differ only in placement."""
        for a in first_cells:
            for b in other_cells:
                if not (a.valid and b.valid and all(
                        a.key[name] == b.key[name] for name in ("path", "protocol", "mode"))):
                    continue
                ratio = ratio_of_launches(a, b)
                if ratio.launches:
                    self.append(ratio_record("placement_ratio", a, b, ratio))

    def table(self, cells: Sequence[Cell]) -> None:
        """Records the fits and crossovers of a whole table, and the ratio of the same code."""
        valid = [cell for cell in cells if cell.valid]
        for record in findings_of_table(valid):
            self.append(record)
        if series := same_code_of(valid, self._launches):
            key = valid[0].key
            self._pool(without(key, *ROW), [key["pattern"]], series)
            setting = without(key, *ROW, *PARAMETER)
            self._same_code[key_text(setting)].append((setting, key["pattern"], series))

    def stage_ended(self) -> None:
        """Records the ratio of the same code over all tables of each setting so far."""
        for tables in self._same_code.values():
            settings, patterns, series = zip(*tables, strict=True)
            every = [ratio for ratios in series for ratio in ratios]
            self._launches = max(self._launches, *(len(ratio.parts) for ratio in every))
            if len(names := list(dict.fromkeys(patterns))) > 1:
                self._pool(settings[0], names, every)

    def _pool(self, key: Record, patterns: list[str], series: Sequence[LaunchSeries]) -> None:
        pooled = pooled_of(series)
        self.append({"record": "pooled", **key, "patterns": patterns, "ratio": pooled.value,
                     "ci95": pooled.ci95, "ci90": pooled.ci90, "comparisons": len(series),
                     "launches": pooled.launches, "decision": pooled.decision})

    def _verdict_record(self, name: str, verdict: Verdict) -> Record:
        a, b = verdict.cells
        assert a and b
        libraries = [text(library_name(self.runtimes.get(cell.key["path"], "")))
                     for cell in (a, b)]
        return ratio_record("verdict", a, b, verdict.ratio) | {
            "verdict": name, "libraries": libraries}


def without(key: Record, *names: str) -> Record:
    return {name: value for name, value in key.items() if name not in names}


def ratio_record(kind: str, a: Cell, b: Cell, ratio: Ratio) -> Record:
    """Two cells, their ratio and what it allows to be said."""
    record = {"record": kind, "a": dict(a.key), "b": dict(b.key), "ratio": ratio.value,
              "ci95": ratio.ci95, "ci90": ratio.ci90, "decision": ratio.decision}
    if levels := ratio.levels:
        record["spread"] = levels.spread
    for name, value in (("modes", ratio.modes), ("elsewhere", ratio.elsewhere)):
        if value:
            record[name] = value._asdict()
    if ratio.rounds:
        record["rounds"] = ratio.rounds
    return record | {"launches": ratio.launches,
                     "oversubscribed": a.oversubscribed or b.oversubscribed}
