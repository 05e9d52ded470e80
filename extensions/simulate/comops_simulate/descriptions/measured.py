# SPDX-License-Identifier: BSD-3-Clause
"""A description from what hwloc knows of a machine, with a matrix of line hand-overs between cores,
measured figures, or neither.

A hand-over is a compare-and-swap: it moves the line with ownership and then updates it. So a load
of a line that another core modified takes the hand-over less the update (Schweizer, Besta and
Hoefler 2015: an atomic is the access to the line plus a constant), at the same distance.
"""

import csv
import math
import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from comops_simulate.descriptions.description import (DEFAULTS, DISTANCES, Carriers, Core,
                                                      Description, KiB, Sourced, Square, apart,
                                                      below, by_distance, core, describe, distance,
                                                      renumbered)
from comops_simulate.descriptions.matrix import blank_text, doubts, matrix_read
from comops_simulate.platforms import PlatformError

CLEAN = 0.5  # of a modified line's time within an LLC: it need not be fetched from a core
DRAM_NS = 40.0  # beyond the way to the memory's controller, which is that to a distant core
LINE = 64
LINES_MOST = 64  # under way
SATURATING = 8  # cores that one memory or one link can serve at full speed
ASSUMED_NS = {"llc": 60.0, "node": 100.0, "socket": 150.0, "far": 250.0}
ASSUMED = "assumption: the order of magnitude of current servers"
MEASURED = "measured on this machine: comops machine --calibrate"
UNKNOWN_PROTOCOL = "assumption: the machine names no processor that COMOPS knows"
CORE_CACHE = Sourced(1 << 20, "assumption: hwloc knows no size of a cache of one core")
Known = dict[str, Any]  # what comops machine --json prints


def filled(cores: list[Core], matrix: np.ndarray) -> np.ndarray:
    """Pairs that were not measured take the median of their distance, or the nearest smaller."""
    known, medians = by_distance(cores, matrix), [math.nan]
    for name in DISTANCES:
        medians.append(float(np.median(known[name])) if name in known else medians[-1])
    usual = np.nan_to_num(medians[1:], nan=np.nanmin(medians))
    return np.where(np.isnan(matrix), usual[apart(cores)], matrix)


def typical(cores: list[Core], transfer: np.ndarray) -> dict[str, float]:
    """The median of each distance; of those within a socket, that of the quickest socket.

    Sockets differ where all of a measurement's lines had their home on one of them.
    """
    places, socket = apart(cores), np.array([one["socket"] for one in cores])
    near: dict[str, float] = {}
    for at, name in enumerate(DISTANCES):
        parts = [True] if name == "far" else [(socket == one)[:, None] for one in set(socket)]
        found = [below(transfer, (places == at) & part) for part in parts]
        if medians := [float(np.median(values)) for values in found if values.size]:
            near[name] = min(medians)
    return near


def _shared(near: dict[str, float], hit: float, known: dict[str, Sourced]) -> dict[str, float]:
    """A clean line: half of a modified one's time within an LLC, elsewhere the same."""
    shared, last = {}, hit
    for name in DISTANCES:
        guess = near.get(name, last) * (CLEAN if name == "llc" else 1)
        last = max(last, known[name].value if name in known else guess)
        shared[name] = round(last, 1)
    return shared


def _memory(cores: list[Core], near: dict[str, float], own: float | None) -> Square:
    """The way of a line between these nodes, or across one, and the memory's own time."""
    places = {one["node"]: one["socket"] for one in cores}
    way, last = {}, 0.0
    for name in DISTANCES:
        way[name] = last = max(last, near.get(name, last))
    rest = DRAM_NS if own is None else own - way["node"]

    def time(a: int, b: int) -> float:
        place = "node" if a == b else "socket" if places[a] == places[b] else "far"
        return round(max(way[place] + rest, own or 0), 1)

    return [[time(a, b) for b in sorted(places)] for a in sorted(places)]


def loads(
    cores: list[Core], matrix: np.ndarray, figures: dict[str, Sourced],
) -> tuple[Square, str]:
    """What a load of a modified line takes if a hand-over takes what the matrix says."""
    atomic, hit = ((DEFAULTS | figures)[name].value for name in ("atomic_ns", "hit_ns"))
    transfer = np.maximum(filled(cores, matrix) - atomic, hit)
    np.fill_diagonal(transfer, 0)
    rounded = [[round(value, 1) for value in row] for row in transfer.tolist()]
    return rounded, "the matrix: a hand-over by compare-and-swap less an atomic update"


