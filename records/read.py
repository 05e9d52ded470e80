# SPDX-License-Identifier: BSD-3-Clause
"""The results file: JSON Lines, schema comops/1, read into plain values.

Times are microseconds per run, sizes bytes, rates 10^6 bytes/s, as in the file.
"""

from dataclasses import dataclass, field
from json import JSONDecodeError
from pathlib import Path
from typing import Any, TypeVar

from records import fields, json_text
from records.canaries import Canary, canary_of
from records.fields import CellKey, Interval
from records.findings import Crossover, Fit, crossover_of, fit_of
from records.model_runs import KINDS, ModelRun, model_run_of
from records.overlap import Overlap, overlap_of
from records.formulas import Grouping, groups_of
from records.pairs import Pair, Verdict, group_of, pair_of, verdict_of
from records.stamps import Percentiles, Stamps, percentiles_of, stamps_of
from records.where import where_of

SCHEMA_NAME = "comops"
SCHEMA_VERSION = 1
DEEPEST = 100  # levels of lists and objects in a record; the tree of a machine has up to 80

# The facts of a campaign that a page shows; one that the file lacks is an empty string.
FACTS = (
    "host cpu machine started governor kernel runtimes launchers compiler flags version clock "
    "command seed transparent_hugepages numa_balancing"
).split()

LINE = {"bytes": 0, "mode": ""}  # in the key of a line


class ResultsError(Exception):
    """A file that is not a readable results file; one line says why."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One measurement. The three measured values are None where `valid` is false.

    `time_us` is the statistic of the method: the median, for some methods the mean.
    """

    key: CellKey
    valid: bool
    error: str
    time_us: float | None
    ci95_us: Interval | None
    rate_MBps: float | None
    rate_formula: str
    repeats: int | None
    samples: int
    pus: tuple[int, ...]
    numa: tuple[int, ...]
    oversubscribed: bool
    stopped: str
    launches: tuple[int, ...] = ()  # blocks of each launch
    launch_us: tuple[float | None, ...] = ()  # the time of each launch; None: void
    trials_us: tuple[float, ...] = ()  # of method luecke, in order
    warnings: tuple[str, ...] = ()
    counters: dict[str, tuple[float | None, ...]] = field(default_factory=dict)  # per run, by rank
    stamps: Stamps | None = None
    percentiles: Percentiles | None = None
    simulated: bool = False
    where: dict[str, float] = field(default_factory=dict)  # microseconds; of simulated cells
    groups: Grouping | None = None
    messages_per_s: float | None = None  # of patterns that count them
    overlap: Overlap | None = None  # of the pattern that computes

    @property
    def bounds(self) -> Interval | None:
        """What the time lies between: its interval, or the time itself if it is simulated."""
        return (self.time_us, self.time_us) if self.simulated and self.valid else self.ci95_us

    @property
    def rate_ci95(self) -> Interval | None:
        return self.inverse_ci95(self.rate_MBps)

    def inverse_ci95(self, value: float | None) -> Interval | None:
        """The interval of a value that is a constant / time."""
        if not value or not self.ci95_us or min(self.ci95_us) <= 0:
            return None
        return tuple(value * self.time_us / end for end in reversed(self.ci95_us))


@dataclass
class Campaign:
    """One results file. `notes` say what could not be used."""

    file: Path
    facts: dict[str, Any]
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    pairs: dict[frozenset[CellKey], Pair] = field(default_factory=dict)
    verdicts: dict[tuple[str, CellKey], Verdict] = field(default_factory=dict)
    placement_ratios: dict[CellKey, Pair] = field(default_factory=dict)  # by the key of b
    fits: dict[tuple[CellKey, str], Fit] = field(default_factory=dict)
    crossovers: list[Crossover] = field(default_factory=list)
    canaries: list[Canary] = field(default_factory=list)
    model_runs: list[ModelRun] = field(default_factory=list)
    resumed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    keys: dict[tuple, CellKey] = field(default_factory=dict, repr=False)

    @property
    def simulated(self) -> bool:
        return any(cell.simulated for cell in self.cells.values())

    def pair(self, a: CellKey, b: CellKey) -> Pair | None:
        """The recorded pair of two cells, seen from `a`; None if none was recorded."""
        pair = self.pairs.get(frozenset((a, b)))
        return pair.reversed() if pair and pair.a != a else pair

    def add_line(self, line: bytes) -> None:
        """Add the record on a line of the file; ValueError if there is none."""
        self.add(record_of(line))

    def add(self, record: dict[str, Any]) -> None:
        """Add one record; it replaces an earlier one of the same cell, pair or fit."""
        kind = record.get("record")
        if kind == "cell":
            cell = cell_of(record, self.key(record))
            self.cells[cell.key] = cell
        elif kind == "pair":
            pair = pair_of(record, self.key)
            self.pairs[frozenset((pair.a, pair.b))] = pair
        elif kind == "verdict":
            verdict = verdict_of(record, self.key)
            self.verdicts[fields.text(record, "verdict"), group_of(verdict.pair.a)] = verdict
        elif kind == "placement_ratio":
            pair = pair_of(record, self.key)
            self.placement_ratios[pair.b] = pair
        elif kind == "fit":
            fit = fit_of(record, self.line(record))
            self.fits[fit.line, fit.model] = fit
        elif kind == "crossover":
            self.crossovers.append(crossover_of(record, self.line))
        elif kind == "canary":
            self.canaries.append(canary_of(record))
        elif kind in KINDS:
            run = model_run_of(record)
            self.model_runs += [run] if run else []
        elif kind == "campaign":
            self.resumed.append(fields.text(record, "started"))

    def key(self, record: object) -> CellKey:
        """The key in a record; the same object in all records of a cell."""
        if not isinstance(record, dict):
            raise ValueError("a or b is not a cell's keys")
        try:
            values = tuple(map(record.get, CellKey._fields))
            return self.keys.get(values) or self.keys.setdefault(values, fields.key_of(record))
        except TypeError:
            raise ValueError("a key is neither a text nor a number") from None

    def line(self, record: object) -> CellKey:
        """The key of a line: a cell's without bytes and mode."""
        return self.key(record | LINE if isinstance(record, dict) else record)


