# SPDX-License-Identifier: BSD-3-Clause
"""The machines of core_to_core/: known by a measured matrix and a line of facts."""

import csv
import functools
from collections import Counter
from pathlib import Path

import numpy as np

from comops_simulate.descriptions.description import (MEANINGS, Carriers, Core, Description, KiB,
                                                      Sourced, core, renumbered, reordered)
from comops_simulate.descriptions.matrix import (Groups, cores_find, level_of, levels_find,
                                                 matrix_read, pairs_of)
from comops_simulate.descriptions.measured import describe_transfers, loads

FOLDER = Path(__file__).resolve().parent / "core_to_core"
PEAK = 0.8  # of the peak rate of memory
# The machines on which XHC's broadcast was measured (reference/xhc): of each, so many cores of each
# socket of a machine of the same family, and the lines that a core has under way, rounded up.
STUDIED = {"icx-48": ("2x-xeon-8358", 24, 18), "skx-24": ("xeon-8275cl-c5-metal", 12, 9),
           "csx-48": ("xeon-8275cl-c5-metal", 24, 8)}
FITTED = "fitted to the broadcast of 64 and 512 KiB to one rank (reference/xhc)"
NETWORK_BYTES = 32  # that a cache supplies to others per cycle of the network
RATES = "GBs", "GHz"  # suffix of the names of rates
Row = dict[str, str]


@functools.cache
def _table(name: str) -> dict[str, Row]:
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return {next(iter(row.values())): row for row in csv.DictReader(file)}


def known_names() -> list[str]:
    return list(_table("index"))


def known_matrix(name: str) -> np.ndarray:
    """The measured matrix, by the operating system's numbers of hardware threads."""
    return matrix_read(FOLDER / f"{name}.csv")[0]


def known_threads(name: str, matrix: np.ndarray) -> Groups:
    """The hardware threads of each core."""
    return cores_find(matrix, int(_table("processors")[name]["threads"]))


def _cores(row: Row, matrix: np.ndarray) -> list[Core]:
    """The place of each core, from the matrix, or else blocks in the order of numbers."""
    count, levels = len(matrix), levels_find(matrix)
    sockets = level_of(levels, int(row["sockets"]), count)
    nodes = level_of(levels, int(row["nodes"]), count)
    llcs = levels[0] if levels and len(levels[0]) > len(nodes) else nodes
    number = [{member: i for i, group in enumerate(groups) for member in group}
              for groups in (llcs, nodes, sockets)]
    return [core(*(of[i] for of in number)) for i in range(count)]


def _carriers(row: Row, cores: list[Core]) -> Carriers:
    """A memory for each node, links between sockets, ports into and out of each LLC that has them.

    The cores' domains are what the routes lead to: their LLCs if those have ports, or sockets.
    """
    carriers, port = Carriers(), float(row["port_GBs"] or 0) * 1000
    for one in cores:
        one["domain"] = one["llc"] if port else one["socket"]
    rate = 1000 * PEAK * float(row["memory_GBs"])
    carriers.memory_of = [carriers.add(f"memory {i}", "memory", rate)
                          for i in range(int(row["nodes"]))]
    socket_of = {one["domain"]: one["socket"] for one in cores}
    ports = [carriers.add(f"port {i}", "port", port) for i in range(len(socket_of)) if port]
    outward = [carriers.add(f"port {i} out", "port", 1000 * float(row["out_GBs"]))
               for i in range(len(ports))]
    sockets = range(int(row["sockets"]))
    link = {(a, b): carriers.add(f"link {a}-{b}", "link", 1000 * float(row["link_GBs"]))
            for a in sockets for b in sockets if a != b}

    def route(source: int, target: int) -> list[int]:
        ends = socket_of[source], socket_of[target]
        between = [link[ends]] if ends in link else []
        if not port or source == target:
            return between
        return [outward[source], *between, ports[target]]

    carriers.routes = [[route(i, j) for j in range(len(socket_of))] for i in range(len(socket_of))]
    _add_caches(carriers, row, cores)
    return carriers


