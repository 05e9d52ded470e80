# SPDX-License-Identifier: BSD-3-Clause
"""Known machines and matrices in files as heat maps: `comops simulate --heat`."""

import os
from pathlib import Path

import numpy as np

from comops.common.nearest import no_such
from comops.common.terminal import plain
from comops.reports.draw.heat import Heat
from comops_simulate.descriptions.description import apart, below
from comops_simulate.descriptions.known import known_cores, known_matrix, known_names, known_text
from comops_simulate.descriptions.matrix import levels_find, matrix_read
from comops_simulate.platforms import PlatformError

HAND_OVER = "Hand-over of a line between hardware threads by compare-and-swap, ns"
# What two cores have in common, in the order of DISTANCES.
COMMON = ("in one last-level cache", "in one NUMA node", "in one socket", "in different sockets")


def drawn(matrix: np.ndarray) -> list[list[float | None]]:
    """With None for what was not measured."""
    return np.where(np.isnan(matrix), None, matrix).tolist()


def _known(name: str) -> Heat:
    matrix = known_matrix(name)
    cores, threads = known_cores(name)
    place = np.empty(len(matrix), dtype=int)
    for core, group in enumerate(threads):
        place[group] = core
    siblings, places = place[:, None] == place, apart(cores)[np.ix_(place, place)]
    within = [("in one core", below(matrix, siblings)), *(
        (words, below(matrix, ~siblings & (places == at))) for at, words in enumerate(COMMON))]
    sockets = range(1 + cores[-1]["socket"])
    blocks = [[thread for core, group in zip(cores, threads) if core["socket"] == socket
               for thread in group] for socket in sockets]
    return Heat(f"{name}: {known_text(name)}", HAND_OVER, "socket", blocks,
                range(len(matrix)), drawn(matrix),
                [(words, values.tolist()) for words, values in within])


def _file(file: Path) -> Heat:
    matrix, notes = matrix_read(file)
    levels = levels_find(matrix)
    blocks = levels[-1] if levels else [list(range(len(matrix)))]
    return Heat(str(file), "; ".join([HAND_OVER, *notes]), "group", blocks, range(len(matrix)),
                drawn(matrix), [("all", below(matrix, True).tolist())])


def heat_of(word: str) -> Heat:
    """The heat map of a known machine or of a matrix in a file; PlatformError if it is neither."""
    if word in known_names():
        return _known(word)
    if os.path.exists(word):
        return _file(Path(word))
    raise PlatformError(f"--heat: {no_such('machine and no file ', plain(word), known_names())}")
