# SPDX-License-Identifier: BSD-3-Clause
"""Fits of lines, and crossovers of two lines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from records.keys import CellKey

OpenInterval = tuple[float | None, float | None]  # None: unbounded

MODELS = {
    "hockney": "Hockney, least squares",
    "hockney-robust": "Hockney, robust",
    "piecewise": "piecewise",
}
PARAMETERS = ("latency_us", "bandwidth_MBps", "half_bytes")


class Parameter(NamedTuple):
    """A fitted value and its 95 % interval."""

    value: float
    ci95: OpenInterval


class Segment(NamedTuple):
    """time = latency + bytes / bandwidth, from one size to another; bandwidth 0: time is flat."""

    first: int
    last: int
    latency_us: float
    bandwidth_MBps: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A model of a line: Hockney's with its parameters, or several segments.

    `deviation` is the root mean square of the relative deviations over all sizes.
    """

    line: CellKey
    model: str
    deviation: float
    parameters: dict[str, Parameter]
    segments: tuple[Segment, ...]

    @property
    def possible(self) -> bool:
        """Whether a message could take so long: neither latency nor half-performance length is
        negative, and the bandwidth is positive. Otherwise the line is none of this model's."""
        values = {name: one.value for name, one in self.parameters.items()}
        return values.get("bandwidth_MBps", 1.0) > 0 and min(values.values(), default=0) >= 0


@dataclass(frozen=True, slots=True)
class Crossover:
    """The size at which two lines are equally fast; `below` is the faster for smaller sizes."""

    a: CellKey
    b: CellKey
    bytes: float
    ci95: OpenInterval
    below: str

    @property
    def between_paths(self) -> bool:
        """Whether it is a crossover of two paths, and not of two protocols of one path."""
        return self.a.path != self.b.path

    @property
    def small(self) -> CellKey:
        return self.a if self.below == "a" else self.b

    @property
    def large(self) -> CellKey:
        return self.b if self.below == "a" else self.a


def fit_of(record: dict[str, Any], line: CellKey) -> Fit:
    parameters = {name: Parameter(record[name]["value"], tuple(record[name]["ci95"]))
                  for name in PARAMETERS if name in record}
    segments = tuple(
        Segment(one["from"], one["to"], one["latency_us"], one["bandwidth_MBps"] or 0.0)
        for one in record.get("segments", ()))
    return Fit(line, record["model"], record["deviation"], parameters, segments)


def crossover_of(record: dict[str, Any], line: Callable[[Any], CellKey]) -> Crossover:
    if record["below"] not in ("a", "b"):
        raise ValueError("below is neither a nor b")
    return Crossover(line(record["a"]), line(record["b"]), record["bytes"], tuple(record["ci95"]),
                     record["below"])
