# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model: the records of `comops pstswm --json`."""

from dataclasses import dataclass
from typing import Any

from records.fields import count, number, text

KINDS = ("pstswm", "pstswm_parallel")


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
    block_bytes: int  # the largest block that a rank has for another; 0 if not recorded

    @property
    def ranks(self) -> int:
        return self.columns * self.rows


def model_run_of(record: dict[str, Any]) -> ModelRun | None:
    """None of a run that blew up; ValueError of what is no run."""
    parallel = record["record"] == KINDS[1]
    if record.get("failed"):
        return None
    steps = count(record, "steps")
    if not steps:
        raise ValueError("steps is 0")

    def way(transform: str) -> tuple[str, str]:
        return text(record, transform), text(record, f"{transform}_protocol")

    return ModelRun(
        problem=f"{text(record, 'truncation')}L{count(record, 'levels')}",
        path=text(record, "path") if parallel else "",
        fft="" if parallel else text(record, "fft"),
        variant=str(record.get("variant") or ""),
        columns=count(record, "columns") if parallel else 1,
        rows=count(record, "rows") if parallel else 1,
        fourier=way("fourier") if parallel else ("", ""),
        legendre=way("legendre") if parallel else ("", ""),
        step_us=1e6 * number(record, "seconds") / steps,
        mflops=number(record, "mflops") if record.get("mflops") is not None else None,
        run=count(record, "run") if "run" in record else 1,
        block_bytes=count(record, "block_bytes") if "block_bytes" in record else 0,
    )
