# SPDX-License-Identifier: BSD-3-Clause
"""A description from what hwloc knows of a machine, with a matrix, measured figures, or neither."""

import csv
import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

from simulate.descriptions.description import (
    DEFAULTS,
    Carriers,
    Core,
    Description,
    Figure,
    KiB,
    core,
    distance,
    renumbered,
)
from simulate.descriptions.from_matrix import (
    DRAM_NS, Facts, describe_transfers, filled, loads, typical,
)
from simulate.descriptions.matrix import Matrix, matrix_read
from simulate.platforms import PlatformError

LINE = 64
LINES_MOST = 64  # under way
SATURATING = 8  # cores that one memory or one link can serve at full speed
ASSUMED_NS = {"llc": 60.0, "node": 100.0, "socket": 150.0, "far": 250.0}
ASSUMED = "assumption: the order of magnitude of current servers"
MEASURED = "measured on this machine: comops machine --calibrate"
CORE_CACHE = Figure(1 << 20, "assumption: hwloc knows of no cache of one core")
Known = dict[str, Any]  # what comops machine --json prints


def _around(objects: Iterable[Known], pu: int) -> list[Known]:
    """Those that contain this hardware thread, the smallest first."""
    return sorted((one for one in objects if pu in one["pus"]), key=lambda one: len(one["pus"]))


def _place(machine: Known, one: Known) -> Core:
    """Of a core; the numbers are any that tell places apart."""
    pu = one["usable_pus"][0]
    caches, nodes, packages = (_around(machine[kind], pu)
                               for kind in ("caches", "numa_nodes", "packages"))
    shared = caches and len(caches[-1]["pus"]) > len(one["pus"])
    return core(caches[-1]["pus"][0] if shared else pu, nodes[0]["index"] if nodes else 0,
                packages[0]["index"] if packages else 0)


def _places(machine: Known) -> tuple[list[Core], list[int], list[list[int]]]:
    """Of each usable core, in hwloc's logical order: its place, its index, its threads."""
    usable = [one for one in machine["cores"] if one["usable"]]
    if len(usable) < 2:
        raise PlatformError("this machine has one usable core; two are needed")
    cores = renumbered([_place(machine, one) for one in usable])
    for one in cores:
        one["domain"] = one["socket"]
    return cores, [one["index"] for one in usable], [one["usable_pus"] for one in usable]


def _caches(machine: Known, cores: list[Core], pu: int) -> dict[str, Figure]:
    own = next(one for one in machine["cores"] if pu in one["pus"])
    caches = _around(machine["caches"], pu)
    private = [one["bytes"] for one in caches if len(one["pus"]) <= len(own["pus"])]
    is_shared = len({one["llc"] for one in cores}) < len(cores)
    return {
        "first_bytes": Figure(min(private, default=0), "hwloc"),
        "cache_bytes": Figure(max(private), "hwloc") if private else CORE_CACHE,
        "llc_bytes": Figure(caches[-1]["bytes"] if is_shared else 0, "hwloc"),
    }


def _protocol(machine: Known, cache_bytes: float) -> str:
    """By the processor's name, and its core's own cache."""
    file = Path(__file__).resolve().parent / "protocols.csv"
    with file.open(newline="", encoding="utf-8") as rows:
        return next(row["protocol"] for row in csv.DictReader(rows)
                    if re.search(row["processor"], machine["summary"])
                    and cache_bytes >= KiB * int(row["core_KiB"]))


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


def _between(file: Path, machine: Known, indices: list[int], threads: list[list[int]]) -> Matrix:
    """The matrix of the usable cores, from one of hardware threads or of cores."""
    matrix = matrix_read(file)
    pus = sorted(pu for one in machine["cores"] for pu in one["pus"])
    if len(matrix) == len(pus):
        chosen = [pus.index(first) for first, *_ in threads]
    elif len(matrix) == len(machine["cores"]):
        chosen = indices
    else:
        raise PlatformError(f"{file}: {len(matrix)} rows, but the machine has {len(pus)} "
                            f"hardware threads and {len(machine['cores'])} cores")
    return [[matrix[i][j] for j in chosen] for i in chosen]


