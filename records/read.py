# SPDX-License-Identifier: BSD-3-Clause
"""The results file: JSON Lines, schema comops/1, checked and read into plain values.

Times are microseconds per run, sizes bytes, rates 10^6 bytes/s, as in the file.
"""

import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from records.cell_parts import Grouping, fastest_of, parts_of, percentiles_of, stamps_of
from records.cell_schema import CELL
from records.check import check
from records.findings import (
    Crossover, Fit, Here, Pair, Pooled, Verdict, crossover_of, fit_of, group_of, pair_of,
    pooled_from,
)
from records.keys import CellKey, Interval, Keys
from records.lines import (
    Record, ResultsError, damage_notes, lines_of, reason_of, record_of,
)
from records.model_runs import ModelRun, model_run_of
from records.schema import RECORDS, SCHEMA
from records.write import ResultsFile

# Most of a file; a reader of all cells does without. SINGLE_RUNS: methods that look at each sample.
BULK = "samples_us", "blocks", "empty_us", "disturbances"
SINGLE_RUNS = {"luecke"}
PER_ROUND = "before_ns", "after_ns", "classes"  # of a record of rounds
BEGINS = re.compile(rb'\s*\{\s*"record"\s*:\s*"campaign"')
NOT_WHOLE = "This file is not whole: the campaign was interrupted, is still running, or lines miss."
# Members that a cell has in a form of its own.
FORMS = {"ci95_us": lambda ends: tuple(ends) if ends else None, "percentiles": percentiles_of,
         "stamps": stamps_of, "where": parts_of, "groups": lambda groups: Grouping(**groups)}

# What a cell's attribute is where the record lacks the member.
ABSENT = {name: False if one.get("const") is True else None
          for name, one in CELL["properties"].items()}


def lost_of(record: Record) -> tuple[float, float]:
    """For how long a cell's ranks were observed, and for how long of it other programs or machines
    had their cores, microseconds."""
    seen = record.get("disturbances")
    if not seen:
        return 0.0, 0.0
    events = [*(seen["waited_us"] or ()), *(seen["stolen_us"] or ())]
    return seen["watched_us"] * record["ranks"], sum(us for _, _, us in events)


class Cell:
    """The record of a cell: its members are attributes (records/cell_schema.py), None or False
    where it has none. It lacks BULK; `samples` is how many it had. `key` is its key. The ranks were
    observed for `watched_us`, all together, of which they had no core for `lost_us`.

    `time_us` is the statistic of the method: the median, for some methods the mean.
    """

    def __init__(self, key: CellKey, record: Record) -> None:
        single_runs = record["samples_us"] if key.method in SINGLE_RUNS else None
        self.__dict__ |= {name: FORMS[name](one) if name in FORMS else one
                         for name, one in record.items() if name not in BULK}
        self.key, self.samples, self.samples_us = key, len(record["samples_us"]), single_runs
        self.watched_us, self.lost_us = lost_of(record)

    def __getattr__(self, name: str) -> Any:
        """What the record lacks."""
        if name not in ABSENT:
            raise AttributeError(f"a cell has no {name}")
        return ABSENT[name]

    @property
    def bounds(self) -> Interval | None:
        """What the time lies between: its interval, or the time itself if it is simulated."""
        return (self.time_us, self.time_us) if self.simulated and self.valid else self.ci95_us

    @property
    def fastest_us(self) -> float:
        """The fastest of its runs; its time if runs were back to back."""
        return fastest_of(self.stamps, self.time_us)

    @property
    def rate_ci95(self) -> Interval | None:
        return self.inverse_ci95(self.rate_MBps)

    def inverse_ci95(self, value: float | None) -> Interval | None:
        """The interval of a value that is a constant / time."""
        if not value or not self.ci95_us or min(self.ci95_us) <= 0:
            return None
        return tuple(value * self.time_us / end for end in reversed(self.ci95_us))


