# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a simulation, and their records."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from common.catalogue import CATALOGUE
from platforms import Model, Platform, PlatformError
from records import now
from smpi import Simulator

# Checked runs of each cell, once more after the timed one: with many ranks each run takes seconds.
CHECKS = 2
# Worley cuts no volume into more messages, which would take minutes.
MESSAGES_MOST = 1024
NOT_SIMULATED = {
    "shared": "load and store take no simulated time",
    "flush_spin": "SMPI charges each poll a time that no machine has",
}

Record = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """What the worker has: patterns by name, and the protocols of each."""

    patterns: dict[str, dict]
    protocols: dict[str, list[str]]

    def all_protocols(self) -> list[str]:
        """In the worker's order."""
        return list(dict.fromkeys(p for protocols in self.protocols.values() for p in protocols))


def offer_ask(simulator: Simulator, model: Model, host: str, ranks: int) -> Offer:
    """The worker's patterns, with their series for this many ranks, and implementations.

    PlatformError if SimGrid rejects the platform.
    """
    try:
        asked = list(simulator.run(model, (host,), ["--ranks", str(ranks), "--patterns"], []))
        listed = list(simulator.run(model, (host,), ["--list"], []))
    except RuntimeError as error:
        raise PlatformError(f"SimGrid rejects the platform: {error}") from None
    patterns = {line["name"]: line for line in asked}
    protocols: dict[str, list[str]] = {}
    for line in listed:
        if "pattern" in line and line["protocol"] not in NOT_SIMULATED:
            protocols.setdefault(line["pattern"], []).append(line["protocol"])
    return Offer(patterns, {name: protocols[name] for name in patterns if name in protocols})


def cell(pattern: str, protocol: str, size: int, checks: int, **more: object) -> dict:
    return {"pattern": pattern, "protocol": protocol, "bytes": size, "buffers": "rewrite",
            "repeats": 1, "samples": 1, "checks": checks, **more}


def cells_plan(
    offer: Offer, patterns: list[str], protocols: list[str], sizes: list[int],
    reductions: list[tuple[str, str]], ranks: int,
) -> Iterator[dict]:
    """The cells that were asked for, without sizes that a pattern cannot have or that cut a volume
    into too many messages. Reductions are operation and datatype."""
    for name in patterns:
        pattern = offer.patterns[name]
        unit = pattern["unit"]
        fitting = [size for size in sizes if size % unit == 0] if unit else [0]
        reduced = [dict(zip(("op", "datatype"), one)) for one in reductions if pattern["reduces"]]
        for protocol in offer.protocols[name]:
            if protocol not in protocols or ranks < pattern["min_ranks"]:
                continue
            for series in pattern["series"] or [None]:
                more = {"series": series} if series else {}
                for size in fitting:
                    messages = series // size if pattern["series_of"] == "volume" else 1
                    if 1 <= messages <= MESSAGES_MOST:
                        for one in reduced or [{}]:
                            yield cell(name, protocol, size, CHECKS, **more, **one)


def _record(
    cell: dict, measured: dict, pattern: dict, platform: Platform, kind: str, ranks: int
) -> Record:
    """The record of a cell from the worker's answer. It has one sample; the worker's view of the
    machine it ran on is left out."""
    if measured["valid"] and not 0 < measured["samples_us"][0] < math.inf:
        why = f"the simulated time is {measured['samples_us'][0]:g} us"
        measured = {"samples_us": [], "valid": False, "error": why}
    samples, valid = measured["samples_us"], measured["valid"]
    record: Record = {
        "record": "cell", "path": "mpi", "placement": platform.name, "memory": "local",
        "ranks": ranks,
        "mode": "isolated", "method": "batch", "repeats": 1, "samples_us": samples,
        "blocks": [1] * valid, "launches": [1] * valid, "launch_us": samples, "voided": 0,
        "valid": valid,
        "pus": [None] * ranks, "numa": [None] * ranks, "huge_bytes": [0] * ranks,
        "numa_temporary": None, "oversubscribed": False, "started": now(), "duration_s": 0,
        "stopped": "batch" if valid else "error", "warnings": [], "simulated": True, "model": kind,
    } | {name: cell[name] for name in CATALOGUE["cell_key"] if name in cell}
    if "series" in cell:
        record["series_of"] = pattern["series_of"]
    if not valid:
        return record | {"error": measured["error"]}
    return record | {
        "time_us": samples[0], "median_us": samples[0], "ci95_us": None,
        "rate_MBps": measured["rate_bytes"] / samples[0], "rate_formula": measured["rate_formula"],
    }


def cells_simulate(
    simulator: Simulator, platform: Platform, offer: Offer, cells: list[dict], ranks: int
) -> Iterator[Record]:
    """A record for each cell. If a cell ends the simulator, only that cell is lost."""
    for kind, model in platform.models().items():
        waiting = [one for one in cells if platform.kind_of(one["protocol"]) == kind]

        def record(one: dict, measured: dict) -> Record:
            return _record(one, measured, offer.patterns[one["pattern"]], platform, kind, ranks)

        while waiting:
            try:
                for measured in simulator.run(model, platform.seats[:ranks], [], waiting):
                    one, *waiting = waiting
                    yield record(one, measured)
            except RuntimeError as error:
                if not waiting:
                    break
                one, *waiting = waiting
                yield record(one, {"samples_us": [], "valid": False, "error": str(error)})
