# SPDX-License-Identifier: BSD-3-Clause
"""Which machines an invocation names, and which engine simulates them."""

import argparse
import os
from pathlib import Path

from simulate.engines.coherence import coherence_find
from common.console import meant
from simulate.engines.engine import Engine
from simulate.from_description import description_platform
from simulate.from_hwloc import from_hwloc, this_machine
from simulate.from_simgrid import from_simgrid
from simulate.generic import SHAPES, generic
from simulate.descriptions.known import known_machine, known_names
from simulate.machines import MACHINES
from simulate.options import ALL, RANKS_MOST, UsageError, words_of
from simulate.platforms import Platform
from simulate.engines.smpi import smpi_find

COMOPS = Path(os.environ.get("COMOPS_PROGRAM", "comops"))
THIS = "this"
NAMES = [*MACHINES, *known_names(), THIS]
MEASURES = {"coherence": "--calibrate", "smpi": "--pairs"}  # what an engine needs of this machine


def _offered() -> str:
    return f"{', '.join(NAMES)}, {SHAPES}, or a file of SimGrid's"


def _regular(file: str | Path) -> None:
    if os.path.exists(file) and not os.path.isfile(file):
        raise UsageError(f"{file}: not a regular file")


def platform_named(name: str) -> Platform:
    """A machine by its name, its shape, or SimGrid's file. Nothing is measured."""
    _regular(name)
    if name == THIS:
        return this_machine(COMOPS)
    if name in MACHINES:
        return MACHINES[name]()
    if name in known_names():
        return description_platform(known_machine(name))
    found = generic(name)
    if not found and os.path.exists(name):
        found = from_simgrid(Path(name))
    if not found:
        question = meant(name, NAMES)
        there = " There are" if question else "; there are"
        raise UsageError(f"no platform `{name}`{question}{there}: {_offered()}")
    return found


def platforms_of(options: argparse.Namespace) -> list[Platform]:
    """The machines of --platform or --xml, each once."""
    names = options.platform
    if names and options.xml:
        raise UsageError("--platform cannot be combined with --xml")
    if options.core_to_core and not options.xml:
        raise UsageError("--core-to-core is for the machine of --xml")
    if options.xml:
        _regular(options.xml)
        return [from_hwloc(COMOPS, options.xml, options.core_to_core)]
    if names is None:
        raise UsageError(f"name a machine: --xml a file, or --platform one of {_offered()}")
    if names == ALL:
        words = known_names()
    else:
        words = [names] if os.path.exists(names) else words_of(names, "platform")
    return [platform_named(name) for name in dict.fromkeys(words)]


def engine_for(platforms: list[Platform], asked: str | None) -> Engine:
    """The requested engine, else coherence if it can simulate all machines."""
    lacking = {
        "coherence": [one.name for one in platforms if not one.machine],
        "smpi": [one.name for one in platforms if not one.models()],
    }
    name = asked or ("smpi" if lacking["coherence"] else "coherence")
    if lacking[name]:
        raise UsageError(f"{', '.join(lacking[name])}: not for the engine {name}")
    return coherence_find(COMOPS) if name == "coherence" else smpi_find(COMOPS)


def measured(platform: Platform, engine: Engine) -> Platform:
    """The same machine; for this machine, measures what the engine needs."""
    if platform.name != THIS or platform.topology_xml:
        return platform
    return this_machine(COMOPS, MEASURES[engine.name])


def ranks_of(options: argparse.Namespace, platform: Platform, alone: bool) -> list[int]:
    """The numbers of ranks on a machine. All must fit only if it is the only machine."""
    most = len(platform.seats)
    if options.ranks is None:
        return [min(most, RANKS_MOST)]
    numbers = options.ranks.on(most)
    fitting = [number for number in numbers if number <= most]
    if not fitting or (alone and fitting != numbers):
        raise UsageError(f"--ranks {numbers[-1]}: {platform.name} takes from 2 to {most}")
    return fitting