def _add_caches(carriers: Carriers, row: Row, cores: list[Core]) -> None:
    """Peak rates at which caches supply others: each core's, and each LLC's by its cores."""
    rate = 1000 * NETWORK_BYTES * float(row["network_GHz"])
    carriers.cache_of = [carriers.add(f"cache {i}", "port", rate) for i in range(len(cores))]
    sharing = Counter(one["llc"] for one in cores)
    if row["llc_GBs"]:
        carriers.llc_of = [
            carriers.add(f"llc {i}", "port", sharing[i] * 1000 * float(row["llc_GBs"]))
            for i in sorted(sharing)]


def _source(row: Row, column: str) -> str:
    if column in row["assumed"].split():
        return "assumption: what is commonly said of this processor (core_to_core/README.md)"
    return f"core_to_core/README.md: {row['sources']}"


def _figures(row: Row, siblings: np.ndarray, others: np.ndarray) -> dict[str, Sourced]:
    """`siblings`, `others`: hand-overs within a core, and between cores."""
    figures = {
        "cache_bytes": Sourced(int(row["core_KiB"]) * KiB, _source(row, "core_KiB")),
        "llc_bytes": Sourced(int(row["llc_KiB"]) * KiB, _source(row, "llc_KiB")),
        "pause_ns": Sourced(float(row["pause_ns"]), _source(row, "pause_ns")),
    }
    if row["lines"]:
        figures["outstanding"] = Sourced(int(row["lines"]), _source(row, "lines"))
    if siblings.size and 2 * np.median(siblings) < others.min():  # or they were not distinguished
        figures["atomic_ns"] = Sourced(round(float(np.median(siblings)), 1),
                                       "the matrix: what siblings of a core take for a hand-over")
    return figures


def known_cores(name: str) -> tuple[list[Core], Groups]:
    """The place of each core in the order of ranks, and its hardware threads."""
    matrix = known_matrix(name)
    threads = known_threads(name, matrix)
    cores = _cores(_table("processors")[name], _between(matrix, threads))
    order = sorted(range(len(cores)),
                   key=lambda i: [cores[i][kind] for kind in ("socket", "node", "llc")] + [i])
    return renumbered([cores[i] for i in order]), [threads[i] for i in order]


def _between(matrix: np.ndarray, threads: Groups) -> np.ndarray:
    """Hand-overs between the first threads of the cores."""
    first = [thread[0] for thread in threads]
    return matrix[np.ix_(first, first)]


def known_text(name: str) -> str:
    return _table("index")[name]["machine"]


def _facts_of(name: str) -> Row:
    """The rows of both tables as one, with the sources of both."""
    rows = _table("processors")[name], _table("supply")[name]
    return rows[0] | rows[1] | {column: f"{rows[0][column]} {rows[1][column]}".strip()
                                for column in ("sources", "assumed")}


def _rates_source(row: Row) -> str:
    assumed = [column for column in row["assumed"].split() if column.endswith(RATES)]
    return ("documents (core_to_core/README.md); memory: four fifths of its channels' peak; "
            "caches: peak of what connects them; last-level caches: measured on a Cascade Lake"
            + (f"; assumed: {', '.join(assumed)}" if assumed else ""))


def known_machine(name: str) -> Description:
    """The description of the machine of this name."""
    row, matrix = _facts_of(name), known_matrix(name)
    cores, threads = known_cores(name)
    figures = _figures(row, pairs_of(matrix, threads, True), pairs_of(matrix, threads, False))
    return describe_transfers(
        name, f"{known_text(name)}, {len(cores)} cores", cores,
        loads(cores, _between(matrix, threads), figures),
        (row["protocol"], _source(row, "protocol")), (_carriers(row, cores), _rates_source(row)),
        figures)


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
        "resources": [one | ({"MBps": rates[at]} if at in rates else {})
                      for at, one in enumerate(part["resources"])],
        "parameters": [one | changed.get(one["name"], {}) for one in part["parameters"]]}
