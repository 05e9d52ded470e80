# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model: the records of `comops pstswm --json`, and what is read of them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from comops.results.campaign import SCHEMA
from comops.results.declared import Bytes, Declared, Some, SomeUs, has, may, record
from comops.results.types import TEXT, Type, exactly, number, object_of, or_null, whole, words

NORMS = object_of({"l1 l2 linf": (number("", minimum=0), "")})
TRANSPOSES = "srtrans", "swtrans", "logtrans", "alltoallv"
Seconds = Annotated[float, number("s", exclusiveMinimum=0)]
Thread = Annotated[int, whole(least=-1)]
Protocol = Annotated[str, TEXT | {"pattern": r"^\([0-3],[0-6]\)$"}]
Numbers = dict[str, float]
Way = tuple[str, str]  # algorithm and protocol


def numbers(what: Type, names: str) -> Type:
    return object_of({names: (what, "")})


@record()
class ModelRun(Declared):
    """On one core `path` is "" and `fft` is named; on several ranks it is the other way round."""

    schema: Annotated[str, exactly(SCHEMA)] = has()
    version: str = has("as in a campaign")
    host: str = has("as in a campaign")
    ended: Annotated[str, TEXT] = has("when the run ended, UTC")
    truncation: Annotated[str, words("T10", "T21", "T42", "T85", "T170")] = has("T42 of T42L16")
    levels: Some = has("16 of T42L16")
    grid: Annotated[str, TEXT | {"pattern": r"^\d+x\d+x\d+$"}] = has(
        "latitudes, longitudes and levels")
    dt: Seconds = has("the time step")
    case: Annotated[int, exactly(2, 6)] = has("of the standard test set")
    tilt: Annotated[float, number("degrees")] = has()
    steps: Some = has("of this run")
    run: Some = has("its number among those of the same problem and number of steps, from 1")
    seconds: Seconds = has(
        "of all steps; on several ranks from the first one's start to the last one's end")
    step_min_us: SomeUs = has(
        "the shortest step, by a clock that is read after each; on rank 0")
    mflops: Annotated[float | None, or_null(number("10^6/s"))] = has(
        "floating-point operations, of all ranks together, by the printed number of them; null "
        "where none is printed")
    depth_m: Annotated[Numbers, numbers(number("m"), "least greatest")] = has(
        "at the end, of all levels")
    errors: Annotated[dict[str, Numbers], numbers(NORMS, "depth wind")] = has(
        "at the end against the initial state, in the test set's norms `l1`, `l2` and `linf`, of "
        "`depth` and `wind`; of all levels the largest. Only in case 2 an error: its flow is "
        "steady")
    drift: Annotated[Numbers, numbers(number(""), "mass energy enstrophy")] = has(
        "of `mass`, `energy` and potential `enstrophy`, relative, of all levels the largest")

    @property
    def problem(self) -> str:
        return f"{self.truncation}L{self.levels}"

    @property
    def step_us(self) -> float:
        """The mean."""
        return 1e6 * self.seconds / self.steps


@record("pstswm")
class SerialRun(ModelRun):
    """Run of Worley's model

    `comops pstswm --json` prints one for each run of the model; a campaign's file has them only
    where they were appended to it, for the report.
    """

    path: ClassVar[str] = ""
    variant: ClassVar[str] = ""
    stands_for: ClassVar[str] = ""
    oversubscribed: ClassVar[bool] = False
    columns: ClassVar[int] = 1
    rows: ClassVar[int] = 1
    ranks: ClassVar[int] = 1
    block_bytes: ClassVar[int] = 0
    fourier: ClassVar[Way] = ("", "")
    legendre: ClassVar[Way] = ("", "")
    fft: Annotated[str, words("fftw", "blocked")] = has()
    pu: Thread = has("OS index of the hardware thread, -1 if unknown")


@record("pstswm_parallel")
class ParallelRun(ModelRun):
    """Run of Worley's model on several ranks

    `comops pstswm --experiment C`, `D` and `E` with `--json` print one for each run on several
    ranks.
    """

    fft: ClassVar[str] = ""
    path: Annotated[str, words("threads", "mpi", "shmem")] = has("where the ranks live")
    runtime: str = has("what its library says of itself")
    variant: Annotated[str, words("DTH best", "DTH GEN", "DTH COL", "DR best", "DR GEN")] = may(
        "of experiment E: `DTH` is the double transpose with halfsum, `DR` dfft with ringpipe; "
        "`best`, `GEN` or `COL`", "")
    stands_for: str = may(
        "of experiments C and D: the problem and mesh that give a rank as much work", "")
    oversubscribed: Annotated[bool, exactly(True)] = may(
        "if there were more ranks than cores", False)
    columns: Some = has("of the mesh: ranks that share a Fourier transform")
    rows: Some = has("ranks that share a Legendre transform")
    fourier_algorithm: Annotated[str, words(*TRANSPOSES, "dfft")] = has(
        "algorithm within a row; of no effect with one column", name="fourier")
    fourier_protocol: Protocol = has("protocol within a row; `alltoallv` knows none")
    legendre_algorithm: Annotated[str, words(
        "exchsum", "halfsum", "ringsum", "allreduce", "ringpipe", *TRANSPOSES)] = has(
        "algorithm within a column; of no effect with one row", name="legendre")
    legendre_protocol: Protocol = has(
        "within a column; `allreduce` and `alltoallv` know none")
    shares: Annotated[Numbers, numbers(number("", minimum=0, maximum=1),
                                       "computing packing rows columns")] = has(
        "of the time: `computing`, `packing` into messages and out of them, exchanges in `rows` "
        "and in `columns`, vector sums with their additions; the mean of all ranks")
    block_bytes: Bytes = has(
        "of the largest block that a rank has for another, or of the vector that is summed")
    pus: list[Thread] = has("where the ranks were last seen")

    @property
    def ranks(self) -> int:
        return self.columns * self.rows

    @property
    def fourier(self) -> Way:
        return self.fourier_algorithm, self.fourier_protocol

    @property
    def legendre(self) -> Way:
        return self.legendre_algorithm, self.legendre_protocol


def model_runs(further: Mapping[str, Sequence[Declared]]) -> list[ModelRun]:
    """The runs among a campaign's records of extensions."""
    return [run for kind in (SerialRun.KIND, ParallelRun.KIND) for run in further.get(kind, ())]
