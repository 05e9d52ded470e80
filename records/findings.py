# SPDX-License-Identifier: BSD-3-Clause
"""What is found of cells: ratios of two, what they allow to be said, and the verdicts made of them;
fits of lines, and crossovers of two lines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from records.keys import CellKey, Interval

DECISIONS = FASTER, SLOWER, EQUIVALENT, UNDECIDED = "faster", "slower", "equivalent", "undecided"
REVERSED = {FASTER: SLOWER, SLOWER: FASTER}


class TwoModes(NamedTuple):
    """The ratios of launches around which the others lie; `share` of them around the higher one."""

    low: float
    high: float
    share: float

    def inverse(self) -> "TwoModes":
        return TwoModes(1 / self.high, 1 / self.low, 1 - self.share)


class Elsewhere(NamedTuple):
    """The rounds at other distances of the ranks than those of the results, and whether a ratio
    uses them because they agree."""

    rounds: int
    used: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells' ratio: time of `b` / time of `a`; above 1, `a` is faster.

    `decision` is that of `a`, one of DECISIONS; `ci90` is the interval for equivalence; `modes`
    where the launches have two.
    """

    a: CellKey
    b: CellKey
    ratio: float
    ci95: Interval | None
    decision: str = UNDECIDED
    ci90: Interval | None = None
    launches: int = 0
    modes: TwoModes | None = None

    def reversed(self) -> "Pair":
        """The same pair seen from the other side."""
        ci95, ci90 = (one and (1 / one[1], 1 / one[0]) for one in (self.ci95, self.ci90))
        decision = REVERSED.get(self.decision, self.decision)
        return Pair(self.b, self.a, 1 / self.ratio, ci95, decision, ci90, self.launches,
                    self.modes and self.modes.inverse())


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fastest of two sides, and the names and versions of their libraries."""

    pair: Pair
    libraries: tuple[str, ...]


class Here(NamedTuple):
    """On how many campaigns it rests, and the interval that holds the ratio of the next one."""

    campaigns: int
    ci95: Interval


@dataclass(frozen=True, slots=True)
class Pooled:
    """One ratio of all comparisons of these patterns under one setting, `key`: the same code in
    processes over threads."""

    key: CellKey
    patterns: tuple[str, ...]
    ratio: float
    ci95: Interval
    ci90: Interval
    decision: str


def group_of(key: CellKey) -> CellKey:
    """The key of all cells that differ from this one in path or protocol alone."""
    return key._replace(path="", protocol="")


def pair_of(record: dict[str, Any], key: Callable[[Any], CellKey]) -> Pair:
    ci95, ci90 = (tuple(record[name]) if record[name] else None for name in ("ci95", "ci90"))
    decision = record["decision"] if record["decision"] in DECISIONS else UNDECIDED
    return Pair(key(record["a"]), key(record["b"]), record["ratio"], ci95, decision, ci90,
                record["launches"], TwoModes(**modes) if (modes := record.get("modes")) else None)


def pooled_from(record: dict[str, Any]) -> Pooled:
    return Pooled(CellKey.of(record), tuple(record["patterns"]), record["ratio"],
                  tuple(record["ci95"]), tuple(record["ci90"]), record["decision"])


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