def _medians(calibration: Known, core_of: dict[int, Core], name: str) -> dict[str, float]:
    """A quantity of pairs, by what their cores share; `core_of`: of each hardware thread."""
    found: dict[str, list[float]] = {}
    for pair in calibration["pairs"]:
        one, other = (core_of[pu] for pu in pair["pus"])
        if pair[name]:
            found.setdefault(distance(one, other), []).append(pair[name]["median"])
    return {place: median(values) for place, values in found.items()}


def _figures(calibration: Known, core_of: dict[int, Core]) -> dict[str, Figure]:
    """What was measured of one core; and how many lines it fetches at a time.

    A copy of what another core wrote has the rate at which its lines come: meanwhile those before
    are stored.
    """
    core_alone = calibration["core"]
    figures = {member: Figure(float(f"{core_alone[name]['median']:.4g}"), MEASURED)
               for member in ("hit_ns", "store_ns", "pause_ns", "atomic_ns", "fence_ns",
                              "futex_call_ns", "reduce_ns_per_byte", "copy_MBps",
                              "mpi.kernel_call_ns", "mpi.kernel_page_ns")
               if core_alone[name := member.removeprefix("mpi.")]}
    copied, first, modified, window, stores = (
        _medians(calibration, core_of, name)
        for name in ("copy_other_MBps", "copy_first_MBps", "modified_ns", "window_ns", "stores"))
    if stores:
        figures["stores"] = Figure(max(1, round(next(iter(stores.values())))), MEASURED)
    if window:
        figures["window_ns"] = Figure(round(next(iter(window.values())), 1), MEASURED)
    for place in [place for place in copied if place in modified][:1]:
        lines = min(LINES_MOST, max(1, round(copied[place] * modified[place] / LINE / 1000)))
        figures["outstanding"] = Figure(lines, f"{MEASURED}, from copies")
    if first:
        figures["first_MBps"] = Figure(round(next(iter(first.values()))), MEASURED)
        figures["first_copy_MBps"] = Figure(round(core_alone["copy_own_first_MBps"]["median"]),
                                            MEASURED)
    return figures


def topology_machine(
    name: str, machine: Known, matrix: Path | None = None, calibration: Known | None = None,
) -> Description:
    """`machine`, `calibration`: as `comops machine --json` prints them. Raises PlatformError."""
    cores, indices, threads = _places(machine)
    figures, measured = _caches(machine, cores, threads[0][0]), {}
    times, source = ASSUMED_NS, ASSUMED
    if calibration:
        core_of = {pu: one for one, pus in zip(cores, threads) for pu in pus}
        figures |= _figures(calibration, core_of)
        found = _medians(calibration, core_of, "modified_ns")
        times, source = (found, MEASURED) if found else (times, source)
        measured = {place: Figure(ns, MEASURED) for place, ns in
                    _medians(calibration, core_of, "shared_ns").items()}
        if calibration["core"]["memory_ns"]:
            measured["memory"] = Figure(calibration["core"]["memory_ns"]["median"], MEASURED)
    if matrix:
        transfer = loads(cores, _between(matrix, machine, indices, threads), figures)
    else:
        square = [[times.get(distance(one, other)) if i != j else 0.0
                   for j, other in enumerate(cores)] for i, one in enumerate(cores)]
        transfer = filled(cores, square), source
    if "first_MBps" not in figures:
        del figures["first_bytes"]
    facts = Facts(_protocol(machine, figures["cache_bytes"].value),
                  _carriers(cores, (DEFAULTS | figures)["outstanding"].value,
                            typical(cores, transfer[0])),
                  f"assumption: {SATURATING} cores can use it at full speed", figures)
    return describe_transfers(name, machine["summary"], cores, transfer, facts, measured)
