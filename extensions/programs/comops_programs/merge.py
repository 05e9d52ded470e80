# SPDX-License-Identifier: BSD-3-Clause
"""The files of a program's ranks, as a profile."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from comops_programs import layout
from comops_programs.calls import calls
from comops_programs.profile import OtherCall, ProfiledCall, ProfiledRank
from comops_programs.rank_files import RankFile, text

CALLS = calls()
OUTSIDE = {"MPI_Init", "MPI_Init_thread", "MPI_Finalize"}  # of the time that is profiled
OPERATIONS = ("max", "min", "sum", "prod", "land", "band", "lor", "bor", "lxor", "bxor", "minloc",
              "maxloc", "replace", "no_op")  # in the order of MPICH's handles
FIRST_OPERATION = 0x58000001
NAMES = {layout.MPICH: "mpich", layout.OPENMPI: "openmpi"}
Key = tuple[str, int, bool, int, str | None, bool, bool, str | None, str | None]


@dataclass
class CallSum:
    """Rows of several ranks."""

    calls: int = 0
    most: int = 0
    ns: float = 0.0
    shortest: float = float("inf")
    bytes: int = 0
    bins: np.ndarray = field(default_factory=lambda: np.zeros(layout.BINS))


class Distances:
    """What two ranks share: the smallest part of the machine that both may run in, by hwloc."""

    def __init__(self, facts: dict) -> None:
        self.parts = [("core", facts["cores"]), ("cache", facts["caches"]),
                      ("numa", facts["numa_nodes"]), ("package", facts["packages"])]

    def between(self, ranks: frozenset[int], other: frozenset[int]) -> str:
        both = ranks | other
        return next((name for name, parts in self.parts
                     if any(both <= {*part["pus"]} for part in parts)), "machine")


def op_of(file: RankFile, row: np.void) -> str | None:
    if not row["op"]:
        return None
    if file.head["abi"] == layout.MPICH:
        return dict(enumerate(OPERATIONS, FIRST_OPERATION)).get(int(row["op"]), "user")
    name = text(row["op_name"]).removeprefix("ompi_mpi_op_")
    return name if name in OPERATIONS else "user"


def median_ticks(bins: np.ndarray) -> float:
    """In the middle of the bin that has it, by share."""
    below = np.cumsum(bins)
    at = int(np.searchsorted(below, below[-1] / 2))
    top, part = divmod(at, 1 << layout.BINS_PART)
    width = 2.0 ** (top + layout.BINS_FIRST - layout.BINS_PART)
    before = below[at] - bins[at]
    return width * ((1 << layout.BINS_PART) + part + (below[-1] / 2 - before) / bins[at])


def ticks_in_mpi(file: RankFile) -> int:
    """From MPI_Init to MPI_Finalize."""
    return sum(int(row["ticks"]) for row in file.rows
               if CALLS[int(row["call"])].symbol not in OUTSIDE)


class Merge:
    """The ranks of one program; `rate`: ns a tick."""

    def __init__(self, files: Sequence[RankFile], distances: Distances) -> None:
        self.files, self.distances = files, distances
        self.rate = max((file.rate_span for file in files), key=lambda span: span[1])[0]
        self.cpus = {file.rank: frozenset(file.cpus) for file in files}
        self.sums: dict[Key, CallSum] = defaultdict(CallSum)
        self.others: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
        for file in files:
            self._add(file)

    def _distance(self, file: RankFile, row: np.void) -> str | None:
        partner = int(row["partner"])
        if partner == file.rank:
            return "self"
        if partner not in self.cpus:
            return None
        return self.distances.between(self.cpus[file.rank], self.cpus[partner])

    def _key(self, file: RankFile, row: np.void) -> Key:
        flags = int(row["flags"])
        return (CALLS[int(row["call"])].symbol, int(row["bytes"]), bool(flags & layout.ROUNDED),
                int(row["ranks"]), self._distance(file, row), bool(flags & layout.CONTIGUOUS),
                bool(flags & layout.IN_PLACE), op_of(file, row),
                text(row["type_name"]).removeprefix("MPI_").lower() or None)

    def _add(self, file: RankFile) -> None:
        mine: dict[Key, int] = defaultdict(int)
        for row in file.rows:
            call, count = CALLS[int(row["call"])], int(row["calls"])
            if call.other:
                other = self.others[call.symbol]
                other[0] += count
                other[1] += self.rate * int(row["ticks"]) / 1e9
                continue
            key = self._key(file, row)
            mine[key] += count
            total = self.sums[key]
            total.calls += count
            total.ns += self.rate * int(row["ticks"])
            total.shortest = min(total.shortest, self.rate * int(row["shortest"]))
            total.bytes += int(row["bytes_all"])
            total.bins += row["bins"]
        for key, count in mine.items():
            self.sums[key].most = max(self.sums[key].most, count)

    def calls(self) -> list[ProfiledCall]:
        """The longest first."""
        blocking = {call.symbol: call.blocking for call in CALLS}
        merged = []
        for key, total in sorted(self.sums.items(), key=lambda item: -item[1].ns):
            name, size, rounded, ranks, distance, contiguous, in_place, op, kind = key
            median = max(self.rate * median_ticks(total.bins), total.shortest)
            mean = round(total.bytes / total.calls)
            merged.append(ProfiledCall(
                call=name, bytes=mean if rounded else size, bytes_to=size if rounded else None,
                ranks=ranks, distance=distance, blocking=blocking[name], contiguous=contiguous,
                in_place=in_place, op=op, type=kind, calls=total.calls, calls_most=total.most,
                seconds=total.ns / 1e9, shortest_us=total.shortest / 1e3,
                median_us=median / 1e3))
        return merged

    def other(self) -> list[OtherCall]:
        others = [OtherCall(call=name, calls=int(count), seconds=seconds)
                  for name, (count, seconds) in self.others.items()]
        return sorted(others, key=lambda call: -call.seconds)

    def ranks(self) -> list[ProfiledRank]:
        ranks = []
        for file in sorted(self.files, key=lambda file: file.rank):
            head = file.head
            threads = int(head["threads"]) - int(head["threads_first"]) + 1
            ranks.append(ProfiledRank(
                rank=file.rank, pid=file.pid, cpus=file.cpus,
                seconds=self.rate * (int(head["ended"]) - int(head["began"])) / 1e9,
                mpi_seconds=self.rate * ticks_in_mpi(file) / 1e9, threads=max(threads, 1),
                finalized=int(head["end"]) == layout.FINALIZED))
        return ranks
