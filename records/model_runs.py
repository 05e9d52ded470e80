# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model: the records of `comops pstswm --json`, and what is read of them."""

from dataclasses import dataclass
from typing import Any

from records.campaign_schema import SCHEMA
from records.types import TEXT, exactly, list_of, number, object_of, or_null, whole, words

SOME = whole(least=1)
NORMS = object_of({"l1 l2 linf": (number("", minimum=0), "")})
PROTOCOL = TEXT | {"pattern": r"^\([0-3],[0-6]\)$"}
SHARE = number("", minimum=0, maximum=1)
TRANSPOSES = "srtrans", "swtrans", "logtrans", "alltoallv"

RUN = {
    "schema": (exactly(SCHEMA), ""),
    "version host": (TEXT, "as in a campaign"),
    "ended": (TEXT, "when the run ended, UTC"),
    "truncation": (words("T10", "T21", "T42", "T85", "T170"), "T42 of T42L16"),
    "levels": (SOME, "16 of T42L16"),
    "grid": (TEXT | {"pattern": r"^\d+x\d+x\d+$"}, "latitudes, longitudes and levels"),
    "dt": (number("s", exclusiveMinimum=0), "the time step"),
    "case": (exactly(2, 6), "of the standard test set"),
    "tilt": (number("degrees"), ""),
    "steps": (SOME, "of this run"),
    "run": (SOME, "its number among those of the same problem and number of steps, from 1"),
    "seconds": (number("s", exclusiveMinimum=0), "of all steps; on several ranks from the first "
                "one's start to the last one's end"),
    "step_min_us": (number("us", exclusiveMinimum=0), "the shortest step, by a clock that is read "
                    "after each; on rank 0"),
    "mflops": (or_null(number("10^6/s")), "floating-point operations, of all ranks together, by "
               "the printed number of them; null where none is printed"),
    "depth_m": (object_of({"least greatest": (number("m"), "")}), "at the end, of all levels"),
    "errors": (object_of({"depth wind": (NORMS, "")}), "at the end against the initial state, in "
               "the test set's norms `l1`, `l2` and `linf`, of `depth` and `wind`; of all levels "
               "the largest. Only in case 2 an error: its flow is steady"),
    "drift": (object_of({"mass energy enstrophy": (number(""), "")}), "of `mass`, `energy` and "
              "potential `enstrophy`, relative, of all levels the largest"),
}

PSTSWM = object_of({
    "record": (exactly("pstswm"), ""),
    **RUN,
    "fft": (words("fftw", "blocked"), ""),
    "pu": (whole(least=-1), "OS index of the hardware thread, -1 if unknown"),
})

PSTSWM_PARALLEL = object_of({
    "record": (exactly("pstswm_parallel"), ""),
    **RUN,
    "path": (words("threads", "mpi", "shmem"), "where the ranks live"),
    "runtime": (TEXT, "what its library says of itself"),
    "variant?": (words("DTH best", "DTH GEN", "DTH COL", "DR best", "DR GEN"), "of experiment E: "
                 "`DTH` is the double transpose with halfsum, `DR` dfft with ringpipe; `best`, "
                 "`GEN` or `COL`"),
    "stands_for?": (TEXT, "of experiments C and D: the problem and mesh that give a rank as much "
                    "work"),
    "oversubscribed?": (exactly(True), "if there were more ranks than cores"),
    "columns": (SOME, "of the mesh: ranks that share a Fourier transform"),
    "rows": (SOME, "ranks that share a Legendre transform"),
    "fourier": (words(*TRANSPOSES, "dfft"), "algorithm within a row; of no effect with one column"),
    "fourier_protocol": (PROTOCOL, "protocol within a row; `alltoallv` knows none"),
    "legendre": (words("exchsum", "halfsum", "ringsum", "allreduce", "ringpipe", *TRANSPOSES),
                 "algorithm within a column; of no effect with one row"),
    "legendre_protocol": (PROTOCOL, "within a column; `allreduce` and `alltoallv` know none"),
    "shares": (object_of({"computing packing rows columns": (SHARE, "")}), "of the time: "
               "`computing`, `packing` into messages and out of them, exchanges in `rows` and in "
               "`columns`, vector sums with their additions; the mean of all ranks"),
    "block_bytes": (whole("bytes"), "of the largest block that a rank has for another, or of the "
                    "vector that is summed"),
    "pus": (list_of(whole(least=-1)), "where the ranks were last seen"),
})


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
