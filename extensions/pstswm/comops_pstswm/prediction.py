# SPDX-License-Identifier: BSD-3-Clause
"""Whether a ping-pong predicts which path a program is faster over."""

from comops.results.findings import UNDECIDED

PREDICTED, NOT_PREDICTED = "predicted", "did not predict"
PINGPONGS = {"threads": "direct", "mpi": "sendrecv", "shmem": "put"}  # as a path's users write it


def prediction_of(pingpong: str, model: str) -> str:
    """Whether a ping-pong predicts a model's winner: PREDICTED if both comparisons have the same
    decision, NOT_PREDICTED if they contradict each other, UNDECIDED if one of them is undecided."""
    if UNDECIDED in (pingpong, model):
        return UNDECIDED
    return PREDICTED if pingpong == model else NOT_PREDICTED
