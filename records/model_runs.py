# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model: the records of `comops pstswm --json`."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ModelRun:
    """One run. On one core `path` is "" and `fft` is named; on several ranks it is the other way
    round. `variant` is that of a full simulation, "DTH best"; "" elsewhere."""

    problem: str
    path: str
    fft: str
    variant: str
    columns: int
    rows: int
    fourier: tuple[str, str]  # algorithm and protocol
    legendre: tuple[str, str]
    step_us: float  # the mean
    mflops: float | None
    run: int  # its number; those of the paths with the same number followed each other
    block_bytes: int  # the largest block that a rank has for another
    grid: str  # 64x128x16
    stands_for: str  # T42L16 on 8x8; "" elsewhere
    oversubscribed: bool

    @property
    def ranks(self) -> int:
        return self.columns * self.rows


def model_run_of(record: dict[str, Any]) -> ModelRun:
    """From a record of either kind."""
    ways = {name: (record.get(name, ""), record.get(f"{name}_protocol", ""))
            for name in ("fourier", "legendre")}
    return ModelRun(
        problem=f"{record['truncation']}L{record['levels']}",
        path=record.get("path", ""),
        fft=record.get("fft", ""),
        variant=record.get("variant", ""),
        columns=record.get("columns", 1),
        rows=record.get("rows", 1),
        **ways,
        step_us=1e6 * record["seconds"] / record["steps"],
        mflops=record["mflops"],
        run=record["run"],
        block_bytes=record.get("block_bytes", 0),
        grid=record["grid"],
        stands_for=record.get("stands_for", ""),
        oversubscribed=record.get("oversubscribed", False),
    )
