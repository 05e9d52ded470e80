# SPDX-License-Identifier: BSD-3-Clause
"""Whether the path that wins a ping-pong wins in Worley's model.

The ratio of two paths' ping-pongs at the size of the model's blocks is beside that of the model's
times. A run of the model is a launch; runs with the same number followed each other, so the ratios
of these are taken, and their median with its interval.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import log

from comops.reports.words.formats import calls_text, interval_text, size_text
from comops.results.findings import PairRecord
from comops.statistics.ratios import ratio_of_turns
from comops_papers.claims.evidence import Evidence, Side
from comops_papers.claims.model import where_text
from comops_pstswm.model_runs import ModelRun, model_runs
from comops_pstswm.prediction import PINGPONGS, prediction_of

FACTOR = 2.5  # the largest between the size of a block and that of a ping-pong
HEAD = ("paths", "variant", "problem", "block", "ping-pong", "model", "")
NOTE = ("Time of the second path over that of the first, with its 95 % interval: of a ping-pong of "
        "the size nearest to the model's blocks (threads: direct, MPI: sendrecv, SHMEM: put), and "
        "of the model's runs with the same number, six or more. Predicted: both allow the same "
        "statement.")


def pingpong_of(evidence: Evidence, paths: tuple[str, str], size: int) -> PairRecord | None:
    """The pair of both paths' ping-pongs at the size that is nearest, if one is near."""
    ours, theirs = (
        {place.bytes: cell for place, cell in evidence.preferred(
            "pingpong", Side(path, (PINGPONGS[path],)))[1].items()} for path in paths)
    apart = {shared: abs(log(shared / size)) for shared in (ours.keys() & theirs) - {0}}
    near = min(apart, key=apart.get, default=0)
    return evidence.campaign.pair(ours[near].key, theirs[near].key) if (
        near and apart[near] <= log(FACTOR)) else None


def predictions(evidence: Evidence) -> Iterator[tuple[str, ...]]:
    """Rows below HEAD."""
    cases: dict[tuple, dict[str, dict[int, ModelRun]]] = defaultdict(lambda: defaultdict(dict))
    for run in model_runs(evidence.campaign.further):
        if run.variant and run.ranks > 1 and run.block_bytes:
            where = run.variant, run.problem, run.columns, run.rows
            cases[where][run.path][run.run] = run
    for (variant, problem, columns, across), paths in cases.items():
        for a, b in combinations(paths, 2):
            shared = sorted(paths[a].keys() & paths[b])
            if not shared:
                continue
            size = paths[a][shared[0]].block_bytes
            ratio = ratio_of_turns(*([paths[path][run].step_us for run in shared]
                                     for path in (a, b)))
            pair = pingpong_of(evidence, (a, b), size)
            if pair:
                yield (f"{calls_text(a)}, {calls_text(b)}", variant,
                       where_text(problem, columns, across), size_text(size),
                       interval_text(pair.ratio, pair.ci95), interval_text(ratio.value, ratio.ci95),
                       prediction_of(pair.decision, ratio.decision))
