# SPDX-License-Identifier: BSD-3-Clause
"""The plan of a simulated campaign: that of `comops run` for each machine, which is a placement."""

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from comops.common.console import UsageError
from comops.measure.launch.paths import paths_find
from comops.measure.planning import names
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import Options
from comops.measure.planning.planner import Planner
from comops.measure.tuning import Tuned
from comops.results.methods import Method
from comops.results.plan import Absence, Candidate, Group, Pages, Pattern, Plan, key_of
from comops.results.plan import Path as RanksPath
from comops.results.topology import Placement
from comops_simulate.engines import Cell
from comops_simulate.machine_choice import placed_on
from comops_simulate.platforms import Platform, PlatformError
from comops_simulate.simulator import SAME_CODE, SimulationJob, Simulator

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
        self.known = paths_find()  # of this machine

    def candidates_of(self, pattern: Pattern) -> list[Candidate]:
        """XHC's variants only if they are named: `comops run` does not have them."""
        named = self.options.protocols or ()
        return [candidate for candidate in super().candidates_of(pattern)
                if (candidate.offer.protocol in named if candidate.offer.protocol in NAMED_ONLY else
                    self.all_protocols
                    or candidate.offer.protocol in names.DEFAULT_PROTOCOLS[candidate.path.label])]

    def refusal(self, group: Group) -> str | None:
        if group.pattern.series_of == "volume" and group.series > MESSAGES_MOST * group.bytes > 0:
            return f"it cuts a volume into more than {MESSAGES_MOST} messages"
        return self._refused(group) or super().refusal(group)

    def _refused(self, group: Group) -> str | None:
        """Leaves out what an engine cannot simulate; why, if nothing is left."""
        refused = [(candidate, self.simulator.engine_of(
            candidate.path.label, candidate.offer.protocol).refusal(group))
            for candidate in group.candidates]
        reasons = {f"{candidate.path.label}: {why}" for candidate, why in refused if why}
        group.candidates = [candidate for candidate, why in refused if not why]
        for said in sorted(reasons) if group.candidates else ():
            self.note(said)
        return None if group.candidates else "; ".join(sorted(reasons)) or None

    def paths_on(self, platform: Platform, ranks: int) -> list[RanksPath]:
        """What is simulated of so many ranks; what else `comops run` has is absent for a reason."""
        paths = {path.label: path for path in self.simulator.paths(platform, ranks)}
        for label, why in self.simulator.absences(platform, ranks).items():
            here = paths.setdefault(label, RanksPath(label))
            if names.selects_path(self.options, here):
                self.note(f"{label} on {platform.name} is left out: {why}")
            here.absences = [Absence(protocol, "*", why) for protocol in dict.fromkeys(
                offer.protocol for path in self.known if path.label == label
                for offer in path.offers) if protocol not in SAME_CODE]
        return list(paths.values())

    def placed(self, machine: Machine, platform: Platform, wanted: list[str],
               numbers: Sequence[int]) -> list[PlacedOn]:
        """A platform that is this machine, once for each placement that the machine offers so many
        ranks: the first cores are those of the ranks."""
        names.placements_check(wanted)
        self.machine, machines = machine, []
        for name, ranks in product(machine.placement_names(wanted), numbers):
            try:
                if placement := self.placement_of(name, ranks, True):
                    machines.append((placed_on(platform, machine.facts, placement), placement))
            except PlatformError as error:
                self.plan.placements.pop()
                self.note(f"placement {name} for {ranks} ranks: {error}")
        self.machine = _AnyMachine()
        return machines

    def make_on(self, machines: Sequence[PlacedOn]) -> Plan:
        """Where the ranks are on each machine. UsageError if there is nothing to simulate."""
        for platform, placement in machines:
            self.paths = self.paths_on(platform, placement.ranks)
            names.names_check(self.options, self.paths)
            notes, nothing = names.absences_explained(self.options, self.paths)
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


def jobs_of(plan: Plan, platforms: Mapping[Placement, Platform], simulator: Simulator,
            tunings: Mapping[Placement, Tuned]) -> list[tuple[SimulationJob, Cell]]:
    """Its cells in order, as a worker is told them, each with the job that has it: an engine's on
    one machine and number of ranks."""
    jobs: dict[tuple, SimulationJob] = {}
    cells = []
    for group in plan.groups:
        platform = platforms[group.placement]
        for candidate in group.candidates:
            engine = simulator.engine_of(candidate.path.label, candidate.offer.protocol)
            job = jobs.setdefault((engine, group.placement),
                                  SimulationJob(engine, platform, group.ranks))
            key = key_of(group, candidate, METHOD.name)
            cell: Cell = {name: key[name] for name in TOLD if name in key}
            if candidate.offer.protocol in SAME_CODE:
                cell |= tunings[group.placement].values
            job.cells.append(cell | {"repeats": 1, **engine.runs})
            cells.append((job, job.cells[-1]))
    return cells
