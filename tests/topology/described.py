# SPDX-License-Identifier: BSD-3-Clause
"""Machines to test on: saved, synthetic, and drawn; and what their facts say of cores and domains.
The tests do not ask hwloc."""

import os
import random
from collections import Counter
from functools import cache
from itertools import count
from pathlib import Path
from unittest import mock

from comops.measure.planning.machine import Machine
from comops.results.topology import Placement

FOLDER = Path(__file__).parent
GOLDEN = FOLDER / "golden.txt"
# Saved ones and hwloc's descriptions of synthetic ones.
NAMES = [line for line in GOLDEN.read_text().splitlines()[1:]
         if line and not line.startswith(" ")]


def load(name: str) -> Machine:
    """One of machines/ or a synthetic one; Refusal."""
    if name.endswith(".xml"):
        return Machine.load(str(FOLDER / "machines" / name))
    with mock.patch.dict(os.environ, {"HWLOC_SYNTHETIC": name}):
        return Machine.load()


machine = cache(load)


def asked(name: str, request: str) -> Placement:
    """The answer to "bus 4", or to "bus 4+", which is oversubscribed."""
    placement, ranks = request.split()
    return machine(name).placement(placement, int(ranks.rstrip("+")), ranks.endswith("+"))


def drawn_synthetic(drawn: random.Random) -> tuple[str, int]:
    """A machine of random levels in hwloc's synthetic format, and its hardware threads: at most
    64."""
    siblings, threads, levels = drawn.randint(1, 3), 1, []
    for level in ("pack", "die", "numa", "l3", "l2", "core"):
        ends = level in ("pack", "core")
        arity = drawn.randint(1, 4 if ends else 2)
        if (ends or drawn.random() < 0.5) and threads * arity * siblings <= 64:
            threads *= arity
            levels.append(f"{level}:{arity}")
    return " ".join([*levels, f"pu:{siblings}"]), threads * siblings


def sketched(cores: list[int], siblings: int, numbers: list[int] | None = None) -> Machine:
    """A machine of packages that are NUMA nodes, of any sizes. `cores`: of each package;
    `numbers`: the OS index of each hardware thread in logical order."""
    numbers = numbers or list(range(sum(cores) * siblings))
    identity = count(1)

    def opening(kind: str, pus: list[int], node: int | None, index: int) -> str:
        pu_set = f"0x{sum(1 << pu for pu in pus):x}"
        node_set = f"0x{(1 << len(cores)) - 1 if node is None else 1 << node:x}"
        return (f'<object type="{kind}" os_index="{index}" gp_index="{next(identity)}"'
                f' cpuset="{pu_set}" nodeset="{node_set}"'
                f' complete_cpuset="{pu_set}" complete_nodeset="{node_set}"')

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
             '<topology version="2.0">', opening("Machine", numbers, None, 0) + ">"]
    first = 0
    for node, size in enumerate(cores):
        pus = numbers[first : first + size * siblings]
        first += size * siblings
        lines += [opening("Package", pus, node, node) + ">",
                  opening("NUMANode", pus, node, node) + ' local_memory="1073741824"/>']
        for core in range(0, len(pus), siblings):
            threads = pus[core : core + siblings]
            lines += [opening("Core", threads, node, node) + ">",
                      *(opening("PU", [pu], node, pu) + "/>" for pu in threads), "</object>"]
        lines.append("</object>")
    return from_text("\n".join([*lines, "</object>", "</topology>", ""]))


def from_text(text: str) -> Machine:
    """The machine that an hwloc XML file of this text describes; Refusal."""
    file = os.memfd_create("machine")
    try:
        os.write(file, text.encode())
        return Machine.load(f"/proc/self/fd/{file}")
    finally:
        os.close(file)


class Parts:
    """What the facts of a machine say of its parts."""

    def __init__(self, machine: Machine) -> None:
        self.facts = machine.facts
        # Each hardware thread has its core, and its number within the core.
        self.core_of = {pu: (core["index"], sibling) for core in self.facts["cores"]
                        for sibling, pu in enumerate(core["pus"])}
        self._first_pus = [core["usable_pus"][0] for core in self.facts["cores"]
                           if core["usable_pus"]]
        # "numa_nodes" if there are several with cores, else "packages" if there are.
        self.kind = next((kind for kind in ("numa_nodes", "packages")
                          if len(self.domains(kind)) >= 2), None)

    def domain(self, kind: str, pu: int) -> tuple[int, ...] | None:
        """The hardware threads of the smallest part of this kind that has this one."""
        holding = [part["pus"] for part in self.facts[kind] if pu in part["pus"]]
        return tuple(min(holding, key=len)) if holding else None

    def domains(self, kind: str) -> Counter[tuple[int, ...]]:
        """The usable cores in each domain that has some."""
        counts = Counter(self.domain(kind, pu) for pu in self._first_pus)
        del counts[None]
        return counts

    def cores_in(self, pus: list[int]) -> int:
        return sum(pu in pus for pu in self._first_pus)

    def apart(self, pu: int, other: int) -> bool:
        """Whether two hardware threads are in different domains."""
        return self.domain(self.kind, pu) != self.domain(self.kind, other)

    def distinct(self, placement: Placement, by_core: bool) -> bool:
        """Whether no two ranks are on one core, or on one hardware thread."""
        places = [self.core_of[pu][0] if by_core else pu for pu in placement.pus]
        return len(set(places)) == len(places)

    def places(self, placement: Placement) -> list[tuple[int, int]] | str:
        """Cores and siblings of the ranks, whatever their OS indices, or the refusal."""
        return placement.refused or [self.core_of[pu] for pu in placement.pus]
