# SPDX-License-Identifier: BSD-3-Clause
"""A simulated campaign: the engine that answers for its cells, and its records."""

import math
import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from statistics import median
from time import time
from typing import TYPE_CHECKING, Any

from comops.common.files import build
from comops.measure.block.groups import GroupState
from comops.measure.campaign_record import implementations_of
from comops.measure.cell_record import time_text
from comops.measure.planning.machine import Machine
from comops.measure.recording import Recorder
from comops.measure.schedule.schedule import plan_measure_exact
from comops.results.plan import Group, Plan, bundle_of
from comops.results.schema import SCHEMA
from comops.results.topology import placement_record
from comops.results.write import ResultsFile, line_of, text
from comops.statistics.cells import Cell
from comops.statistics.verdicts import Verdict
from comops_simulate.bands import VERDICTS, parameters_of
from comops_simulate.descriptions.description import Parameter
from comops_simulate.engines import Answer, SimulationEngine
from comops_simulate.plan import METHOD, PlacedOn, jobs_of
from comops_simulate.platforms import JUDGED, Platform
from comops_simulate.simulator import Running, Simulator
from comops_simulate.tuning import tunings_of

if TYPE_CHECKING:
    from comops.measure.reporter import Reporter


class Simulation:
    """comops.measure.block.engine.Engine of a plan, whose groups are asked for in order."""

    def __init__(self, simulator: Simulator, plan: Plan, machines: Sequence[PlacedOn]) -> None:
        self.engines = simulator.engines
        platforms = {placement: platform for platform, placement in machines}
        self.tunings = tunings_of(plan, platforms, simulator)
        wanted = jobs_of(plan, platforms, simulator, self.tunings)
        self._wanted = iter(wanted)
        self._running = Running(list(dict.fromkeys(job for job, _ in wanted)))

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        for cell in state.cells:
            job, told = next(self._wanted)
            _take(cell, self._running.answer(job, told),
                  job.engine.model(job.platform, told["protocol"]))

    def close(self) -> None:
        self._running.close()


def _take(cell: Cell, answer: Answer, model: str) -> None:
    """A cell's time is the median of its samples, which differ only where lines come in turns."""
    cell.members |= {"simulated": True, "model": model}
    time_us = median(answer["samples_us"] or [0])
    if not answer["valid"]:
        cell.error = answer["error"]
    elif not 0 < time_us < math.inf:
        cell.error = f"the simulated time is {time_us:g} us"
    else:
        cell.begin_block(0.0)
        cell.add_samples(answer["samples_us"])
        cell.levels, cell.grouped = (answer.get("groups", {}).get(name, 0)
                                     for name in ("levels", "ranks"))
        if "where" in answer:
            cell.members["where"] = answer["where"]


def merged(tables: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for table in tables for name, value in table.items()}


class SimulatedRecorder(Recorder):
    """Also compares each cell of the first machine with the same ones of the others, but those of
    different models only on machines that are `judged`. `show`: what gets each line as well."""

    def __init__(self, results: ResultsFile, reporter: "Reporter", runtimes: dict[str, str],
                 judged: Collection[str], show: Any = None) -> None:
        super().__init__(results, reporter, runtimes)
        self._judged, self._show = judged, show
        self._measured: list[tuple[Group, Sequence[Cell]]] = []

    def append(self, record: dict[str, Any]) -> None:
        super().append(record)
        if self._show:
            self._show(f"{line_of(record).decode()}\n")

    def group(self, group: Group, cells: Sequence[Cell]) -> None:
        super().group(group, cells)
        self._measured.append((group, cells))

    def records_of(self, group: Group, cells: Sequence[Cell]
                   ) -> tuple[list[dict[str, Any]], dict[str, Verdict]]:
        records, compared = super().records_of(group, cells)
        if group.placement.name not in self._judged:
            watched = {(cell.key["path"], cell.key["protocol"]) for cell in cells
                       if cell.members["model"] == "coherence"}
            records = [record for record in records if record["record"] == "cell" or len({
                (record[side]["path"], record[side]["protocol"]) in watched for side in "ab"}) == 1]
        return records, compared

    def table(self, cells: Sequence[Cell]) -> None:
        """Without fits and crossovers, which have intervals."""

    def compare_machines(self) -> None:
        name = self._measured[0][0].placement.name
        first = {(*bundle_of(group), group.bytes): cells
                 for group, cells in self._measured if group.placement.name == name}
        for group, cells in self._measured:
            known = first.get((*bundle_of(group), group.bytes))
            if known and group.placement.name != name:
                self.placed(known, cells)


def _platform_record(platform: Platform, engines: Sequence[SimulationEngine]) -> dict[str, Any]:
    there = [engine for engine in engines if not engine.absence(platform)]
    parameters = [*platform.parameters, *(parameter for engine in there
                                          for parameter in parameters_of(platform, engine.label))]
    if platform.kind in JUDGED:
        parameters.append(Parameter(VERDICTS, 1, "", JUDGED[platform.kind]))
    return {"name": platform.name, "description": platform.description,
            "parameters": list(map(asdict, parameters)),
            **merged(engine.facts(platform) for engine in there)}


def first_record(simulation: Simulation, plan: Plan, machines: Sequence[PlacedOn],
                 words: Sequence[str], placed: Machine | None) -> dict[str, Any]:
    """The command, the machines, the implementations; `placed`: on which placements are named."""
    platforms = list({id(platform): platform for platform, _ in machines}.values())
    system, built = os.uname(), build()
    engines = [engine for engine in simulation.engines
               if not all(map(engine.absence, platforms))]
    paths = list({id(candidate.path): candidate.path for group in plan.groups
                  for candidate in group.candidates}.values())
    return {
        "record": "campaign", "schema": SCHEMA, "version": built["version"],
        "command": ["comops", "simulate", *map(text, words)], "seed": 0,
        "started": time_text(time()), "host": system.nodename,
        "kernel": f"{system.sysname} {system.release} {system.machine}", "cpu": None,
        "machine": "; ".join(platform.description for platform in platforms),
        "governor": None, "transparent_hugepages": None, "numa_balancing": None,
        "topology_xml": platforms[0].topology_xml or "",
        "implementations": implementations_of(plan, paths),
        "compiler": built["compiler"], "flags": built["flags"],
        "clock": {"step_ns": 1, "cost_ns": 0},
        "runtimes": merged(engine.runtimes for engine in engines),
        "launchers": merged(engine.launchers for engine in engines), "simulated": True,
        "platforms": [_platform_record(platform, engines) for platform in platforms],
        "tuning": [tuned.record() for tuned in simulation.tunings.values()],
    } | ({"topology": placed.topology, "placements": list(map(placement_record, plan.placements))}
         if placed else {})


def simulate(simulation: Simulation, plan: Plan, recorder: SimulatedRecorder) -> None:
    """Simulates and records all cells, then what the machines have in common. Whatever ends it, no
    worker is left."""
    try:
        plan_measure_exact(plan, simulation, recorder, METHOD)
    finally:
        simulation.close()
    recorder.compare_machines()
    recorder.append(recorder.results.end_record())
