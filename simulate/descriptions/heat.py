# SPDX-License-Identifier: BSD-3-Clause
"""Known machines and matrices in files as heat maps: `comops machine --heat`."""

import os
from pathlib import Path

from common.nearest import no_such
from common.terminal import plain
from reports.draw.heat import Heat, below
from simulate.descriptions.description import distance
from simulate.descriptions.known import known_cores, known_matrix, known_names, known_text
from simulate.descriptions.matrix import levels_find, matrix_read
from simulate.platforms import PlatformError

HAND_OVER = "Hand-over of a line between hardware threads by compare-and-swap, ns"


def _known(name: str) -> Heat:
    matrix = known_matrix(name)
    cores, threads = known_cores(name)
    place = {thread: core for core, group in enumerate(threads) for thread in group}
    words = {"llc": "in one last-level cache", "node": "in one NUMA node",
             "socket": "in one socket", "far": "in different sockets"}
    within: dict[str, list[float]] = {word: [] for word in ("in one core", *words.values())}
    for i, row in enumerate(matrix):
        for j, value in enumerate(row[:i]):
            one, other = place[i], place[j]
            word = words[distance(cores[one], cores[other])] if one != other else "in one core"
            if value is not None:
                within[word].append(value)
    sockets = range(1 + cores[-1]["socket"])
    blocks = [[thread for core, group in zip(cores, threads) if core["socket"] == socket
               for thread in group] for socket in sockets]
    return Heat(f"{name}: {known_text(name)}", HAND_OVER, "socket", blocks,
                list(range(len(matrix))), matrix, list(within.items()))


def _file(file: Path) -> Heat:
    matrix = matrix_read(file)
    levels = levels_find(matrix)
    blocks = levels[-1] if levels else [list(range(len(matrix)))]
    return Heat(str(file), HAND_OVER, "group", blocks, list(range(len(matrix))), matrix,
                [("all", below(matrix))])


def heat_of(word: str) -> Heat:
    """The heat map of a known machine or of a matrix in a file; PlatformError if it is neither."""
    if word in known_names():
        return _known(word)
    if os.path.exists(word):
        return _file(Path(word))
    raise PlatformError(f"--heat: {no_such('machine and no file ', plain(word), known_names())}")
