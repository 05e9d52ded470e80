# SPDX-License-Identifier: BSD-3-Clause
"""The plan of a simulated campaign: that of `comops run` for each machine, which is a placement."""

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

from comops.common.console import UsageError
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import (DEFAULT_PROTOCOLS, absences_explained, names_check,
                                           placements_check)
from comops.measure.planning.options import Options
from comops.measure.planning.planner import Planner
from comops.results.methods import Method
from comops.results.plan import Candidate, Group, Pages, Pattern, Plan, key_of
from comops.results.topology import Placement
from comops_simulate.engines import Cell
from comops_simulate.machine_choice import placed_on
from comops_simulate.platforms import Platform, PlatformError
from comops_simulate.simulator import SimulationJob, Simulator

METHOD = Method("batch", "", buffers="rewrite", consume="timed")
MESSAGES_MOST = 1024  # into which a volume is cut; more would take minutes
PlacedOn = tuple[Platform, Placement]  # a machine, and where the ranks are on it
LOCAL = Pages("local", (), bound=False)
# What a worker is told of a cell.
TOLD = ("pattern", "path", "protocol", "bytes", "buffers", "consume", "series", "op", "datatype")
# Variants of XHC's flat broadcast (xhc/broadcast.c), which only simulated machines have.
NAMED_ONLY = frozenset(("flat", "dual", "wait", "clwb", "opt4"))


class _InOrder:
    """Simulated times do not depend on the order of the cells."""

    def shuffle(self, values: list[Any]) -> None:
        values.sort()


class _AnyMachine:
    largest_cache = 1  # each is simulated with caches


class SimulatedPlanner(Planner):
    """Tables of a machine and a number of ranks are adjacent. `all_protocols`: not only those that
    `comops run` measures by default."""

    def __init__(self, options: Options, simulator: Simulator, all_protocols: bool) -> None:
        super().__init__(options, _AnyMachine(), [])
        self.simulator, self.all_protocols = simulator, all_protocols
        self.random, self.memory = _InOrder(), math.inf

    def candidates_of(self, pattern: Pattern) -> list[Candidate]:
        """XHC's variants only if they are named: `comops run` does not have them."""
        named = self.options.protocols or ()
        return [candidate for candidate in super().candidates_of(pattern)
                if (candidate.offer.protocol in named if candidate.offer.protocol in NAMED_ONLY else
                    self.all_protocols
                    or candidate.offer.protocol in DEFAULT_PROTOCOLS[candidate.path.label])]

    def refusal(self, group: Group) -> str | None:
        if group.pattern.series_of == "volume" and group.series > MESSAGES_MOST * group.bytes > 0:
            return f"it cuts a volume into more than {MESSAGES_MOST} messages"
        return self.simulator.engine.refusal(group) or super().refusal(group)

    def placed(self, machine: Machine, platform: Platform, names: list[str],
               numbers: Sequence[int]) -> list[PlacedOn]:
        """A platform that is this machine, once for each placement that the machine offers so many
        ranks: the first cores are those of the ranks."""
        placements_check(names)
        self.machine, found = machine, []
        for name, ranks in product(machine.placement_names(names), numbers):
            try:
                if placement := self.placement_of(name, ranks, True):
                    found.append((placed_on(platform, machine.facts, placement), placement))
            except PlatformError as error:
                self.plan.placements.pop()
                self.note(f"placement {name} for {ranks} ranks: {error}")
        self.machine = _AnyMachine()
        return found

    def make_on(self, machines: Sequence[PlacedOn]) -> Plan:
        """Where the ranks are on each machine. UsageError if there is nothing to simulate."""
        for platform, placement in machines:
            self.paths = self.simulator.paths(platform)
            names_check(self.options, self.paths)
            notes, nothing = absences_explained(self.options, self.paths)
            self.plan.notes += [note for note in notes if note not in self.plan.notes]
            if not nothing:
                self.add_tables(placement, LOCAL, None)
        if not self.plan.groups:
            why = "; ".join(self.plan.notes) or "nothing implements these patterns"
            raise UsageError(f"nothing to simulate: {why}")
        return self.plan


def anywhere(platform: Platform, numbers: Sequence[int]) -> list[PlacedOn]:
    """A platform whose ranks fill its cores in order, for some numbers of ranks."""
    return [(platform, Placement(platform.name, ranks, (), "simulated", platform.description))
            for ranks in numbers]


def jobs_of(plan: Plan, machines: Sequence[PlacedOn], runs: dict[str, int]) -> list[SimulationJob]:
    """Its cells, as a worker is told them, by machine and number of ranks."""
    platform_of = {(one.name, one.ranks): platform for platform, one in machines}
    jobs: list[SimulationJob] = []
    for group in plan.groups:
        platform = platform_of[group.placement.name, group.ranks]
        if not jobs or (jobs[-1].platform, jobs[-1].ranks) != (platform, group.ranks):
            jobs.append(SimulationJob(platform, group.ranks, []))
        for candidate in group.candidates:
            key = key_of(group, candidate, METHOD.name)
            cell: Cell = {name: key[name] for name in TOLD if name in key}
            jobs[-1].cells.append(cell | {"repeats": 1, **runs})
    return jobs
