# SPDX-License-Identifier: BSD-3-Clause
"""The model's messages, measured by `comops run`: experiment B, SWAP between two ranks (table 5),
and whether the path that wins a ping-pong as long as the model's messages wins in the model."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from comops.measure.launch.places import program_folder
from comops.measure.launch.processes import objects_in, result_of
from comops.results.findings import UNDECIDED, PairRecord
from comops.results.plan import Path
from comops.statistics.ratios import Ratio, ratio_of_turns
from comops_pstswm.plans import Fastest
from comops_pstswm.prediction import PINGPONGS, prediction_of
from comops_pstswm.request import LOST, Failed, Request
from comops_pstswm.workers import Workers

# All but two of MPI's: MPI_Sendrecv has no pieces to move apart, (2,6), and (3,0) would be (1,0).
PROTOCOLS = [f"({order},{number})" for order in range(4) for number in range(7)
             if (order, number) not in ((2, 6), (3, 0))]
# What threads and shmem have.
SHARED = [f"({order},{number})" for order in range(4) for number in (1, 2, 6)[:2 + order % 2]]


def campaign_words(pattern: str, request: Request, output: str) -> list[str]:
    """Options of a campaign of two ranks; `output` "": a file with a name of its own."""
    return ["--patterns", pattern, "--placements", "core", "--ranks", "2",
            *(["--output", output] if output else []),
            *(["--oversubscribe"] if request.oversubscribe else []),
            *(["--dry-run"] if request.dry_run else []),
            *(["--paths", ",".join(request.paths)] if request.paths else [])]


def swap_words(request: Request, output: str) -> list[str]:
    """As printed: nobody reads or writes the data between the exchanges."""
    protocols = PROTOCOLS if not request.paths or "mpi" in request.paths else SHARED
    return [*campaign_words("swap_printed", request, output), "--consume", "no", "--buffers",
            "reuse", f"--protocols={','.join(protocols)}"]


@dataclass(frozen=True)
class VariantRow:
    """How two paths compare in a variant that both have."""

    paths: str
    variant: str
    bytes: int
    pingpong: Ratio | None
    model: Ratio

    @property
    def prediction(self) -> str:
        return prediction_of(self.pingpong.decision if self.pingpong else UNDECIDED,
                             self.model.decision)


def _pingpong(pairs: list[PairRecord], a: Path, b: Path, size: int) -> Ratio | None:
    """The ratio of both paths' ping-pongs of this size."""
    wanted = [(path.label, PINGPONGS[path.label.partition("@")[0]], size) for path in (a, b)]
    return next((Ratio(pair.ratio, pair.ci95, pair.ci90)
                 for recorded in pairs for pair in (recorded, recorded.reversed())
                 if [(*key.implementation, key.bytes) for key in (pair.a, pair.b)] == wanted), None)


def _pairs(request: Request, sizes: list[int]) -> list[PairRecord]:
    """The pairs that a campaign of ping-pongs of these sizes records; Failed, with the reason, if
    there is none."""
    text, why = result_of([
        str(program_folder() / "comops"), "run", *campaign_words("pingpong", request, "-"),
        "--earlier=off", "--protocols=direct,sendrecv,put", f"--sizes={','.join(map(str, sizes))}"])
    if text is None:
        raise Failed(f"the ping-pong that should predict the winner was not measured: {why}", LOST)
    return [PairRecord.from_json(line) for line in objects_in(text)
            if line["record"] == "pair"]


def predictions(request: Request, workers: Workers, fastest: list[list[Fastest]]
                ) -> Iterator[VariantRow]:
    """A row for each two paths and each variant that both have. Runs with the same number followed
    each other, so slow phases of the machine cancel; each is a launch of its own."""
    sizes = dict.fromkeys(run.record["block_bytes"] for runs in fastest for run in runs)
    pairs = _pairs(request, list(sizes))
    for (a, ours), (b, theirs) in combinations(zip(workers.all, fastest, strict=True), 2):
        others = {their.record["variant"]: their for their in theirs}
        for run in ours:
            name, size = run.record["variant"], run.record["block_bytes"]
            if name in others:
                yield VariantRow(f"{a.path.label}, {b.path.label}", name, size,
                                 _pingpong(pairs, a.path, b.path, size),
                                 ratio_of_turns(run.times, others[name].times))
