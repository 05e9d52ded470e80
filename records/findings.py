# SPDX-License-Identifier: BSD-3-Clause
"""Fits of lines, and crossovers of two lines.

A line is the cells of one implementation and setting over all sizes; its key is that of a cell
without bytes (0) and mode ("").
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from records.fields import MOST, CellKey, count, ends, number, text

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
    deviation: float | None
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


def signed(value: object, name: str) -> float:
    """A finite number; ValueError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
        raise ValueError(f"{name} is not a finite number")
    return float(value)


def open_interval(record: dict[str, Any], name: str) -> OpenInterval:
    """[low, high], each null where it is open; ValueError otherwise."""
    low, high = ends(record, name) or (None, None)
    return tuple(None if end is None else signed(end, name) for end in (low, high))


def parameter_of(record: object, name: str) -> Parameter:
    """{"value": …, "ci95": …}; ValueError otherwise."""
    if not isinstance(record, dict):
        raise ValueError(f"{name} is not an object")
    return Parameter(signed(record.get("value"), name), open_interval(record, "ci95"))


def segment_of(record: object) -> Segment:
    if not isinstance(record, dict):
        raise ValueError("a segment is not an object")
    rate = number(record, "bandwidth_MBps") if record.get("bandwidth_MBps") is not None else 0.0
    latency = signed(record.get("latency_us"), "latency_us")
    return Segment(count(record, "from"), count(record, "to"), latency, rate)


def fit_of(record: dict[str, Any], line: CellKey) -> Fit:
    segments = record.get("segments") or []
    if not isinstance(segments, list):
        raise ValueError("segments is not a list")
    parameters = {
        name: parameter_of(record[name], name)
        for name in PARAMETERS
        if record.get(name) is not None
    }
    off = number(record, "deviation") if record.get("deviation") is not None else None
    return Fit(line, text(record, "model"), off, parameters, tuple(map(segment_of, segments)))


def crossover_of(record: dict[str, Any], line: Callable[[object], CellKey]) -> Crossover:
    below = text(record, "below")
    size = number(record, "bytes")
    if below not in ("a", "b") or size == 0:
        raise ValueError("below is neither a nor b, or bytes is 0")
    a, b = line(record.get("a")), line(record.get("b"))
    return Crossover(a, b, size, open_interval(record, "ci95"), below)