def cell_of(record: dict[str, Any], key: CellKey) -> Cell:
    valid = record.get("valid")
    if not isinstance(valid, bool):
        raise ValueError("valid is neither true nor false")
    samples = record.get("samples_us")
    time = "time_us" if record.get("time_us") is not None else "median_us"
    return Cell(
        key=key,
        valid=valid,
        error="" if valid else str(record.get("error") or "no reason recorded"),
        time_us=fields.number(record, time) if valid else None,
        ci95_us=fields.interval(record, "ci95_us") if valid else None,
        rate_MBps=fields.number(record, "rate_MBps") if valid and record.get("rate_MBps") else None,
        rate_formula=str(record.get("rate_formula") or ""),
        repeats=fields.count(record, "repeats") if record.get("repeats") is not None else None,
        samples=len(samples) if isinstance(samples, list) else 0,
        pus=fields.places(record, "pus"),
        numa=fields.places(record, "numa"),
        oversubscribed=record.get("oversubscribed") is True,
        stopped=str(record.get("stopped") or ""),
        launches=fields.counts(record, "launches"),
        launch_us=fields.numbers(record, "launch_us"),
        trials_us=fields.numbers(record, "samples_us") if key.method == "luecke" else (),
        warnings=fields.texts(record, "warnings"),
        counters=fields.events(record),
        stamps=stamps_of(record),
        percentiles=percentiles_of(record) if valid else None,
        simulated=record.get("simulated") is True,
        where=where_of(record),
        groups=groups_of(record),
        messages_per_s=(fields.number(record, "messages_per_s")
                        if valid and record.get("messages_per_s") else None),
        overlap=overlap_of(record) if valid else None,
    )


def record_of(line: bytes) -> dict[str, Any]:
    """The object on a line; ValueError if there is none."""
    record = json_text.loads(line)
    if not isinstance(record, dict):
        raise ValueError("not an object")
    if line.count(b"[") + line.count(b"{") > DEEPEST and is_deep(record):
        raise ValueError("nested too deeply")
    return record


def is_deep(value: Any) -> bool:
    """Whether it has more than DEEPEST levels of lists and objects."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for some in inner for one in some if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def reason_of(error: ValueError) -> str:
    """Why a line is no record."""
    return "not JSON" if isinstance(error, JSONDecodeError) else str(error)


def facts_of(path: Path, line: bytes) -> dict[str, Any]:
    """The campaign record, which must be the first line, with all FACTS; else ResultsError."""
    if not line.strip():
        raise ResultsError(f"{path}: empty: nothing was measured")
    try:
        facts = record_of(line)
    except ValueError as error:
        why = f"not a comops results file (line 1: {reason_of(error)})"
        raise ResultsError(f"{path}: {why}") from None
    name, _, version = str(facts.get("schema")).partition("/")
    if facts.get("record") != "campaign" or name != SCHEMA_NAME or not version.isdecimal():
        raise ResultsError(f"{path}: not a comops results file (line 1 is not a campaign record)")
    if int(version[:9]) != SCHEMA_VERSION:
        age = "newer" if int(version[:9]) > SCHEMA_VERSION else "older"
        raise ResultsError(
            f"{path}: written by a {age} comops (schema {name}/{version[:9]}); "
            f"this one reads {SCHEMA_NAME}/{SCHEMA_VERSION}"
        )
    return dict.fromkeys(FACTS, "") | facts


def damage_notes(damaged: list[tuple[int, str]], last: int, cut: bool) -> list[str]:
    """Sentences about the lines that were left out; `cut`: the last has no line end."""
    notes = []
    if cut and damaged and damaged[-1][0] == last:
        damaged = damaged[:-1]
        notes.append(
            f"The last line ({last}) is cut short and was left out: "
            "the campaign was interrupted, or is still running."
        )
    if damaged:
        line, reason = damaged[0]
        lines = "1 line is" if len(damaged) == 1 else f"{len(damaged)} lines are"
        notes.append(f"{lines} damaged and left out; the first is line {line}: {reason}.")
    return notes


Kind = TypeVar("Kind", bound=Campaign)


def campaign_read(path: Path, kind: type[Kind] = Campaign) -> Kind:
    """Read one results file; ResultsError if it is none or cannot be read.

    `kind` determines what is kept of its records.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ResultsError(f"{path}: not a file: a pipe or a device may have no end")
        with path.open("rb") as lines:
            line = lines.readline()
            campaign = kind(path, facts_of(path, line))
            damaged, index = [], 1
            for index, line in enumerate(lines, start=2):
                try:
                    if line.strip():
                        campaign.add_line(line)
                except ValueError as error:
                    damaged.append((index, reason_of(error)))
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    cut = not line.endswith(b"\n")
    campaign.notes += damage_notes(damaged, index, cut)
    if not campaign.cells and len(damaged) > cut:
        raise ResultsError(f"{path}: no cell can be used: {campaign.notes[-1]}")
    if not campaign.cells:
        raise ResultsError(f"{path}: contains no cell: nothing was measured")
    return campaign
