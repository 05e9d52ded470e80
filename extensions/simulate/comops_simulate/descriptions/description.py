# SPDX-License-Identifier: BSD-3-Clause
"""A machine's description: what the coherence engine reads (simulation.md).

Times in nanoseconds, rates in 10^6 bytes/s.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

Square = list[list[float]]
Description = dict[str, Any]  # what the coherence engine reads: simulation.md

DISTANCES = ("llc", "node", "socket", "far")
PROTOCOLS = ("mesi", "mesif", "moesi", "intel", "skylake")
CORES_MOST, RESOURCES_MOST = 512, 4096  # that the engine takes
NAME_MOST = 60
KiB = 1024

Core = dict[str, int]


@dataclass(frozen=True)
class Parameter:
    """A number of the platform; `source`: a paper's table, or an assumption."""

    name: str
    value: float
    unit: str
    source: str


@dataclass(frozen=True)
class Sourced:
    """A value and where it is from: a paper's table, a measurement, or an assumption."""

    value: float
    source: str


# Each number of a description that is one for all cores: what it means, and its unit. Those of the
# first-level cache are there if they were measured.
MEANINGS = {
    "hit_ns": ("an access that hits the core's own cache", "ns"),
    "store_ns": ("a store, for the core", "ns"),
    "pause_ns": ("a pause between two polls", "ns"),
    "atomic_ns": ("an atomic update of a line that the core owns", "ns"),
    "fence_ns": ("a full fence", "ns"),
    "window_ns": ("how far a core runs ahead of a pending load", "ns"),
    "outstanding": ("lines that a core fetches at a time", "lines"),
    "first_bytes": ("a core's first-level cache", "bytes"),
    "first_MBps": ("fetching lines that another core modified from there", "10^6 bytes/s"),
    "back_MBps": ("taking back lines that another core has read since", "10^6 bytes/s"),
    "reader_takes": ("a load takes a line that another core modified, or shares it", "1 or 0"),
    "first_copy_MBps": ("copying within a core's first-level cache", "10^6 bytes/s"),
    "stores": ("stores that a core has in flight", "stores"),
    "copy_MBps": ("copying within a core's own cache", "10^6 bytes/s"),
    "reduce_ns_per_byte": ("arithmetic of a reduction", "ns/byte"),
    "futex_ns": ("sleep and wake-up by the operating system; 0: waits never sleep", "ns"),
    "futex_call_ns": ("a system call that wakes nobody, at the end of each OpenMP barrier", "ns"),
    "cache_bytes": ("the cache of one core", "bytes"),
    "llc_bytes": ("the last-level cache that cores share; 0: they share none", "bytes"),
}

_CURRENT = "assumption: the order of magnitude of current processors"
DEFAULTS = {
    "hit_ns": Sourced(0.5, _CURRENT),
    "store_ns": Sourced(0.5, _CURRENT),
    "pause_ns": Sourced(15.0, _CURRENT),
    "atomic_ns": Sourced(8.0, "assumption: what siblings of a core take for a hand-over, median of "
                             "the matrices in core_to_core"),
    "fence_ns": Sourced(8.0, "assumption: as an atomic update"),
    "window_ns": Sourced(30.0, "assumption: a reorder buffer of some 400 instructions"),
    "outstanding": Sourced(10, "assumption: 7 to 11 were measured on three ARMv8 servers"),
    "stores": Sourced(56, "assumption: current processors have 48 to 72 entries"),
    "copy_MBps": Sourced(40000.0, _CURRENT),
    "reduce_ns_per_byte": Sourced(0.02, _CURRENT),
    "futex_ns": Sourced(0, "assumption: each rank has its core"),
    "futex_call_ns": Sourced(100.0, _CURRENT),
}


@dataclass
class Carriers:
    """What carries lines one after the other, and which of them a line crosses.

    `routes[a][b]`: the resources from a core of domain a to one of domain b; `memory_of`: that of
    each node's memory, -1: none; `cache_of`, `llc_of`: what a line crosses on its way out of each
    core's own cache and out of each last-level cache, empty: nothing.
    """

    resources: list[dict[str, Any]] = field(default_factory=list)
    routes: list[list[list[int]]] = field(default_factory=list)
    memory_of: list[int] = field(default_factory=list)
    cache_of: list[int] = field(default_factory=list)
    llc_of: list[int] = field(default_factory=list)

    def add(self, name: str, kind: str, rate: float) -> int:
        """The new resource's number."""
        self.resources.append({"name": name, "kind": kind, "MBps": rate})
        return len(self.resources) - 1


def core(llc: int, node: int = 0, socket: int = 0, domain: int = 0) -> Core:
    return {"llc": llc, "node": node, "socket": socket, "domain": domain}


def renumbered(cores: list[Core]) -> list[Core]:
    """The same places, each kind numbered from 0 in the order of cores."""
    for kind in ("llc", "node", "socket"):
        numbers: dict[int, int] = {}
        for place in cores:
            place[kind] = numbers.setdefault(place[kind], len(numbers))
    return cores


