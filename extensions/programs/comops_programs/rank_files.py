# SPDX-License-Identifier: BSD-3-Clause
"""What the preloaded library has written about each rank (layout.py)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from comops_programs import layout


def dtype_of(members: tuple) -> np.dtype:
    """NumPy's type of a struct; a text of n bytes is Sn."""
    return np.dtype([(name, f"S{counts[0]}") if kind == "S" else (name, kind, *counts)
                     for name, kind, *counts in members])


HEAD = dtype_of(layout.HEAD)
ROW = dtype_of(layout.KEY + layout.COUNTS)


def text(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class RankFile:
    """`head` and `rows`: the members of the structs."""

    head: np.void
    rows: np.ndarray
    pid: int

    @property
    def rank(self) -> int:
        """-1 if MPI was never initialized."""
        return int(self.head["rank"])

    @property
    def cpus(self) -> list[int]:
        return [64 * at + bit for at, word in enumerate(self.head["cpus"]) for bit in range(64)
                if int(word) >> bit & 1]

    @property
    def rate_span(self) -> tuple[float, float]:
        """ns a tick, and over how many ns that was measured."""
        ticks, ns = map(float, self.head["last"].astype("i8") - self.head["first"].astype("i8"))
        return (ns / ticks if ticks > 0 else 1.0), ns


def rank_files_read(folder: Path) -> list[RankFile]:
    """In the order in which the processes began, without those that had just begun to write."""
    ranks = []
    for file in folder.glob("*.rank"):
        content = file.read_bytes()
        if len(content) >= HEAD.itemsize + layout.ROWS * ROW.itemsize:
            rows = np.frombuffer(content, ROW, layout.ROWS, HEAD.itemsize)
            ranks.append(RankFile(np.frombuffer(content, HEAD, 1)[0], rows[rows["calls"] > 0],
                                  int(file.stem)))
    return sorted(ranks, key=lambda rank: int(rank.head["first"][1]))
