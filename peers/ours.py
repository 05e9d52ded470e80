# SPDX-License-Identifier: BSD-3-Clause
"""Our own side: `comops run`, read back from its results file."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from peers.programs import Unavailable, output_of
from peers.ratios import Ratio

RUN_S, CHECK_S = 3600, 60
SHARED_MEMORY = {"I_MPI_FABRICS": "shm"}  # Intel MPI; the others do not read it
LOST = 1  # exit status: some cells could not be measured


class Key(NamedTuple):
    """What distinguishes a cell here: a campaign has one placement, method and number of ranks."""

    pattern: str
    path: str
    protocol: str
    bytes: int
    buffers: str
    series: int = 0  # a message rate's pairs


@dataclass
class Results:
    """A results file: `cells` and `lost` by key, `pairs` from (a, b) to time of a / time of b."""

    head: dict[str, Any] = field(default_factory=dict)
    cells: dict[Key, dict[str, Any]] = field(default_factory=dict)
    lost: dict[Key, str] = field(default_factory=dict)
    pairs: dict[tuple[Key, Key], Ratio] = field(default_factory=dict)

    def pus(self) -> list[int]:
        """The hardware thread of each rank."""
        return list(next(iter(self.cells.values()))["pus"])

    def time(self, key: Key) -> float:
        """Microseconds."""
        return float(self.cells[key]["time_us"])

    def ratio(self, a: Key, b: Key) -> Ratio:
        """Time of a / time of b, measured block by block where they are a pair."""
        if (a, b) in self.pairs:
            return self.pairs[a, b]
        if (b, a) in self.pairs:
            return self.pairs[b, a].inverse()
        return Ratio(self.time(a) / self.time(b))


def key_of(record: dict[str, Any]) -> Key:
    """Of a cell record, or of a side of a pair."""
    return Key(**{name: record[name] for name in Key._fields if name in record})


def results_read(lines: Iterable[str]) -> Results:
    """The last record of a cell counts."""
    results = Results()
    for record in map(json.loads, lines):
        if record["record"] == "campaign":
            results.head = record
        elif record["record"] == "cell" and record["valid"]:
            results.cells[key_of(record)] = record
        elif record["record"] == "cell":
            results.lost[key_of(record)] = record["error"]
        elif record["record"] == "pair":
            interval = record["ci95"] or (None, None)
            # The record's ratio is b / a.
            sides = key_of(record["b"]), key_of(record["a"])
            results.pairs[sides] = Ratio(record["ratio"], *interval)
    return results


@dataclass
class Comops:
    """The program that `comops peers` belongs to, and the placement it measures with."""

    program: str
    seating: list[str]  # options of `comops run`
    listed: dict[str, Any]

    def path(self, name: str) -> dict[str, Any] | None:
        """As `comops list` shows it; None if it cannot run here."""
        listed = {path["name"]: path for path in self.listed["paths"] if not path["missing"]}
        return listed.get(name)

    def offers(self, path: str, protocol: str, pattern: str) -> bool:
        """Whether this implementation exists and can run here."""
        listed = self.path(path)
        return listed is not None and any(
            (offer["protocol"], offer["pattern"]) == (protocol, pattern)
            for offer in listed["implementations"])

    def mpi_prefix(self) -> Path:
        """Of its own MPI; Unavailable unless programs of MPICH's ABI can use it."""
        path = self.path("mpi")
        if path:
            prefix = Path(path["launcher"][0]).resolve().parent.parent
            if (prefix / "lib" / "libmpi.so.12").exists():
                return prefix
        raise Unavailable("this comops has no MPI of MPICH's ABI in a prefix of its own")

    def run(self, *words: str, env: Mapping[str, str] | None = None) -> Results:
        """One campaign, `env` added to its environment; Unavailable if it measured no cell."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.jsonl"
            output_of([self.program, "run", *self.seating, *words, "-o", file], RUN_S,
                      {**SHARED_MEMORY, **(env or {})}, good=(0, LOST))
            results = results_read(file.read_text(encoding="utf-8").splitlines())
        if not results.cells:
            reason = next(iter(results.lost.values()), "no cell was measured")
            raise Unavailable(f"comops run: {reason}")
        return results


def comops_here(ranks: int, placement: str, patterns: list[str]) -> Comops:
    """The program that started this one, or else that on the PATH.

    Unavailable, with its own message, if it cannot measure these patterns with these ranks.
    """
    program = os.environ.get("COMOPS_PROGRAM", "comops")
    listed, machine = (
        json.loads(output_of([program, command, "--json"], CHECK_S))
        for command in ("list", "machine"))
    cores = machine["usable_cores"]
    if cores < ranks:
        raise Unavailable(f"{ranks} ranks need {ranks} cores; this machine offers {cores}")
    seating = ["--ranks", str(ranks), "--placements", placement]
    output_of([program, "run", "--dry-run", *seating, "--patterns", ",".join(patterns)], CHECK_S)
    return Comops(program, seating, listed)
