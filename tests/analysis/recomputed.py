# SPDX-License-Identifier: BSD-3-Clause
"""A results file's cells, and what analysis/ computes of them, as the file's records have it."""

import json
import lzma
import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

from analysis.cells import Cell
from analysis.findings import FoundCrossover, FoundFit, findings_of_table
from analysis.fits import Estimate, Fit, Hockney
from analysis.intervals import dropped
from analysis.levels import Levels
from analysis.ratios import Ratio, ratio_of, ratio_of_launches
from analysis.times import interval, launch_times, levels, median_us, time_us
from analysis.verdicts import KINDS, library_name, verdict_of
from analysis.warnings import warnings_of
from campaign.planning.methods import DEFAULT, METHODS
from records.schema import CELL_KEY

Record = dict[str, Any]
EITHER = ("path", "protocol", "mode")  # in which the cells of a group differ
# Warnings that depend on what the kernel counted in each block, which a record has in sum.
UNKNOWN = {"noisy-neighbour", "outliers", "page-faults", "two-modes", "unsteady"}
RECORDED = ("time_us", "median_us", "ci95_us", "spread", "dropped", "launch_us")


def records_of(file: Path) -> Iterator[Record]:
    """Of a results file, or of a transcript (tests/transcripts)."""
    opened = lzma.open(file, "rt") if file.suffix == ".xz" else file.open()
    with opened as lines:
        for one in map(json.loads, lines):
            if "record" in one:
                yield one
            yield from map(json.loads, one.get("records", ()))


def key_of(record: Record, *without: str) -> tuple:
    return tuple((name, record[name]) for name in CELL_KEY
                 if name in record and name not in without)


def stamps_of(record: Record) -> list[float]:
    """In ascending order, and rounded."""
    stamps, value = [], 0
    kept = record.get("stamps", {"unit_us": 1, "steps": [], "counts": []})
    for step, count in zip(kept["steps"], kept["counts"], strict=True):
        value += step
        stamps += [value * kept["unit_us"]] * count
    return stamps


def cell_of(record: Record) -> Cell:
    offset = record.get("clock_offset")
    samples, blocks = iter(record["samples_us"]), record["blocks"]
    by_block = [list(islice(samples, count)) for count in blocks]
    for block in record.get("left_out", ()):
        by_block[block] = []
    return Cell(
        dict(key_of(record)), METHODS.get(record["method"], DEFAULT), runs=record["repeats"],
        samples=list(chain.from_iterable(by_block)), blocks=list(map(len, by_block)),
        launches=record["launches"],
        launch_numbers=record.get("launch_numbers", [1]), voided=record["voided"],
        floored=record.get("floored", 0), stamps=stamps_of(record),
        clock_offset=offset and (*offset["ranks"], offset["us"], offset["error_us"]),
        reading_us=record.get("reading_us"), oversubscribed=record["oversubscribed"],
        error=record.get("error", ""),
        members={"simulated": True} if record.get("simulated") else {})


def spread(found: Levels | None) -> Record | None:
    return found and dict(zip(("launches", "rounds"), found.deviations, strict=True))


def ratio(found: Ratio) -> Record:
    return {"ratio": found.value, "ci95": found.ci95, "ci90": found.ci90,
            "decision": found.decision, "spread": spread(found.levels),
            "rounds": found.rounds or None, "launches": found.launches}


def finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def estimate(found: Estimate) -> Record:
    return {"value": found.value, "ci95": [finite(end) for end in found.ci95]}


def fit(found: Fit) -> Record:
    if isinstance(found, Hockney):
        return {"model": found.model, "sizes": found.sizes, "deviation": found.deviation,
                "latency_us": estimate(found.latency_us),
                "bandwidth_MBps": estimate(found.bandwidth_MBps),
                "half_bytes": estimate(found.half_bytes)}
    segments = [{"from": one.first, "to": one.last, "latency_us": one.latency_us,
                 "bandwidth_MBps": finite(one.bandwidth_MBps)} for one in found.segments]
    between = zip(found.segments, found.segments[1:], found.at, strict=False)
    return {"model": found.model, "sizes": found.sizes, "deviation": found.deviation,
            "bic": found.bic, "continuous": found.continuous, "segments": segments,
            "breakpoints": [{"between": [one.last, other.first], "bytes": at}
                            for one, other, at in between]}