def distance(a: Core, b: Core) -> str:
    """What two different cores share: the innermost."""
    for number in ("llc", "node", "socket"):
        if a[number] == b[number]:
            return number
    return "far"


def apart(cores: list[Core]) -> np.ndarray:
    """The distance of each two different cores, as a position in DISTANCES."""
    positions = np.full((len(cores), len(cores)), len(DISTANCES) - 1)
    for at in reversed(range(len(DISTANCES) - 1)):
        numbers = np.array([place[DISTANCES[at]] for place in cores])
        positions[numbers[:, None] == numbers] = at
    return positions


def below(square: np.ndarray, which: np.ndarray) -> np.ndarray:
    """The known values of the pairs for which `which` [row, column] is true, each pair once."""
    return square[np.tril(which & ~np.isnan(square), -1)]


def by_distance(cores: list[Core], square: np.ndarray) -> dict[str, np.ndarray]:
    """The known values of all pairs, by their distance; distances without any are left out."""
    places = apart(cores)
    groups = {name: below(square, places == at) for at, name in enumerate(DISTANCES)}
    return {name: values for name, values in groups.items() if values.size}


def reordered(machine: Description, order: Sequence[int]) -> Description:
    """The same machine with its cores in another order: ranks take the first ones."""
    cores, transfer = machine["cores"], machine["transfer_ns"]
    caches = machine.get("cache_of")
    return machine | {
        "cores": [cores[at] for at in order],
        "transfer_ns": [[transfer[a][b] for b in order] for a in order],
    } | ({"cache_of": [caches[at] for at in order]} if caches else {})


def _measured(cores: list[Core], transfer: Square, source: str) -> Iterable[Parameter]:
    for name, values in by_distance(cores, np.array(transfer)).items():
        yield Parameter(f"load of a line that another core modified, {name}: median",
                        round(float(np.median(values)), 1), "ns", source)


def _clean(cores: list[Core], shared: dict[str, float], source: str) -> Iterable[Parameter]:
    """Loads of clean lines at the distances that there are."""
    there = {distance(a, b) for a in cores[:1] for b in cores[1:]}
    for name in [name for name in DISTANCES if name in there]:
        yield Parameter(f"load of a clean line, nearest copy: {name}", shared[name], "ns", source)


def _memories(memory: Square, source: str) -> Iterable[Parameter]:
    own, *others = sorted(set(memory[0]))
    yield Parameter("load from the memory of the own node", own, "ns", source)
    if others:
        yield Parameter("load from the memory of the nearest other node", others[0], "ns", source)
    if len(others) > 1:
        yield Parameter("load from the memory of the farthest node", others[-1], "ns", source)


def _rates(carriers: Carriers, source: str) -> Iterable[Parameter]:
    for name, rate in dict.fromkeys((re.sub(r" [0-9-]+", "", resource["name"]), resource["MBps"])
                                    for resource in carriers.resources):
        yield Parameter(f"rate: {name}", rate, "10^6 bytes/s", source)


def describe(
    name: str, text: str, protocol: tuple[str, str], cores: list[Core],
    transfer: tuple[Square, str], shared: tuple[dict[str, float], str],
    memory: tuple[Square, str], carriers: tuple[Carriers, str],
    figures: dict[str, Sourced],
) -> Description:
    """The whole description; pairs are a value and its source, `figures` replace DEFAULTS."""
    numbers = DEFAULTS | figures
    parameters = [
        *_measured(cores, *transfer),
        *_clean(cores, *shared),
        *_memories(*memory),
        *_rates(*carriers),
        *(Parameter(meaning, numbers[member].value, unit, numbers[member].source)
          for member, (meaning, unit) in MEANINGS.items() if member in numbers),
    ]
    values = {member: numbers[member].value for member in MEANINGS if member in numbers}
    return {
        "name": name[:NAME_MOST], "description": text, "protocol": protocol[0],
        "protocol_source": protocol[1], "cores": cores,
        "transfer_ns": transfer[0], "shared_ns": shared[0], "memory_ns": memory[0],
        "resources": carriers[0].resources, "memory_of": carriers[0].memory_of,
        "routes": carriers[0].routes,
        **{member: ports for member in ("cache_of", "llc_of")
           if (ports := getattr(carriers[0], member))},
        **values,
        "parameters": [asdict(parameter) for parameter in parameters],
    }


def lines_of(value: Any, place: str = "") -> Iterator[str]:
    """A description as comops-coherence reads it: a line for each value or list of values, with its
    place (coherence/members.h). Names of members that are no words are left out: no member
    that counts has such a name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.isidentifier():
                yield from lines_of(inner, f"{place}.{name}" if place else name)
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        yield f"{place} #{len(value)}"
        for index, inner in enumerate(value):
            yield from lines_of(inner, f"{place}.{index}")
    else:
        values = value if isinstance(value, list) else [value]
        yield " ".join([place, *(json.dumps(inner, ensure_ascii=False) for inner in values)])


def description_text(description: dict[str, Any]) -> str:
    return "".join(f"{line}\n" for line in lines_of(description))