@dataclass
class Results:
    """One results file. `facts` is its first record; `notes` say what could not be used.

    Each kind of record that is wanted has a method add_KIND, which takes it checked.
    """

    file: Path
    facts: Record
    cells: dict[CellKey, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    keys: Keys = field(default_factory=Keys, repr=False)
    records: int = 1  # lines so far
    is_whole: bool = False  # its last record says that it is complete, and all are there
    trust: Record | None = None

    @property
    def reproduces(self) -> list[str]:
        """The papers' tables and figures for which it was measured; of another campaign none."""
        return self.facts.get("reproduces", [])

    def add(self, record: Record) -> None:
        """Adds one record; it replaces an earlier one of the same cell, pair or fit."""
        kind = str(record.get("record"))
        self.is_whole = record == {"record": "end", "records": self.records, "ended": "complete"}
        self.records += 1
        add = getattr(self, f"add_{kind}", None) if kind in RECORDS else None
        if add:
            check(RECORDS[kind], record)
            if kind == "rounds" and len({len(record[name]) for name in PER_ROUND}) > 1:
                raise ValueError(f"{', '.join(PER_ROUND)} have different lengths")
            add(record)

    def add_trust(self, record: Record) -> None:
        self.trust = record


@dataclass
class Campaign(Results):
    """A results file with all that its records say."""

    cells: dict[CellKey, Cell] = field(default_factory=dict)
    pairs: dict[frozenset[CellKey], Pair] = field(default_factory=dict)
    verdicts: dict[tuple[str, CellKey], Verdict] = field(default_factory=dict)
    pooled: dict[tuple[CellKey, tuple[str, ...]], Pooled] = field(default_factory=dict)
    here: dict[CellKey, dict[str, Here]] = field(default_factory=dict)  # by group, comparison
    placement_ratios: dict[CellKey, Pair] = field(default_factory=dict)  # by the key of b
    fits: dict[tuple[CellKey, str], Fit] = field(default_factory=dict)
    crossovers: list[Crossover] = field(default_factory=list)
    canaries: list[Record] = field(default_factory=list)
    accounts: list[Record] = field(default_factory=list)
    rounds: list[Record] = field(default_factory=list)
    model_runs: list[ModelRun] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.add_canary, self.add_account = self.canaries.append, self.accounts.append
        self.add_rounds = self.rounds.append

    @property
    def simulated(self) -> bool:
        return any(cell.simulated for cell in self.cells.values())

    @property
    def missing(self) -> dict[str, str]:
        """Why paths that were to be measured have no cells."""
        there = {key.path for key in self.cells}
        return {path: why for path, why in self.facts.get("missing", {}).items()
                if path not in there}

    def pair(self, a: CellKey, b: CellKey) -> Pair | None:
        """The recorded pair of two cells, seen from `a`; None if none was recorded."""
        pair = self.pairs.get(frozenset((a, b)))
        return pair.reversed() if pair and pair.a != a else pair

    def verdict(self, name: str, sides: Sequence[Sequence[Cell]]) -> Verdict | None:
        """What was recorded of the cells of both sides, which are of one group."""
        first, second = ([cell.key for cell in side] for side in sides)
        found = self.verdicts.get((name, group_of((first or second)[0])))
        return found if found and found.pair.a in first and found.pair.b in second else None

    def here_of(self, key: CellKey) -> dict[str, Here]:
        """What holds here of the comparisons of a cell's group, by their names."""
        return self.here.get(group_of(key)._replace(mode=""), {})

    def add_cell(self, record: Record) -> None:
        key = self.keys.cell(record)
        self.cells[key] = Cell(key, record)

    def add_pair(self, record: Record) -> None:
        pair = pair_of(record, self.keys.cell)
        self.pairs[frozenset((pair.a, pair.b))] = pair

    def add_verdict(self, record: Record) -> None:
        pair = pair_of(record, self.keys.cell)
        verdict = Verdict(pair, tuple(record["libraries"]))
        self.verdicts[record["verdict"], group_of(pair.a)] = verdict

    def add_pooled(self, record: Record) -> None:
        pooled = pooled_from(record)
        self.pooled[pooled.key, pooled.patterns] = pooled

    def add_here(self, record: Record) -> None:
        self.here[CellKey.of(record)] = {name: Here(one["campaigns"], tuple(one["ci95"]))
                          for name, one in record["compared"].items()}

    def add_placement_ratio(self, record: Record) -> None:
        pair = pair_of(record, self.keys.cell)
        self.placement_ratios[pair.b] = pair

    def add_fit(self, record: Record) -> None:
        fit = fit_of(record, self.keys.line(record))
        self.fits[fit.line, fit.model] = fit

    def add_crossover(self, record: Record) -> None:
        self.crossovers.append(crossover_of(record, self.keys.line))

    def add_pstswm(self, record: Record) -> None:
        self.model_runs.append(model_run_of(record))

    add_pstswm_parallel = add_pstswm


def facts_of(path: Path, line: bytes, number: int = 1) -> Record:
    """A campaign's record, which must be on this line, the `number`th; else ResultsError."""
    if not line.strip():
        raise ResultsError(f"{path}: empty: nothing was measured")
    none = f"{path}: not a comops results file"
    try:
        facts = record_of(line)
        name, _, version = str(facts.get("schema")).partition("/")
        if facts.get("record") != "campaign" or name != "comops" or not version.isdecimal():
            raise ResultsError(f"{none} (line {number} is not a campaign record)")
        if facts["schema"] != SCHEMA:
            raise ResultsError(f"{path}: written by a newer comops (schema {name}/{version[:9]}); "
                               f"this one reads {SCHEMA}")
        check(RECORDS["campaign"], facts)
    except ValueError as error:
        raise ResultsError(f"{none} (line {number}: {reason_of(error)})") from None
    return facts


Kind = TypeVar("Kind", bound=Results)


def _read(path: Path, lines: Iterator[bytes], kind: type[Kind]) -> list[Kind]:
    """The campaigns of a file; each begins with its record."""
    line = next(lines, b"")
    campaigns = [kind(path, facts_of(path, line))]
    damaged, index = [], 1
    for index, line in enumerate(lines, start=2):
        try:
            if BEGINS.match(line):
                campaigns.append(kind(path, facts_of(path, line, index)))
            elif line.strip():
                campaigns[-1].add(record_of(line))
        except ValueError as error:
            damaged.append((index, reason_of(error)))
    cut = not line.endswith(b"\n")
    notes = list(damage_notes(damaged, index, cut))
    used = [one for one in campaigns if one.cells or getattr(one, "model_runs", ())]
    if not used and len(damaged) > cut:
        raise ResultsError(f"{path}: no cell can be used: {notes[-1]}")
    if not used:
        raise ResultsError(f"{path}: contains no cell: nothing was measured")
    used[0].notes += notes
    for one in used:
        one.notes += [] if one.is_whole or one.notes else [NOT_WHOLE]
    return used


def campaigns_in(path: Path, kind: type[Kind] = Campaign) -> list[Kind]:
    """The campaigns of a results file: one, or several of `comops reproduce`. ResultsError if it is
    none or cannot be read. A file .xz is decompressed. `kind` determines what is kept of records.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ResultsError(f"{path}: not a file: a pipe or a device may have no end")
        with lines_of(path) as lines:
            return _read(path, lines, kind)
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    except (lzma.LZMAError, EOFError) as error:
        raise ResultsError(f"{path}: cannot be decompressed: {error}") from None


def _only(campaigns: list[Kind]) -> Kind:
    if len(campaigns) > 1:
        raise ResultsError(f"{campaigns[0].file}: has {len(campaigns)} campaigns; `comops "
                           "report` shows them")
    return campaigns[0]


def campaign_read(path: Path, kind: type[Kind] = Campaign) -> Kind:
    """The only campaign of a file; ResultsError as campaigns_in, or if it has several."""
    return _only(campaigns_in(path, kind))


def campaign_written(results: ResultsFile) -> Campaign:
    """What a campaign has written so far; ResultsError as of campaign_read."""
    if results.file:
        return campaign_read(results.file)
    return _only(_read(Path(results.name), iter(results.kept or ()), Campaign))
