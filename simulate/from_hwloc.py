# SPDX-License-Identifier: BSD-3-Clause
"""A platform from hwloc's view of a machine, this one or a saved one, as `comops machine --json`
prints it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from campaign.launch.places import program_folder
from campaign.launch.processes import result_of
from campaign.library import Refusal
from campaign.planning.machine import Machine
from campaign.planning.plan import Placement
from common.terminal import plain
from simulate.descriptions.description import reordered
from simulate.descriptions.measured import topology_machine
from simulate.platforms import Platform, PlatformError, description_platform


def _facts(xml: str | None = None) -> dict[str, Any]:
    try:
        return Machine.load(xml).facts
    except Refusal as refusal:
        raise PlatformError(str(refusal)) from None


def _calibrated() -> dict[str, Any]:
    text, why = result_of([str(program_folder() / "comops"), "machine", "-q", "--json",
                           "--calibrate"])
    if text is None:
        raise PlatformError(why or "no machine")
    return json.loads(text)


def this_machine(measured: bool = False) -> Platform:
    """This machine, from hwloc alone or also from what `comops machine --calibrate` measures."""
    facts = _calibrated() if measured else _facts()
    return description_platform(topology_machine("this", facts))


def from_hwloc(file: Path, matrix: Path | None = None) -> Platform:
    """The machine in hwloc's XML. `matrix`: hand-overs between its cores or hardware threads."""
    machine = topology_machine(plain(file.stem), _facts(str(file)), matrix)
    return replace(description_platform(machine), name=plain(file.stem),
                   topology_xml=file.read_text(encoding="utf-8", errors="replace"))


def placed_on(platform: Platform, machine: dict[str, Any], placement: Placement) -> Platform:
    """A platform of this machine under the name of a placement, with the cores of its ranks first.
    PlatformError if two ranks share a core."""
    threads = [core["usable_pus"] for core in machine["cores"] if core["usable"]]
    core_of = {pu: at for at, pus in enumerate(threads) for pu in pus}
    order = [core_of[pu] for pu in placement.pus]
    if len(set(order)) < len(order):
        raise PlatformError("two ranks share a core, which is not simulated")
    order += [at for at in range(len(threads)) if at not in order]
    return replace(platform, name=placement.name,
                   description=f"{placement.where} of {platform.description}",
                   machine=reordered(platform.machine, order))
