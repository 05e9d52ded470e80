# SPDX-License-Identifier: BSD-3-Clause
"""A description from what hwloc knows of a machine, with a matrix of line hand-overs between cores,
what calibration measured, or neither."""

import math
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from comops_simulate.descriptions.description import (DISTANCES, MEANINGS, Core, Description,
                                                      Sourced, Square, apart, below, core, distance,
                                                      renumbered)
from comops_simulate.descriptions.matrix import blank_text, doubts, matrix_read
from comops_simulate.descriptions.measured import describe_loads, describe_matrix, filled
from comops_simulate.descriptions.processors import LINE, Row, facts_of
from comops_simulate.platforms import PlatformError

LINES_MOST = 64  # under way
SUPPLY = "network_GHz", "llc_GBs"
ASSUMED_NS = {"llc": 60.0, "node": 100.0, "socket": 150.0, "far": 250.0}
ASSUMED = "assumption: the order of magnitude of current servers"
MEASURED = "measured on this machine: comops machine --calibrate"
# Members that calibration calls otherwise.
CALLED = {"back_MBps": "copy_back_MBps", "first_MBps": "copy_first_MBps",
          "first_copy_MBps": "copy_own_first_MBps"}
HAND_OVER, PAUSE_LEAST = 5 / 3, 0.1  # transfers of a line; ns
CORE_CACHE = Sourced(1 << 20, "assumption: hwloc knows no size of a cache of one core")
MOVED = 1.5  # times the hand-over, if a hypervisor has the cores elsewhere
Known = dict[str, Any]  # what comops machine --json prints


def _around(objects: Iterable[Known], pu: int) -> list[Known]:
    """The objects that contain this hardware thread, the smallest first."""
    return sorted((part for part in objects if pu in part["pus"]),
                  key=lambda part: len(part["pus"]))


def _place(machine: Known, entry: Known) -> Core:
    """Where a core is; the numbers are any that tell places apart."""
    pu = entry["usable_pus"][0]
    caches, nodes, packages = (_around(machine[kind], pu)
                               for kind in ("caches", "numa_nodes", "packages"))
    shared = caches and len(caches[-1]["pus"]) > len(entry["pus"])
    return core(caches[-1]["pus"][0] if shared else pu, nodes[0]["index"] if nodes else 0,
                packages[0]["index"] if packages else 0)


def _places(machine: Known) -> tuple[list[Core], list[int], list[list[int]]]:
    """The place, index and threads of each usable core, in hwloc's logical order."""
    usable = [entry for entry in machine["cores"] if entry["usable"]]
    if len(usable) < 2:
        raise PlatformError("this machine has one usable core; a message needs two")
    cores = renumbered([_place(machine, entry) for entry in usable])
    return cores, [entry["index"] for entry in usable], [entry["usable_pus"] for entry in usable]


def _private_caches(machine: Known, pu: int) -> list[int]:
    """The known sizes of the caches of this hardware thread's core alone."""
    own = next(entry for entry in machine["cores"] if pu in entry["pus"])
    return [cache["bytes"] for cache in _around(machine["caches"], pu)
            if cache["bytes"] and len(cache["pus"]) <= len(own["pus"])]


def _caches(machine: Known, cores: list[Core], pu: int) -> dict[str, Sourced]:
    caches, private = _around(machine["caches"], pu), _private_caches(machine, pu)
    sharing = sum(place["llc"] == cores[0]["llc"] for place in cores)
    is_shared = len({place["llc"] for place in cores}) < len(cores)
    llc = Sourced(caches[-1]["bytes"] if is_shared else 0, "hwloc")
    if is_shared and not llc.value:
        llc = Sourced(sharing * CORE_CACHE.value, "assumption: hwloc does not know its size")
    return {
        "cache_bytes": Sourced(max(private), "hwloc") if private else CORE_CACHE,
        "llc_bytes": llc,
    }


def _between(file: Path, machine: Known, indices: list[int], threads: list[list[int]]
             ) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """The matrix of the usable cores, from one of hardware threads or of cores; hand-overs within
    cores; and what to say of the file."""
    (matrix, notes), within = matrix_read(file), np.array([])
    pus = sorted(pu for entry in machine["cores"] for pu in entry["pus"])
    if len(matrix) == len(pus):
        chosen = [pus.index(first) for first, *_ in threads]
        places = [[pus.index(pu) for pu in thread] for thread in threads]
        within = np.concatenate([below(matrix[np.ix_(place, place)], True) for place in places])
    elif len(matrix) == len(machine["cores"]):
        chosen = indices
    else:
        raise PlatformError(f"{file}: {len(matrix)} rows, but the machine has {len(pus)} "
                            f"hardware threads and {len(machine['cores'])} cores")
    between = matrix[np.ix_(chosen, chosen)]
    if not np.nan_to_num(between).any():
        raise PlatformError(f"{file}: no pair of cores was measured")
    return between, within, notes


