# SPDX-License-Identifier: BSD-3-Clause
"""Our own side: `comops run`, read back from its results file."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from programs import Unavailable, output_of
from ratios import Ratio

RUN_S, CHECK_S = 3600, 60
SHARED_MEMORY = {"I_MPI_FABRICS": "shm"}  # Intel MPI: the others do not read it
LOST = 1  # exit status: some cells could not be measured


class Seating(NamedTuple):
    """Who measures where: --ranks and --placement."""

    ranks: int
    placement: str

    def words(self) -> list[str]:
        """As options of `comops run`."""
        return ["--ranks", str(self.ranks), "--placements", self.placement]


class Key(NamedTuple):
    """One cell of a campaign in one seating."""

    pattern: str
    path: str
    protocol: str
    bytes: int
    buffers: str


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
    return Key(*(record[name] for name in Key._fields))


def results_read(lines: Iterable[str]) -> Results:
    """The later record of a cell counts."""
    results = Results()
    for line in lines:
        record = json.loads(line)
        if record["record"] == "campaign":
            results.head = record
        elif record["record"] == "cell" and record["valid"]:
            results.cells[key_of(record)] = record
        elif record["record"] == "cell":
            results.lost[key_of(record)] = record["error"]
        elif record["record"] == "pair":
            interval = record["ci95"] or (None, None)
            # Theirs is b / a.
            results.pairs[key_of(record["b"]), key_of(record["a"])] = Ratio(record["ratio"], *interval)
    return results


@dataclass
class Comops:
    """The program that `comops peers` belongs to."""

    program: str
    listed: dict[str, Any]
    cores: int

    def path(self, name: str) -> dict[str, Any] | None:
        """As `comops list` knows it; None where it cannot run here."""
        listed = {path["name"]: path for path in self.listed["paths"] if not path["missing"]}
        return listed.get(name)

    def offers(self, path: str, protocol: str, pattern: str) -> bool:
        """Whether there is such an implementation, and it can run here."""
        listed = self.path(path)
        return listed is not None and any(
            offer["protocol"] == protocol and offer["pattern"] == pattern
            for offer in listed["implementations"]
        )

    def reduces(self, pattern: str) -> bool:
        """Whether the pattern takes an operation (--op)."""
        return any(listed["name"] == pattern and listed["reduces"] for listed in self.listed["patterns"])

    def mpi_prefix(self) -> Path:
        """Of the MPI it is built with; Unavailable where programs of MPICH's ABI cannot use it."""
        path = self.path("mpi")
        if path:
            prefix = Path(path["launcher"][0]).resolve().parent.parent
            if (prefix / "lib" / "libmpi.so.12").exists():
                return prefix
        raise Unavailable("this comops is not built with an MPI of MPICH's ABI in a prefix of its own")

    def check(self, seating: Seating, patterns: list[str]) -> None:
        """Unavailable, with `comops run`'s own words, where it refuses what is asked for."""
        output_of([self.program, "run", "--dry-run", *seating.words(), "--patterns", ",".join(patterns)],
                  CHECK_S)

    def run(self, seating: Seating, *words: str, env: Mapping[str, str] | None = None) -> Results:
        """One campaign, `env` added to its environment; Unavailable where nothing came of it."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.jsonl"
            output_of([self.program, "run", *seating.words(), *words, "-o", file], RUN_S,
                      {**SHARED_MEMORY, **(env or {})}, good=(0, LOST))
            results = results_read(file.read_text(encoding="utf-8").splitlines())
        if not results.cells:
            reason = next(iter(results.lost.values()), "no cell was measured")
            raise Unavailable(f"comops run: {reason}")
        return results


def comops_here() -> Comops:
    """The one that started this, or else the one on the PATH."""
    program = os.environ.get("COMOPS_PROGRAM", "comops")
    listed, machine = (
        json.loads(output_of([program, command, "--json"], CHECK_S)) for command in ("list", "machine")
    )
    return Comops(program, listed, machine["usable_cores"])