class Replay:
    """The records of a file and, by the same names, what analysis/ says."""

    def __init__(self, records: list[Record]) -> None:
        self.campaign = records[0]
        self.kinds: dict[str, list[Record]] = defaultdict(list)
        for record in records:
            self.kinds[record["record"]].append(record)
        self.records = {key_of(record): record for record in self.kinds["cell"]}
        self.cells = {key: cell_of(record) for key, record in self.records.items()}

    @staticmethod
    def group_key(record: Record) -> tuple:
        return key_of(record, *EITHER)

    def groups(self, *without: str) -> list[list[Cell]]:
        found: dict[tuple, list[Cell]] = defaultdict(list)
        for cell in self.cells.values():
            if cell.valid:
                found[key_of(cell.key, *EITHER, *without)].append(cell)
        return list(found.values())

    def valid(self) -> Iterator[tuple[Record, Cell]]:
        return ((self.records[key], cell) for key, cell in self.cells.items() if cell.valid)

    def computed(self, cell: Cell) -> Record:
        """The members RECORDED of a valid cell."""
        return {"time_us": time_us(cell), "median_us": median_us(cell), "ci95_us": interval(cell),
                "spread": spread(levels(cell)), "launch_us": launch_times(cell),
                "dropped": dropped(cell.samples) if cell.method.drops_outliers else None}

    def by_cells(self, kind: str) -> dict[tuple, Record]:
        """Records by the keys of both cells."""
        return {(key_of(record["a"]), key_of(record["b"])): record for record in self.kinds[kind]}

    def ratios(self, kind: str) -> dict[tuple, Record]:
        """All pairs, or the ratios of the recorded placements, by the keys of both cells."""
        if kind == "pair":
            pairs = [pair for group in self.groups() for pair in combinations(group, 2)]
            found = [(a, b, ratio_of(a, b)) for a, b in pairs]
        else:
            pairs = [(self.cells[a], self.cells[b]) for a, b in self.by_cells(kind)]
            found = [(a, b, ratio_of_launches(a, b)) for a, b in pairs]
        return {(key_of(a.key), key_of(b.key)): ratio(one) for a, b, one in found if one.launches
                and (one.rounds or kind != "pair")}

    def verdicts(self) -> dict[tuple, Record]:
        """By kind and the key of the group."""
        found, runtimes = {}, self.campaign.get("runtimes", {})
        for group in self.groups():
            for name, kind in KINDS.items():
                verdict = verdict_of(kind, group)
                a, b = verdict.cells
                if a and b and verdict.ratio.rounds:
                    libraries = [library_name(runtimes.get(one.key["path"], "")) for one in (a, b)]
                    found[name, self.group_key(a.key)] = ratio(verdict.ratio) | {
                        "a": a.key, "b": b.key, "libraries": libraries}
        return found

    def findings(self) -> tuple[list[FoundFit], list[FoundCrossover]]:
        tables = [findings_of_table(cells) for cells in self.groups("bytes")]
        return ([fit for table in tables for fit in table.fits],
                [crossover for table in tables for crossover in table.crossovers])

    def warnings(self, record: Record, cell: Cell) -> tuple[set[str], set[str]]:
        """Recorded and found, without those that a record does not tell."""
        if cell.exact:
            return set(record["warnings"]), set()
        step_ns = self.campaign["clock"]["step_ns"]
        return (set(record["warnings"]) - UNKNOWN, set(warnings_of(cell, step_ns)) - UNKNOWN)


def replays_of(file: Path) -> Iterator[Replay]:
    """One for each campaign of the file."""
    records: list[Record] = []
    for record in records_of(file):
        if record["record"] == "campaign" and records:
            yield Replay(records)
            records = []
        records.append(record)
    yield Replay(records)
