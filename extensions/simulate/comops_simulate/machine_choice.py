# SPDX-License-Identifier: BSD-3-Clause
"""Which machines an invocation names, and what simulates them; what hwloc knows of a
machine, this one or a saved one, as `comops machine --json` prints it."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from comops.common.console import UsageError
from comops.common.nearest import no_such
from comops.common.sizes import count_parse, words_of
from comops.common.terminal import plain
from comops.measure.launch.places import program_folder
from comops.measure.launch.processes import result_of
from comops.measure.library import Refusal
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import asks
from comops.results.topology import Placement
from comops_simulate.curve_files import curves_measured, with_curves
from comops_simulate.descriptions.description import reordered
from comops_simulate.descriptions.hwloc import topology_machine
from comops_simulate.descriptions.known import STUDIED, known_machine, known_names, studied_machine
from comops_simulate.engines import Coherence, NoSimulator, Smpi
from comops_simulate.generic import SHAPES, generic
from comops_simulate.machines import MACHINES
from comops_simulate.platforms import (CALIBRATED, MATRIX, PRINTED, Platform, PlatformError,
                                       description_platform)
from comops_simulate.simulator import Simulator

THIS, ALL = "this", "all"
NAMES = [*MACHINES, *known_names(), *STUDIED, THIS]
RANKS_MOST = 16  # by default


class Ranks:
    """Numbers of ranks: `2,4,8`, `2:64` or `2:all`."""

    def __init__(self, text: str) -> None:
        self.ranges: list[tuple[int | None, int | None]] = []
        for word in words_of(text):
            low, colon, high = word.partition(":")
            first = None if low == ALL else count_parse(low)
            last = first if not colon else None if high == ALL else count_parse(high)
            if colon and first is None:
                raise argparse.ArgumentTypeError(f"`{word}`: a range begins with a number")
            if 1 in (first, last):
                raise argparse.ArgumentTypeError("at least 2 ranks are needed")
            if first and last and first > last:
                raise argparse.ArgumentTypeError(f"`{word}` is an empty range")
            self.ranges.append((first, last))
        if not self.ranges:
            raise argparse.ArgumentTypeError("the list is empty")

    def on(self, processors: int) -> list[int]:
        """The numbers on a machine of so many processors, in order; a range doubles."""
        numbers = set()
        for first, last in self.ranges:
            end = last or processors
            number = first or end
            while number < end:
                numbers.add(number)
                number *= 2
            numbers.add(end)
        return sorted(numbers)


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


def from_hwloc(file: Path, matrix: Path | None = None) -> Platform:
    """The machine in hwloc's XML. `matrix`: hand-overs between its cores or hardware threads."""
    machine = topology_machine(plain(file.stem), _facts(str(file)), matrix)
    return replace(description_platform(machine), name=plain(file.stem),
                   kind=MATRIX if matrix else "",
                   topology_xml=file.read_text(encoding="utf-8", errors="replace"))


def platform_named(name: str) -> Platform:
    """A machine by its name or its shape. Nothing is measured."""
    if name == THIS:
        return description_platform(topology_machine(THIS, _facts()))
    if name in MACHINES:
        return replace(MACHINES[name](), kind=PRINTED)
    if name in known_names() or name in STUDIED:
        machine = known_machine(name) if name in known_names() else studied_machine(name)
        return replace(description_platform(machine), kind=MATRIX)
    platform = generic(name)
    if not platform:
        raise UsageError(no_such("platform ", name, [*NAMES, SHAPES]))
    return platform


def platforms_of(options: argparse.Namespace) -> list[Platform]:
    """The machines of --platform or --xml, each once."""
    names = options.platform
    if names and options.xml:
        raise UsageError("--platform cannot be combined with --xml")
    if options.core_to_core and not options.xml:
        raise UsageError("--core-to-core needs --xml, the machine whose cores it describes")
    if options.placements and not options.xml:
        raise UsageError("--placements needs --xml, the machine on which the ranks are placed")
    if options.xml:
        if options.xml.exists() and not options.xml.is_file():
            raise UsageError(f"{options.xml}: not a regular file")
        return [from_hwloc(options.xml, options.core_to_core)]
    if names is None:
        raise UsageError("name a machine: --xml a file, or --platform one of "
                         f"{', '.join(NAMES)}, {SHAPES}")
    words = known_names() if names == ALL else words_of(names)
    if not words:
        raise UsageError("--platform: the list is empty")
    return [platform_named(name) for name in dict.fromkeys(words)]


def simulator_for(platforms: list[Platform]) -> Simulator:
    """With the engines that are here; NoSimulator if none of them can simulate one of the
    machines."""
    simulator = Simulator((Coherence, Smpi))
    for platform in platforms:
        if all(engine.absence(platform) for engine in simulator.engines):
            raise NoSimulator("; ".join(simulator.missing.values()))
    return simulator


def coherent(platform: Platform, protocol: str) -> Platform:
    """The same machine, with the coherence protocol that was asked for."""
    if not platform.machine:
        raise UsageError(f"--coherence: {platform.name} is not simulated line by line")
    return replace(platform, machine=platform.machine | {
        "protocol": protocol, "protocol_source": "--coherence"})


def measured(platform: Platform, paths: list[str] | None) -> Platform:
    """The same machine; this machine is measured, and so are its messages, if they are wanted."""
    if platform.name != THIS or platform.topology_xml:
        return platform
    facts = _calibrated()
    calibrated = replace(description_platform(topology_machine(THIS, facts)), kind=CALIBRATED)
    if not asks(paths, "mpi"):
        return calibrated
    return with_curves(calibrated, curves_measured(calibrated.machine, facts))


def ranks_of(options: argparse.Namespace, platform: Platform, alone: bool) -> list[int]:
    """The numbers of ranks on a machine. All must fit only if it is the only machine."""
    most = len(platform.hosts)
    if options.ranks is None:
        return [min(most, RANKS_MOST)]
    numbers = options.ranks.on(most)
    fitting = [number for number in numbers if number <= most]
    if not fitting or (alone and fitting != numbers):
        raise UsageError(f"--ranks {numbers[-1]}: {platform.name} takes from 2 to {most}")
    return fitting


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
