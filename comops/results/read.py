# SPDX-License-Identifier: BSD-3-Clause
"""The results file: JSON Lines, schema comops/1, checked and read into records.

Times are microseconds per run, sizes bytes, rates 10^6 bytes/s, as in the file.
"""

import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import IO, Any, TypeVar

from comops.results.campaign import SCHEMA, CampaignRecord
from comops.results.cell import CellRecord
from comops.results.conditions import AccountRecord, CanaryRecord, RoundsRecord, TrustRecord
from comops.results.declared import Declared
from comops.results.findings import (CrossoverRecord, FitRecord, Here, HereRecord, PairRecord,
                                     PlacementRatio, PooledRecord, VerdictRecord, both_modes_of,
                                     group_of)
from comops.results.keys import CellKey
from comops.results.lines import Record, ResultsError, damage_notes, lines_of, reason_of, record_of
from comops.results.schema import KINDS, further_kinds, kind_of
from comops.results.write import ResultsFile

BEGINS = re.compile(rb'\s*\{\s*"record"\s*:\s*"campaign"')
NOT_WHOLE = "This file is not whole: the campaign was interrupted, is still running, or lines miss."


@dataclass
class Reading:
    """One results file. `record` is its first; `notes` say what could not be used; `takes` are the
    kinds of records that are wanted, and what is done with each."""

    file: Path
    record: CampaignRecord
    cells: dict[CellKey, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    lines: int = 1  # so far
    further: dict[str, list[Declared]] = field(default_factory=dict)  # of extensions, by kind
    is_whole: bool = False  # its last record says that it is complete, and all are there
    trust: TrustRecord | None = None
    takes: dict[str, Callable[[Any], None]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.takes = {"trust": self.take_trust}

    def add(self, record: Record) -> None:
        """Adds one record; it replaces an earlier one of the same cell, pair or fit."""
        kind = str(record.get("record"))
        self.is_whole = record == {"record": "end", "records": self.lines, "ended": "complete"}
        self.lines += 1
        if take := self.taker(kind):
            take(kind_of(kind).from_json(record))

    def taker(self, kind: str) -> Callable[[Any], None] | None:
        """What is done with a record of this kind; None: nothing."""
        return self.takes.get(kind)

    def take_trust(self, trust: TrustRecord) -> None:
        self.trust = trust


@dataclass
class Campaign(Reading):
    """A results file with all that its records say."""

    cells: dict[CellKey, CellRecord] = field(default_factory=dict)
    pairs: dict[frozenset[CellKey], PairRecord] = field(default_factory=dict)
    verdicts: dict[tuple[str, CellKey], VerdictRecord] = field(default_factory=dict)
    pooled: dict[tuple[CellKey, tuple[str, ...]], PooledRecord] = field(default_factory=dict)
    here: dict[CellKey, HereRecord] = field(default_factory=dict)  # by group
    placement_ratios: dict[CellKey, PlacementRatio] = field(default_factory=dict)  # by key of b
    fits: dict[tuple[CellKey, str], FitRecord] = field(default_factory=dict)
    crossovers: list[CrossoverRecord] = field(default_factory=list)
    canaries: list[CanaryRecord] = field(default_factory=list)
    accounts: list[AccountRecord] = field(default_factory=list)
    rounds: list[RoundsRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.takes |= {
            "crossover": self.crossovers.append, "canary": self.canaries.append,
            "account": self.accounts.append, "rounds": self.rounds.append,
            **{kind: partial(_keep, getattr(self, kept), key_of)
               for kind, (kept, key_of) in KEYED.items()}}

    def taker(self, kind: str) -> Callable[[Any], None] | None:
        if kind not in KINDS and kind in further_kinds():
            return self.further.setdefault(kind, []).append
        return super().taker(kind)

    @property
    def simulated(self) -> bool:
        return any(cell.simulated for cell in self.cells.values())

    @property
    def missing(self) -> dict[str, str]:
        """Why paths that were to be measured have no cells."""
        there = {key.path for key in self.cells}
        return {path: why for path, why in self.record.missing.items() if path not in there}

    def pair(self, a: CellKey, b: CellKey) -> PairRecord | None:
        """The recorded pair of two cells, seen from `a`; None if none was recorded."""
        pair = self.pairs.get(frozenset((a, b)))
        return pair.reversed() if pair and pair.a != a else pair

    def verdict(self, name: str, sides: Sequence[Sequence[CellRecord]]) -> VerdictRecord | None:
        """What was recorded of the cells of both sides, which are of one group."""
        first, second = ([cell.key for cell in side] for side in sides)
        verdict = self.verdicts.get((name, group_of((first or second)[0])))
        return verdict if verdict and verdict.a in first and verdict.b in second else None

    def here_of(self, key: CellKey) -> dict[str, Here]:
        """What holds here of the comparisons of a cell's group, by their names."""
        here = self.here.get(both_modes_of(key))
        return here.compared if here else {}


# Where a campaign keeps the records of a kind, and by which key: the last one of each.
KEYED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "cell": ("cells", attrgetter("key")),
    "pair": ("pairs", lambda pair: frozenset((pair.a, pair.b))),
    "verdict": ("verdicts", lambda verdict: (verdict.verdict, group_of(verdict.a))),
    "pooled": ("pooled", attrgetter("key", "patterns")),
    "here": ("here", attrgetter("key")),
    "placement_ratio": ("placement_ratios", attrgetter("b")),
    "fit": ("fits", attrgetter("line", "model")),
}


def _keep(kept: dict[Any, Declared], key_of: Callable[[Any], Any], record: Declared) -> None:
    kept[key_of(record)] = record


def campaign_record(path: Path, line: bytes, number: int = 1) -> CampaignRecord:
    """It must be on this line, the `number`th; else ResultsError."""
    if not line.strip():
        raise ResultsError(f"{path}: empty: nothing was measured")
    none = f"{path}: not a comops results file"
    try:
        record = record_of(line)
        name, _, version = str(record.get("schema")).partition("/")
        if record.get("record") != "campaign" or name != "comops" or not version.isdecimal():
            raise ResultsError(f"{none} (line {number} is not a campaign record)")
        if record["schema"] != SCHEMA:
            raise ResultsError(f"{path}: written by a newer comops (schema {name}/{version[:9]}); "
                               f"this one reads {SCHEMA}")
        return CampaignRecord.from_json(record)
    except ValueError as error:
        raise ResultsError(f"{none} (line {number}: {reason_of(error)})") from None


Kind = TypeVar("Kind", bound=Reading)


def _read(path: Path, lines: Iterator[bytes], kind: type[Kind]) -> list[Kind]:
    """The campaigns of a file; each begins with its record."""
    line = next(lines, b"")
    campaigns = [kind(path, campaign_record(path, line))]
    damaged, index = [], 1
    for index, line in enumerate(lines, start=2):
        try:
            if BEGINS.match(line):
                campaigns.append(kind(path, campaign_record(path, line, index)))
            elif line.strip():
                campaigns[-1].add(record_of(line))
        except ValueError as error:
            damaged.append((index, reason_of(error)))
    cut = not line.endswith(b"\n")
    notes = list(damage_notes(damaged, index, cut))
    used = [campaign for campaign in campaigns if campaign.cells or campaign.further]
    if not used and len(damaged) > cut:
        raise ResultsError(f"{path}: no cell can be used: {notes[-1]}")
    if not used:
        raise ResultsError(f"{path}: contains no cell: nothing was measured")
    used[0].notes += notes
    for campaign in used:
        campaign.notes += [] if campaign.is_whole or campaign.notes else [NOT_WHOLE]
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


def campaigns_from(stream: IO[bytes] | IO[str]) -> list[Campaign]:
    """The campaigns of an open file; ResultsError as of campaigns_in."""
    lines = (line.encode(errors="surrogateescape") if isinstance(line, str) else line
             for line in stream)
    return _read(Path(str(getattr(stream, "name", "<stream>"))), lines, Campaign)


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