def describe_transfers(
    name: str, text: str, cores: list[Core], transfer: tuple[Square, str],
    protocol: tuple[str, str], carriers: tuple[Carriers, str], figures: dict[str, Sourced],
    measured: dict[str, Sourced] | None = None,
) -> Description:
    """`transfer`: loads of modified lines; it, the protocol and the rates of carriers have their
    sources. `measured`: of a clean line by distance, and of a load from "memory".
    """
    known, near = measured or {}, typical(cores, np.array(transfer[0]))
    hit = (DEFAULTS | figures)["hit_ns"].value
    clean = "assumption: half of a modified line's within an LLC, elsewhere the same"
    dram = f"assumption: a transfer within the node or between nodes, and {DRAM_NS:.0f} ns"
    own = None
    if "memory" in known:
        own = known["memory"].value
        dram = f"{known['memory'].source}; another node: and the way between the nodes"
    if "llc" in known:
        clean = f"{known['llc'].source}; distances that are not here: assumption"
    return describe(name, text, protocol, cores, transfer, (_shared(near, hit, known), clean),
                    (_memory(cores, near, own), dram), carriers, figures)


def _around(objects: Iterable[Known], pu: int) -> list[Known]:
    """The objects that contain this hardware thread, the smallest first."""
    return sorted((one for one in objects if pu in one["pus"]), key=lambda one: len(one["pus"]))


def _place(machine: Known, one: Known) -> Core:
    """Where a core is; the numbers are any that tell places apart."""
    pu = one["usable_pus"][0]
    caches, nodes, packages = (_around(machine[kind], pu)
                               for kind in ("caches", "numa_nodes", "packages"))
    shared = caches and len(caches[-1]["pus"]) > len(one["pus"])
    return core(caches[-1]["pus"][0] if shared else pu, nodes[0]["index"] if nodes else 0,
                packages[0]["index"] if packages else 0)


def _places(machine: Known) -> tuple[list[Core], list[int], list[list[int]]]:
    """The place, index and threads of each usable core, in hwloc's logical order."""
    usable = [one for one in machine["cores"] if one["usable"]]
    if len(usable) < 2:
        raise PlatformError("this machine has one usable core; a message needs two")
    cores = renumbered([_place(machine, one) for one in usable])
    for one in cores:
        one["domain"] = one["socket"]
    return cores, [one["index"] for one in usable], [one["usable_pus"] for one in usable]


def _caches(machine: Known, cores: list[Core], pu: int) -> dict[str, Sourced]:
    own = next(one for one in machine["cores"] if pu in one["pus"])
    caches = _around(machine["caches"], pu)
    private = [cache["bytes"] for cache in caches
               if cache["bytes"] and len(cache["pus"]) <= len(own["pus"])]
    sharing = sum(one["llc"] == cores[0]["llc"] for one in cores)
    is_shared = len({one["llc"] for one in cores}) < len(cores)
    llc = Sourced(caches[-1]["bytes"] if is_shared else 0, "hwloc")
    if is_shared and not llc.value:
        llc = Sourced(sharing * CORE_CACHE.value, "assumption: hwloc does not know its size")
    return {
        "first_bytes": Sourced(min(private, default=0), "hwloc"),
        "cache_bytes": Sourced(max(private), "hwloc") if private else CORE_CACHE,
        "llc_bytes": llc,
    }


def _protocol(machine: Known, cache_bytes: float) -> tuple[str, str]:
    """The protocol is told by the processor's name and its core's own cache; and how it is."""
    file = Path(__file__).resolve().parent / "protocols.csv"
    with file.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            named = re.search(row["processor"], machine["summary"])
            if named and cache_bytes >= KiB * int(row["core_KiB"]):
                break
    return row["protocol"], (f"the processor's name has {named[0]}; {row['source']}" if named[0]
                             else UNKNOWN_PROTOCOL)


def _carriers(cores: list[Core], outstanding: float, near: dict[str, float]) -> Carriers:
    """Memories and links that serve a few cores at full speed, at these times of lines."""
    carriers, rate = Carriers(), 1000 * outstanding * SATURATING * LINE
    nodes, sockets = (range(1 + max(one[kind] for one in cores)) for kind in ("node", "socket"))
    memory, far = near.get("node", near.get("llc", 0)) + DRAM_NS, max(near.values())
    carriers.memory_of = [carriers.add(f"memory {i}", "memory", round(rate / memory))
                          for i in nodes]
    link = {(a, b): carriers.add(f"link {a}-{b}", "link", round(rate / far))
            for a in sockets for b in sockets if a != b}
    carriers.routes = [[[link[a, b]] if a != b else [] for b in sockets] for a in sockets]
    return carriers


