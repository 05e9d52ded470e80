# SPDX-License-Identifier: BSD-3-Clause
"""Fleets made from the cells of a real campaign, with noise, strata and planted faults.

support/campaign.jsonl has the key, time and interval of each cell of a default campaign of `comops
run` (Intel Xeon virtual machine, 2 cores, 2026-11-22).
"""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import folders
from comops_fleet.check.facts import GIB
from comops_fleet.check.sweep import INVALID, LOST, VALID, SweepTimes

CAMPAIGN = Path(__file__).parent / "support/campaign.jsonl"
# Processor, bytes of memory, the factor of its times, and the share of the fleet.
STRATA = (("AMD EPYC 9654", 768 * GIB, 1.0, 0.6), ("Intel Xeon 8480+", 512 * GIB, 1.3, 0.3),
          ("AMD EPYC 9654", 1536 * GIB, 1.02, 0.1))
STARTED = datetime(2026, 11, 22, 3, tzinfo=UTC)


@dataclass(frozen=True)
class Noise:
    """Standard deviations of logarithms, and the degrees of freedom of Student's t.

    `node` is what a node's cells share, `pattern` what those of a pattern share; a cell has the
    half-width of its real interval besides, times `cell`. Infinite `freedom` is normal.
    """

    node: float = 0.004
    pattern: float = 0.002
    cell: float = 1.0
    freedom: float = float("inf")
    node_freedom: float = float("inf")


NORMAL, HEAVY = Noise(), Noise(freedom=3)
HEAVY_NODES = Noise(freedom=3, node_freedom=4)


@cache
def measured() -> list[dict[str, Any]]:
    return list(map(json.loads, CAMPAIGN.read_text(encoding="utf-8").splitlines()))


def names(nodes: int) -> list[str]:
    width = len(str(nodes))
    return [f"n{at:0{width}}" for at in range(1, nodes + 1)]


def draw(chance: np.random.Generator, freedom: float, *shape: int) -> np.ndarray:
    """Normal values, or Student's t scaled to the same quartiles."""
    if np.isinf(freedom):
        return chance.standard_normal(shape)
    quartiles = {3: 0.7649, 4: 0.7407, 5: 0.7267}
    return chance.standard_t(freedom, shape) * (0.6745 / quartiles[int(freedom)])


def facts(stratum: tuple[str, int, float, float], name: str, chance: np.random.Generator) -> dict:
    """The facts of a node as a campaign record has them; some differ on every node."""
    processor, memory, _, _ = stratum
    return {
        "cpu": processor,
        "memory_bytes": memory - int(chance.integers(0, 64)) * 2**20,
        "bios_version": "2.4.1",
        "microcode": "0xa101148",
        "kernel": "6.1.0-32-amd64",
        "kernel_command_line": f"root=UUID={chance.integers(2**60):x} ro quiet",
        "governor": "performance",
        "smt": "off",
        "numa_balancing": 0,
        "mpi_library_sha256": "5c0f" * 16,
        "node_name": name,
        "host_name": name,
        "temperature_max": float(np.round(chance.normal(61, 4), 1)),
        "throttle_count": 0,
    }


@dataclass
class Fleet:
    """A sweep and what was planted in it: by kind the positions of its nodes."""

    sweep: SweepTimes
    planted: dict[str, list[int]] = field(default_factory=dict)

    @property
    def good(self) -> set[int]:
        return set(range(len(self.sweep.nodes))) - {
            node for nodes in self.planted.values() for node in nodes}

    def slow(self, node: int, shift: float, **cells: Any) -> None:
        """All cells of a node, or those with these members of the key, slower by `shift`."""
        chosen = [all(key[name] == value for name, value in cells.items())
                  for key in self.sweep.cells]
        self.sweep.times[node, chosen] *= 1 + shift
        self.plant("slow in a family" if cells else "slow", node)

    def noisy(self, node: int, spread: float, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        self.sweep.times[node] *= np.exp(spread * chance.standard_normal(len(self.sweep.cells)))
        self.plant("noisy", node)

    def misconfigured(self, node: int, **changes: Any) -> None:
        self.sweep.facts[node] |= changes
        self.plant("misconfigured", node)

    def broken(self, node: int, *cells: int) -> None:
        self.sweep.times[node, list(cells)] = np.nan
        self.sweep.valid[node, list(cells)] = INVALID
        self.plant("broken", node)

    def plant(self, kind: str, node: int) -> None:
        self.planted.setdefault(kind, []).append(node)


def fleet(
    nodes: int,
    cells: int = 250,
    *,
    seed: int = 1,
    noise: Noise = NORMAL,
    strata: tuple[tuple[str, int, float, float], ...] = STRATA,
    missing: float = 0.05,
) -> Fleet:
    """A fleet of good nodes; of each a share of the cells is missing."""
    chance = np.random.default_rng(seed)
    every = measured()
    kept = [every[at * len(every) // cells] for at in range(cells)]
    keys = [{name: cell[name] for name in folders.KEY} for cell in kept]
    times = np.array([cell["time_us"] for cell in kept])
    spread = np.array([(cell["ci95_us"][1] - cell["ci95_us"][0]) / 4 for cell in kept]) / times
    member = np.repeat(np.arange(len(strata)), [round(stratum[3] * nodes) for stratum in strata])
    member = np.resize(member, nodes)
    logs = np.log(times) + np.log([strata[at][2] for at in member])[:, None]
    logs = logs + noise.node * draw(chance, noise.node_freedom, nodes, 1)
    patterns = [key["pattern"] for key in keys]
    for pattern in dict.fromkeys(patterns):
        chosen = np.array([other == pattern for other in patterns])
        logs[:, chosen] += noise.pattern * draw(chance, noise.node_freedom, nodes, 1)
    logs += noise.cell * spread * draw(chance, noise.freedom, nodes, cells)
    gone = chance.random(logs.shape) < missing
    called = names(nodes)
    return Fleet(SweepTimes(
        nodes=called,
        cells=keys,
        times=np.where(gone, np.nan, np.exp(logs)),
        valid=np.where(gone, LOST, VALID).astype(np.uint8),
        facts=[facts(strata[at], name, chance) for at, name in zip(member, called, strict=True)],
        started=[(STARTED + timedelta(seconds=30 * at)).isoformat() for at in range(nodes)],
        errors=[""] * nodes,
        plan={"schema": "comops-fleet/1", "created": STARTED.isoformat(), "engine": "slurm",
              "partition": None, "nodes": called, "options": ["--budget", "5m"], "seed": 1,
              "program": "0" * 64, "window": 16, "wait": None},
    ))


def node_text(sweep: SweepTimes, node: int) -> str:
    """The results file of one node; a lost cell has no record."""
    facts = sweep.facts[node]
    head = folders.campaign(sweep.nodes[node], sweep.started[node], **facts) | {"cpu": facts["cpu"]}
    cells = [folders.cell(None if np.isnan(time) else float(time), **key)
             for key, time, valid in zip(sweep.cells, sweep.times[node], sweep.valid[node],
                                         strict=True) if valid != LOST]
    return "".join(map(folders.line, [head, *cells]))


def sweep_write(folder: Path, sweep: SweepTimes) -> Path:
    """A sweep as `comops fleet run` leaves it."""
    texts = {name: node_text(sweep, at) for at, name in enumerate(sweep.nodes)}
    return folders.sweep_write(folder, texts, **sweep.plan)
