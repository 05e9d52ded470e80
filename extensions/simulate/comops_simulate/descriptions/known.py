# SPDX-License-Identifier: BSD-3-Clause
"""The machines of core_to_core/: known by a measured matrix and a line of facts."""

import numpy as np

from comops_simulate.descriptions.description import (MEANINGS, Core, Description, Sourced, core,
                                                      renumbered, reordered)
from comops_simulate.descriptions.matrix import (Groups, cores_find, level_of, levels_find,
                                                 matrix_read, pairs_of)
from comops_simulate.descriptions.measured import describe_matrix
from comops_simulate.descriptions.processors import FOLDER, Row, facts_named, table

# The machines on which XHC's broadcast was measured (reference/xhc): of each, so many cores of each
# socket of a machine of the same family, and the lines that a core has under way, rounded up.
STUDIED = {"icx-48": ("2x-xeon-8358", 24, 18), "skx-24": ("xeon-8275cl-c5-metal", 12, 9),
           "csx-48": ("xeon-8275cl-c5-metal", 24, 8)}
FITTED = "fitted to the broadcast of 64 and 512 KiB to one rank (reference/xhc)"


def known_names() -> list[str]:
    return list(table("index"))


def known_matrix(name: str) -> np.ndarray:
    """The measured matrix, by the operating system's numbers of hardware threads."""
    return matrix_read(FOLDER / f"{name}.csv")[0]


def known_threads(name: str, matrix: np.ndarray) -> Groups:
    """The hardware threads of each core."""
    return cores_find(matrix, int(table("processors")[name]["threads"]))


def _cores(row: Row, matrix: np.ndarray) -> list[Core]:
    """The place of each core, from the matrix, or else blocks in the order of numbers."""
    count, levels = len(matrix), levels_find(matrix)
    sockets = level_of(levels, int(row["sockets"]), count)
    nodes = level_of(levels, int(row["nodes"]), count)
    llcs = levels[0] if levels and len(levels[0]) > len(nodes) else nodes
    number = [{member: i for i, group in enumerate(groups) for member in group}
              for groups in (llcs, nodes, sockets)]
    return [core(*(of[i] for of in number)) for i in range(count)]


def known_cores(name: str) -> tuple[list[Core], Groups]:
    """The place of each core in the order of ranks, and its hardware threads."""
    matrix = known_matrix(name)
    threads = known_threads(name, matrix)
    cores = _cores(table("processors")[name], _between(matrix, threads))
    order = sorted(range(len(cores)),
                   key=lambda i: [cores[i][kind] for kind in ("socket", "node", "llc")] + [i])
    return renumbered([cores[i] for i in order]), [threads[i] for i in order]


def _between(matrix: np.ndarray, threads: Groups) -> np.ndarray:
    """Hand-overs between the first threads of the cores."""
    first = [thread[0] for thread in threads]
    return matrix[np.ix_(first, first)]


def known_text(name: str) -> str:
    return table("index")[name]["machine"]


def known_machine(name: str) -> Description:
    """The description of the machine of this name."""
    matrix = known_matrix(name)
    cores, threads = known_cores(name)
    return describe_matrix(name, f"{known_text(name)}, {len(cores)} cores", cores,
                           _between(matrix, threads), pairs_of(matrix, threads, True),
                           facts_named(name), {})


def studied_machine(name: str) -> Description:
    """The description of a machine of STUDIED. Its ranks poll without a pause, as XHC does."""
    known, half, lines = STUDIED[name]
    whole = known_machine(known)
    every = len(whole["cores"]) // 2
    part = reordered(whole, [*range(half), *range(every, every + half)])
    figures = {"pause_ns": Sourced(whole["hit_ns"], "assumption: XHC polls without a pause"),
               "outstanding": Sourced(lines, FITTED)}
    rates = {at: whole["resources"][at]["MBps"] * half / every for at in whole["llc_of"]}
    changed = {MEANINGS[member][0]: vars(figure) for member, figure in figures.items()}
    changed["rate: llc"] = {"value": rates[whole["llc_of"][0]]}
    return part | {member: figure.value for member, figure in figures.items()} | {
        "name": name, "description": f"{half} cores of each socket of {known}",
        "resources": [resource | ({"MBps": rates[at]} if at in rates else {})
                      for at, resource in enumerate(part["resources"])],
        "parameters": [parameter | changed.get(parameter["name"], {})
                       for parameter in part["parameters"]]}