def _between(file: Path, machine: Known, indices: list[int], threads: list[list[int]]
             ) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """The matrix of the usable cores, from one of hardware threads or of cores; hand-overs within
    cores; and what to say of the file."""
    (matrix, notes), within = matrix_read(file), np.array([])
    pus = sorted(pu for one in machine["cores"] for pu in one["pus"])
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
    found: dict[str, list[float]] = {}
    for pair in calibration["pairs"]:
        one, other = (core_of[pu] for pu in pair["pus"])
        if pair[name]:
            found.setdefault(distance(one, other), []).append(pair[name]["median"])
    return {place: median(values) for place, values in found.items()}


def _figures(calibration: Known, core_of: dict[int, Core]) -> dict[str, Sourced]:
    """What was measured of one core; and how many lines it fetches at a time.

    A copy of what another core wrote has the rate at which its lines come: meanwhile those before
    are stored.
    """
    core_alone = calibration["core"]
    figures = {member: Sourced(float(f"{core_alone[name]['median']:.4g}"), MEASURED)
               for member in ("hit_ns", "store_ns", "pause_ns", "atomic_ns", "fence_ns",
                              "futex_call_ns", "reduce_ns_per_byte", "copy_MBps",
                              "mpi.kernel_call_ns", "mpi.kernel_page_ns")
               if core_alone[name := member.removeprefix("mpi.")]}
    copied, first, modified, window, stores = (
        _medians(calibration, core_of, name)
        for name in ("copy_other_MBps", "copy_first_MBps", "modified_ns", "window_ns", "stores"))
    if stores:
        figures["stores"] = Sourced(max(1, round(next(iter(stores.values())))), MEASURED)
    if window:
        figures["window_ns"] = Sourced(round(next(iter(window.values())), 1), MEASURED)
    for place in [place for place in copied if place in modified][:1]:
        lines = min(LINES_MOST, max(1, round(copied[place] * modified[place] / LINE / 1000)))
        figures["outstanding"] = Sourced(lines, f"{MEASURED}, from copies")
    if first:
        figures["first_MBps"] = Sourced(round(next(iter(first.values()))), MEASURED)
        figures["first_copy_MBps"] = Sourced(round(core_alone["copy_own_first_MBps"]["median"]),
                                             MEASURED)
    return figures


def topology_machine(name: str, machine: Known, matrix: Path | None = None) -> Description:
    """`machine`: as `comops machine --json` prints it, with --calibrate or without. `notes` are
    what to know of the matrix. Raises PlatformError."""
    cores, indices, threads = _places(machine)
    figures, measured = _caches(machine, cores, threads[0][0]), {}
    times, source = ASSUMED_NS, ASSUMED
    if calibration := machine.get("calibration"):
        core_of = {pu: one for one, pus in zip(cores, threads) for pu in pus}
        figures |= _figures(calibration, core_of)
        found = _medians(calibration, core_of, "modified_ns")
        times, source = (found, MEASURED) if found else (times, source)
        measured = {place: Sourced(ns, MEASURED) for place, ns in
                    _medians(calibration, core_of, "shared_ns").items()}
        if calibration["core"]["memory_ns"]:
            measured["memory"] = Sourced(calibration["core"]["memory_ns"]["median"], MEASURED)
    notes = []
    if matrix:
        hand_overs, within, strange = _between(matrix, machine, indices, threads)
        transfer = loads(cores, hand_overs, figures)
        blank = blank_text(hand_overs)
        transfer = transfer[0], "; ".join(filter(None, (transfer[1], blank)))
        notes = [f"{matrix}: {one}"
                 for one in (*strange, blank, *doubts(cores, hand_overs, within)) if one]
    else:
        square = np.array([times.get(name, math.nan) for name in DISTANCES])[apart(cores)]
        np.fill_diagonal(square, 0)
        transfer = filled(cores, square).tolist(), source
    if "first_MBps" not in figures:
        del figures["first_bytes"]
    carriers = _carriers(cores, (DEFAULTS | figures)["outstanding"].value,
                         typical(cores, np.array(transfer[0])))
    found = describe_transfers(
        name, machine["summary"], cores, transfer,
        _protocol(machine, figures["cache_bytes"].value),
        (carriers, f"assumption: {SATURATING} cores can use it at full speed"), figures, measured)
    return found | ({"notes": notes} if notes else {})
