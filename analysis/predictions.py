# SPDX-License-Identifier: BSD-3-Clause
"""Whether one comparison predicts another: a ping-pong the winner in Worley's model."""

from records.decisions import UNDECIDED

PREDICTED, NOT_PREDICTED = "predicted", "did not predict"
PINGPONGS = {"threads": "direct", "mpi": "sendrecv", "shmem": "put"}  # as a path's users write it


def prediction_of(pingpong: str, model: str) -> str:
    """PREDICTED if both comparisons have the same decision, NOT_PREDICTED if they contradict each
    other, UNDECIDED if one of them is undecided."""
    if UNDECIDED in (pingpong, model):
        return UNDECIDED
    return PREDICTED if pingpong == model else NOT_PREDICTED
