# SPDX-License-Identifier: BSD-3-Clause
"""Which cells there are, and their records as the simulation brings them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from platforms import Model, Platform, PlatformError
from smpi import Simulator

# Checked runs of each cell, once more after the timed one: with many ranks each run takes seconds.
CHECKS = 2
# A volume cut into more messages is no experiment of Worley's, and would take minutes.
MESSAGES_MOST = 1024
OPERATIONS, DATATYPES = ["max", "sum"], ["double", "float", "int64"]
NOT_SIMULATED = {
    "shared": "load and store take no simulated time",
    "flush_spin": "each poll is charged a time that is no machine's",
}

Record = dict[str, object]


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

    PlatformError if SimGrid does not take the platform.
    """
    try:
        asked = list(simulator.run(model, (host,), ["--ranks", str(ranks), "--patterns"], []))
        listed = list(simulator.run(model, (host,), ["--list"], []))
    except RuntimeError as error:
        raise PlatformError(f"SimGrid refuses the platform: {error}") from None
    patterns = {line["name"]: line for line in asked}
    protocols: dict[str, list[str]] = {}
    for line in listed:
        if "pattern" in line and line["protocol"] not in NOT_SIMULATED:
            protocols.setdefault(line["pattern"], []).append(line["protocol"])
    return Offer(patterns, {name: protocols[name] for name in patterns if name in protocols})


def cell(pattern: str, protocol: str, size: int, series: int, checks: int) -> dict:
    """A cell as the worker reads it."""
    return {"pattern": pattern, "protocol": protocol, "bytes": size, "series": series,
            "buffers": "rewrite", "repeats": 1, "samples": 1, "checks": checks}  # fmt: skip


def cells_plan(
    offer: Offer,
    patterns: list[str],
    protocols: list[str],
    sizes: list[int],
    combinings: list[tuple[str, str]],
    ranks: int,
) -> Iterator[dict]:
    """The cells that were asked for; sizes that a pattern cannot have are left out, and those
    of which a volume would be too many messages. Combinings, operations and datatypes, are for
    patterns that reduce."""
    for name in patterns:
        pattern = offer.patterns[name]
        unit = pattern["unit"]
        fitting = [size for size in sizes if size % unit == 0] if unit else [0]
        combined = [{"op": op, "datatype": datatype} for op, datatype in combinings]
        for protocol in offer.protocols[name]:
            if protocol not in protocols or ranks < pattern["min_ranks"]:
                continue
            for series in pattern["series"] or [0]:
                for size in fitting:
                    messages = series // size if pattern["series_of"] == "volume" else 1
                    if not 1 <= messages <= MESSAGES_MOST:
                        continue
                    for one in combined if pattern["reduces"] else [{}]:
                        yield cell(name, protocol, size, series, CHECKS) | one


def _record(
    cell: dict, measured: dict, pattern: dict, platform: Platform, kind: str, ranks: int, started: str
) -> Record:
    """The record of a cell from what the worker measured. It has one sample; what the worker saw
    of the machine it ran on is left out."""
    samples, valid = measured["samples_us"], measured["valid"]
    key = ("pattern", "protocol", "bytes", "buffers", "op", "datatype")
    record: Record = {
        "record": "cell", "path": "mpi", "placement": platform.name, "memory": "local", "ranks": ranks,
        "mode": "isolated", "method": "batch", "repeats": 1, "samples_us": samples,
        "blocks": [1] * valid, "launches": [1] * valid, "launch_us": samples, "voided": 0, "valid": valid,
        "pus": [None] * ranks, "numa": [None] * ranks, "huge_bytes": [0] * ranks,
        "numa_temporary": None, "oversubscribed": False, "started": started, "duration_s": 0,
        "stopped": "batch" if valid else "error", "warnings": [], "simulated": True, "model": kind,
    } | {name: cell[name] for name in key if name in cell}  # fmt: skip
    if cell["series"]:
        record |= {"series_of": pattern["series_of"], "series": cell["series"]}
    if not valid:
        return record | {"error": measured["error"]}
    return record | {
        "time_us": samples[0], "median_us": samples[0], "ci95_us": None,
        "rate_MBps": measured["rate_bytes"] / samples[0], "rate_formula": measured["rate_formula"],
    }  # fmt: skip


def cells_simulate(
    simulator: Simulator,
    platform: Platform,
    offer: Offer,
    cells: list[dict],
    ranks: int,
    now: Callable[[], str],
) -> Iterator[Record]:
    """A record for each cell. A cell that ends the simulator costs itself alone."""
    hosts = platform.seats[:ranks]
    for kind, model in platform.models().items():
        waiting = [one for one in cells if platform.kind_of(one["protocol"]) == kind]

        def record(one: dict, measured: dict) -> Record:
            pattern = offer.patterns[one["pattern"]]
            return _record(one, measured, pattern, platform, kind, ranks, now())

        while waiting:
            try:
                for measured in simulator.run(model, hosts, [], waiting):
                    one, *waiting = waiting
                    yield record(one, measured)
            except RuntimeError as error:
                if not waiting:
                    break
                one, *waiting = waiting
                yield record(one, {"samples_us": [], "valid": False, "error": str(error)})
