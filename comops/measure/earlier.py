# SPDX-License-Identifier: BSD-3-Clause
"""The ratios of earlier campaigns of this machine and build under the same settings, a file for
each of these in $XDG_STATE_HOME/comops/campaigns. From the third campaign on they say what holds
here, and not only now (comops/statistics/intervals.py, next_interval)."""

import contextlib
import hashlib
import json
import math
import platform
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from comops.common.files import build, user_folder
from comops.measure import library
from comops.measure.environment import environment_read
from comops.measure.facts import first_line
from comops.measure.launch.places import Kept, program, program_hash
from comops.results.plan import Group
from comops.statistics.handovers import same_distance
from comops.statistics.intervals import next_interval
from comops.statistics.verdicts import Verdict

if TYPE_CHECKING:
    from comops.measure.planning.machine import Machine
    from comops.measure.planning.options import Options
    from comops.measure.reporter import Reporter

Record = dict[str, Any]
# A campaign has, by the name of what is compared, the ratio and the shortest and longest hand-over
# between the ranks, ns. Both are 0 if the ranks had several distances, or none was measured.
Ratios = dict[str, tuple[float, float, float]]

CAMPAIGNS_MOST, FILES_MOST = 20, 100  # that are kept; a file is of one machine, build and settings
DIGITS = 9
RATIO_MOST = 1e6  # of a ratio and its inverse; what is beyond was not measured
# Settings that are in no cell's key.
SETTINGS = "malloc", "tuning", "mpi", "openmp", "mpiexec"


def earlier_kept(options: "Options", machine: "Machine", runtimes: Mapping[str, str]) -> Kept:
    """Where the ratios of campaigns are that may be compared with those of this one."""
    key = {"version": build()["version"], "program": program_hash(program()),
           "host": platform.node(), "cpu": machine.model, "machine": machine.summary,
           "kernel": platform.release(), "vectors": library.vectors(),
           "governor": first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
           "pages": first_line("/sys/kernel/mm/transparent_hugepage/enabled"),
           "runtimes": dict(runtimes),
           "settings": {name: getattr(options, name) for name in SETTINGS},
           "environment": environment_read()}
    return Kept(user_folder("XDG_STATE_HOME", ".local/state", "campaigns"), key, FILES_MOST)


def _campaigns(kept: Kept) -> list[Ratios]:
    """The oldest first; none if the file is damaged."""
    with contextlib.suppress(TypeError, ValueError, AttributeError, OverflowError):
        return [{name: (float(ratio), float(low), float(high))
                 for name, (ratio, low, high) in campaign.items()
                 if 1 / RATIO_MOST <= ratio <= RATIO_MOST and math.isfinite(low + high)}
                for campaign in kept.read("campaigns") or ()]
    return []


class Earlier:
    """Earlier campaigns, and what this one adds to them."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._now: Ratios = {}
        self._ratios: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
        for campaign in _campaigns(kept):
            for name, ratio in campaign.items():
                self._ratios[name].append(ratio)

    def compared(self, group: Group, verdicts: Mapping[str, Verdict],
                 handover_ns: tuple[float, float] | None) -> dict[str, Record]:
        """Takes what is compared of a group, by name. What holds here of it: the number of
        campaigns at the same distance of the ranks, this one included, and the interval; nothing
        where they are too few."""
        records: dict[str, Record] = {}
        for name, verdict in verdicts.items():
            if not verdict.complete or verdict.ratio.ci95 is None:
                continue
            known = _name(group, name, verdict)
            ns = handover_ns or (0.0, 0.0)
            self._now[known] = round(verdict.ratio.value, DIGITS), *ns
            ratios = [ratio for ratio, *there in self._ratios[known]
                      if same_distance(there, ns)]
            ratios.append(verdict.ratio.value)
            if interval := next_interval(ratios):
                records[name] = {"campaigns": len(ratios), "ci95": interval}
        return records

    def keep(self, reporter: "Reporter") -> None:
        """For later campaigns. Another one may have ended meanwhile, so the file is read again."""
        if not self._now:
            return
        campaigns = [*_campaigns(self._kept), self._now][-CAMPAIGNS_MOST:]
        if why := self._kept.write("campaigns", campaigns):
            reporter.detail(f"the ratios cannot be stored for later campaigns: {why}")


def _name(group: Group, name: str, verdict: Verdict) -> str:
    """What is compared: the name of the comparison, the group, its hardware threads and pages,
    how it is timed, and the implementations among which the fastest is chosen."""
    a, _ = verdict.cells
    assert a
    key = {member: value for member, value in a.key.items() if member not in ("path", "protocol")}
    cells = sorted(f"{candidate.path.label}/{candidate.offer.protocol}"
                   for candidate in group.candidates)
    text = json.dumps([name, key, group.placement.pus, group.pages.nodes, cells])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
