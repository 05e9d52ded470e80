# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a simulation, in the order in which they are simulated."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from common.catalogue import CATALOGUE, DEFAULT_PROTOCOLS
from simulate.engines.engine import Offer
from simulate.engines.workers import Cell

# Worley cuts no volume into more messages, which would take minutes.
MESSAGES_MOST = 1024

Reduction = dict[str, str]


@dataclass(frozen=True)
class Selection:
    """The request; None: what `comops run` measures by default. `reductions`: op, type.
    `runs`: `samples` and `checks` of a cell; what is missing, the worker decides."""

    paths: list[str] | None
    patterns: list[str]
    protocols: list[str] | None
    sizes: list[int]
    reductions: list[Reduction]
    consume: str
    buffers: str
    runs: dict[str, int]

    def takes(self, implementation: dict[str, Any], by_default: bool) -> bool:
        """`by_default`: no pattern was named."""
        path, protocol = implementation["path"], implementation["protocol"]
        if self.paths is not None and path not in self.paths:
            return False
        if self.protocols is not None:
            return protocol in self.protocols
        return not by_default or protocol in DEFAULT_PROTOCOLS.get(path, [protocol])


def reductions_of(operations: list[str], datatypes: list[str]) -> list[Reduction]:
    return [dict(zip(("op", "datatype"), one)) for one in product(operations, datatypes)]


REDUCTION = reductions_of(CATALOGUE["operations"][:1], CATALOGUE["datatypes"][:1])


def cell(pattern: str, path: str, protocol: str, size: int, **more: object) -> Cell:
    return {"pattern": pattern, "path": path, "protocol": protocol, "bytes": size,
            "buffers": "rewrite", "repeats": 1, **more}


def consumption_of(pattern: dict[str, Any], asked: str) -> str:
    """As `comops run` decides: without data there is nothing to use, and a run that ends before
    its receiver knows cannot contain it."""
    if not pattern["unit"]:
        return "no"
    return "between" if pattern.get("passive") and asked == "timed" else asked


def places(pattern: dict[str, Any], chosen: Selection) -> Iterator[tuple[int, dict[str, Any]]]:
    """The sizes of a pattern, without those that it cannot have or that cut a volume into too many
    messages; each with series and reduction."""
    unit = pattern["unit"]
    fitting = [size for size in chosen.sizes if size % unit == 0] if unit else [0]
    for series in pattern["series"] or [None]:
        more = {} if series is None else {"series": series}
        for size in fitting:
            messages = series // size if pattern["series_of"] == "volume" else 1
            if 1 <= messages <= MESSAGES_MOST:
                for reduction in chosen.reductions if pattern["reduces"] else [{}]:
                    yield size, more | reduction


def cells_plan(offer: Offer, chosen: Selection, ranks: int, by_default: bool) -> Iterator[Cell]:
    """The requested cells; those that differ only in path or protocol are neighbours."""
    for name in chosen.patterns:
        pattern = offer.patterns[name]
        if ranks < pattern["min_ranks"]:
            continue
        mine = [one for one in offer.implementations
                if one["pattern"] == name and chosen.takes(one, by_default)]
        consume = consumption_of(pattern, chosen.consume)
        for size, more in places(pattern, chosen):
            for one in mine:
                yield cell(name, one["path"], one["protocol"], size, consume=consume,
                           buffers=chosen.buffers, **chosen.runs, **more)