def _medians(calibration: Known, core_of: dict[int, Core], name: str) -> dict[str, float]:
    """A quantity of pairs, by what their cores share; `core_of`: of each hardware thread."""
    groups: dict[str, list[float]] = {}
    for pair in calibration["pairs"]:
        a, b = (core_of[pu] for pu in pair["pus"])
        if pair[name]:
            groups.setdefault(distance(a, b), []).append(pair[name]["median"])
    return {place: median(values) for place, values in groups.items()}


def _figures(
    calibration: Known, core_of: dict[int, Core], first_cache: int,
) -> dict[str, Sourced]:
    """What was measured of one core, and of the nearest pairs.

    A copy of what another core wrote has the rate at which its lines come: meanwhile those before
    are stored. A hand-over is a store, a pause that half has passed on average, and a load, which
    begins when the line has gone two thirds of its way to the store. What a load takes, it leaves
    no copy of where it was written.
    """
    near = {name: next(iter(values.values()))
            for name in calibration["pairs"][0].keys() - {"pus", "level", "distance"}
            if (values := _medians(calibration, core_of, name))}
    known = near | {name: value["median"] for name, value in calibration["core"].items() if value}
    figures = {member: Sourced(float(f"{known[name]:.4g}"), MEASURED)
               for member in MEANINGS if (name := CALLED.get(member, member)) in known}
    transfer = near["modified_ns"]
    lines = min(LINES_MOST, max(1, round(near["copy_other_MBps"] * transfer / LINE / 1000)))
    pause = max(PAUSE_LEAST, 2 * (near["handover_ns"] - HAND_OVER * transfer))
    return figures | {
        "first_bytes": Sourced(first_cache, "hwloc"),
        "stores": Sourced(max(1, round(near["stores"])), MEASURED),
        "outstanding": Sourced(lines, f"{MEASURED}, from copies"),
        "pause_ns": Sourced(round(min(known["pause_ns"], pause), 1),
                            f"{MEASURED}, from hand-overs"),
        "reader_takes": Sourced(int(2 * near["kept_ns"] > transfer), MEASURED)}


def _square(cores: list[Core], times: dict[str, float]) -> Square:
    """The times of all pairs from those by distance."""
    square = np.array([times.get(name, math.nan) for name in DISTANCES])[apart(cores)]
    np.fill_diagonal(square, 0)
    return filled(cores, square).tolist()


def _hand_overs(calibration: Known) -> list[str]:
    """Where the cores were: of the first pair, and of each whose cores moved meanwhile."""
    texts = []
    for pair in calibration["pairs"]:
        if not (ns := pair["handover_ns"]):
            continue
        moved = ns["high"] > MOVED * ns["low"]
        took = f"{ns['low']:.0f} to {ns['high']:.0f}" if moved else f"{ns['median']:.0f}"
        if moved or not texts:
            texts.append(f"calibrated while a hand-over between hardware threads {pair['pus'][0]} "
                         f"and {pair['pus'][1]} took {took} ns" + (
                             ": the cores moved, do not use these times" if moved else ""))
    return texts


def _calibrated(
    name: str, machine: Known, cores: list[Core], threads: list[list[int]], facts: Row,
    caches: dict[str, Sourced],
) -> Description:
    """The rates at which caches supply others are in what was measured. Those of the sheets are the
    peaks of whole processors, and this machine may be a part of one."""
    calibration = machine["calibration"]
    core_of = {pu: place for place, pus in zip(cores, threads) for pu in pus}
    first_cache = min(_private_caches(machine, threads[0][0]), default=0)
    figures = caches | _figures(calibration, core_of, first_cache)
    measured = {place: Sourced(ns, MEASURED)
                for place, ns in _medians(calibration, core_of, "shared_ns").items()}
    if calibration["core"]["memory_ns"]:
        measured["memory"] = Sourced(calibration["core"]["memory_ns"]["median"], MEASURED)
    modified = _medians(calibration, core_of, "modified_ns")
    return describe_loads(
        name, machine["summary"], cores,
        (_square(cores, modified), MEASURED),
        {column: value for column, value in facts.items() if column not in SUPPLY}, figures,
        measured) | {"notes": _hand_overs(calibration)}


def topology_machine(name: str, machine: Known, matrix: Path | None = None) -> Description:
    """`machine`: as `comops machine --json` prints it, with --calibrate or without. `notes` are
    what to know of the matrix. Raises PlatformError."""
    cores, indices, threads = _places(machine)
    text, caches = machine["summary"], _caches(machine, cores, threads[0][0])
    facts = facts_of(text, caches["cache_bytes"].value)
    if matrix:
        hand_overs, within, notes = _between(matrix, machine, indices, threads)
        notes += [blank_text(hand_overs), *doubts(cores, hand_overs, within)]
        described = describe_matrix(name, text, cores, hand_overs, within, facts, caches)
        notes = [f"{matrix}: {note}" for note in notes if note]
        return described | ({"notes": notes} if notes else {})
    if "calibration" in machine:
        return _calibrated(name, machine, cores, threads, facts, caches)
    return describe_loads(name, text, cores, (_square(cores, ASSUMED_NS), ASSUMED), facts, caches)
