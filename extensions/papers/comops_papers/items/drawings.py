# SPDX-License-Identifier: BSD-3-Clause
"""The papers' drawings of machines are not at hand: pictures of the same machines as simulated."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from comops.common.sizes import bytes_text
from comops.reports.draw.picture import Pictures
from comops.reports.words.formats import plural
from comops.results.topology import LEAF, MachineTopology, Memory, Part as MachinePart, Placement
from comops_papers.items.items import (SIMULATED, Drawing, ItemColumn, ItemRow, Part, Runs, Table,
                                       Value)

SHOWN = 4  # parts of a large machine
CAPTION = "Drawn from what the text says; the printed drawing and its caption are not at hand."
COLUMNS = tuple(ItemColumn(SIMULATED, title) for title in (
    "processors", "joined by", "MB/s of each", "cache of a processor"))


def tree_of(machine: Mapping[str, Any]) -> MachinePart:
    """Processors in what carries their misses, a bus or a port, with the memories behind it."""
    carrier = machine["resources"][0]["kind"]
    carried: dict[int, list[MachinePart]] = defaultdict(list)
    for at, core in enumerate(machine["cores"]):
        carried[core["domain"]].append(MachinePart("core", at, 0, True, children=(
            MachinePart(LEAF, at, 0, True),)))
    own = len(set(machine["memory_ns"][0])) > 1  # its nearest memory is a part's own
    parts = tuple(MachinePart(carrier, at, 0, True, (Memory(at, 0, False),) if own else (),
                              tuple(cores)) for at, cores in carried.items())
    return MachinePart("machine", 0, 0, True, () if own else (Memory(0, 0, False),), parts)


def picture_of(machine: Mapping[str, Any]) -> str:
    """Only the first parts of a large machine are drawn in full."""
    tree = tree_of(machine)
    drawn = tuple(leaf.index for part in tree.children[:SHOWN] for leaf in part.threads)
    chosen, none = (Placement("", len(pus), pus, "", "") for pus in (drawn, ()))
    return Pictures(MachineTopology(tree), [chosen]).picture(none).svg


def drawings(machines: Mapping[str, str], runs: Runs) -> list[Part]:
    """`machines`: names by platform; those that were simulated with their memories are drawn."""
    shown = {name: platform.machine for key, name in machines.items()
             if (platform := runs.platforms.get(key)) and platform.machine}
    rows = [ItemRow((name,), tuple(Value(words=text) for text in (
        str(len(machine["cores"])),
        plural(len({core["domain"] for core in machine["cores"]}), carrier["kind"]),
        f"{carrier['MBps']:,.0f}", bytes_text(machine["cache_bytes"]))))
        for name, machine in shown.items() for carrier in machine["resources"][:1]]
    return [Drawing({name: picture_of(machine) for name, machine in shown.items()},
                    Table("the machines drawn", ("machine",), COLUMNS, rows, note=CAPTION))]
