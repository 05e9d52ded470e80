# SPDX-License-Identifier: BSD-3-Clause
"""The first record of a results file: the request, the machine, the build; all that is known before
the workers are started."""

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from campaign import library
from campaign.cell_record import time_text
from campaign.facts import first_line
from campaign.launch.paths import lost_paths
from campaign.launch.places import build
from campaign.planning.plan import Placement, Plan
from records.schema import SCHEMA
from records.write import text

if TYPE_CHECKING:
    from campaign.launch.paths import Path
    from campaign.planning.machine import Machine
    from campaign.planning.options import Options

Record = dict[str, Any]


def seats_of(placement: Placement) -> Record:
    return {"name": placement.name, "meaning": placement.meaning, "ranks": placement.ranks,
            "pus": list(placement.pus), "where": placement.where,
            "oversubscribed": placement.oversubscribed}


def implementations_of(plan: Plan, paths: "Sequence[Path]") -> list[Record]:
    """Those that are measured, in the order in which the paths offer them; costs are None where
    the implementation declares none."""
    measured = {id(one.offer) for group in plan.groups for one in group.candidates}
    return [{"path": path.label, "protocol": offer.protocol, "pattern": offer.pattern,
             "summary": offer.summary, "copies": offer.copies, "lines": offer.lines,
             "waits": offer.waits}
            for path in paths for offer in path.offers if id(offer) in measured]


def _launchers(paths: "Sequence[Path]") -> Record:
    return {path.label: {"command": list(map(text, path.launcher or ())),
                         "version": text(path.launcher_version)}
            for path in paths if path.launcher_version}


def campaign_record(options: "Options", machine: "Machine", clock: tuple[float, float], plan: Plan,
                    paths: "Sequence[Path]") -> Record:
    """`clock`: its step and the cost of a reading, ns."""
    system, built = os.uname(), build()
    record: Record = {"record": "campaign", "schema": SCHEMA,
                      "command": list(map(text, options.command))}
    if options.preset:
        record["preset"] = {"name": text(options.preset), "file": text(options.settings or "")}
    if lost := lost_paths(paths, options.paths):
        record["missing"] = {label: text(why) for label, why in lost.items()}
    return record | {
        "seed": options.seed, "method": options.method.name, "precision": options.precision,
        "launches": options.launches, "started": time_text(time.time()), "host": system.nodename,
        "kernel": f"{system.sysname} {system.release} {system.machine}", "cpu": machine.model,
        "governor": first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "transparent_hugepages": first_line("/sys/kernel/mm/transparent_hugepage/enabled"),
        "numa_balancing": first_line("/proc/sys/kernel/numa_balancing"),
        "machine": machine.summary, "topology_xml": machine.xml or "",
        "compiler": built["compiler"], "flags": built["flags"], "version": built["version"],
        "clock": dict(zip(("step_ns", "cost_ns"), clock, strict=True)),
        "topology": machine.topology, "placements": list(map(seats_of, plan.placements)),
        "implementations": implementations_of(plan, paths), "launchers": _launchers(paths),
        "vectors": library.vectors(),
    }
