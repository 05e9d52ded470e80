# SPDX-License-Identifier: BSD-3-Clause
"""What is found of cells: ratios of two, what they allow to be said, and the verdicts made of them;
fits of lines, and crossovers of two lines."""

from dataclasses import replace
from typing import Annotated, NamedTuple, Self

from comops.results.cell import Spread
from comops.results.declared import Declared, Plain, Some, has, inline, may, record
from comops.results.keys import (GROUP_MEMBERS, LINE_MEMBERS, SETTING_MEMBERS, TOGETHER, ACell,
                                 ALine, CellKey, line_key)
from comops.results.types import (FLAG, PLAIN, TEXT, either, formed, interval_of, list_of, number,
                                  object_of, or_null, whole, words)

DECISIONS = FASTER, SLOWER, EQUIVALENT, UNDECIDED = "faster", "slower", "equivalent", "undecided"
REVERSED = {FASTER: SLOWER, SLOWER: FASTER}

Decision = Annotated[str, formed(words(*DECISIONS), lambda word: (
    word if word in DECISIONS else UNDECIDED))]
Positive = Annotated[float, number("", exclusiveMinimum=0)]
RatioInterval = Annotated[tuple[float, float], interval_of(number("", exclusiveMinimum=0))]
OpenInterval = Annotated[tuple[float | None, float | None],  # None: unbounded
                         interval_of(or_null(PLAIN))]


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


ELSEWHERE = formed(object_of({"rounds": whole(least=1), "used": FLAG}),
                   lambda elsewhere: Elsewhere(**elsewhere))
MODES = formed(object_of({"low high": number("", exclusiveMinimum=0),
                          "share": number("", minimum=0)}), lambda modes: TwoModes(**modes))


@record("placement_ratio")
class PlacementRatio(Declared):
    """Two cells' ratio: time of `b` / time of `a`."""

    a: ACell = has("the keys of two cells")
    b: ACell = has("the keys of two cells")
    ratio: Positive = has(
        "the time of b over that of a (above 1: a is faster): the pseudomedian of the launches "
        "that both have, of each its median over rounds")
    ci95: RatioInterval | None = has("its interval")
    ci90: RatioInterval | None = has("the interval for equivalence")
    decision: Decision = has("the verdict on a; `equivalent` is within 5 %")
    launches: Some = has("the number of launches that both have")
    modes: Annotated[TwoModes, MODES] | None = may(
        "where the ratios of the launches have two modes: both, and the `share` of the launches "
        "around the higher one")
    oversubscribed: bool = has("whether either cell is")

    @property
    def faster(self) -> CellKey | None:
        """The faster side, if it was decided."""
        return {FASTER: self.a, SLOWER: self.b}.get(self.decision)

    def reversed(self) -> Self:
        """The same seen from the other side."""
        ci95, ci90 = (ends and (1 / ends[1], 1 / ends[0]) for ends in (self.ci95, self.ci90))
        return replace(self, a=self.b, b=self.a, ratio=1 / self.ratio, ci95=ci95, ci90=ci90,
                       decision=REVERSED.get(self.decision, self.decision),
                       modes=self.modes and self.modes.inverse())


@record("pair")
class PairRecord(PlacementRatio):
    rounds: Some = has("the number of blocks that both have")
    elsewhere: Annotated[Elsewhere, ELSEWHERE] | None = may(
        "how many `rounds` had another distance between the ranks than those of the results, and "
        "whether the ratio uses them because they agree; `rounds` of the pair counts them then")
    spread: Spread | None = may("that of the blocks' ratios, as in a cell")


@record("verdict")
class VerdictRecord(PairRecord):
    """The fastest of two sides, and the names and versions of their libraries."""

    verdict: str = has(
        "`paper`, `best`, `same-code`; `ours`: the code `direct` against what OpenMP and MPI have "
        "themselves; `threads`, `mpi`: a path's first library against the others, by their fastest "
        "protocols; `mpi/sendrecv`: the same, one implementation")
    libraries: Annotated[list[str], list_of(TEXT, 2)] = has(
        "name and version of the libraries of `a` and `b`, from `runtimes`")


@record("pooled", TOGETHER)
class PooledRecord(Declared):
    """One ratio of all comparisons of these patterns under one setting, `key`."""

    key: CellKey = inline(SETTING_MEMBERS)
    patterns: Annotated[tuple[str, ...], formed(
        list_of(TEXT, minItems=1), tuple)] = has()
    ratio: Positive = has("the geometric mean of the comparisons' ratios, those of the same code: "
                          "processes over threads")
    ci95: RatioInterval = has("its interval")
    ci90: RatioInterval = has("the interval for equivalence")
    decision: Decision = has("the verdict on threads")
    comparisons: Some = has("how many sizes of these patterns have six launches or more")
    launches: Some = has("the most launches of one of them")


@record()
class Here(Declared):
    """On how many campaigns it rests, and the interval that holds the ratio of the next one."""

    campaigns: Annotated[int, whole(least=3)] = has()
    ci95: RatioInterval = has()


@record("here", TOGETHER)
class HereRecord(Declared):
    key: CellKey = inline(GROUP_MEMBERS)
    compared: dict[str, Here] = has(
        "what is compared -> on how many `campaigns` it rests, this one included, and the interval "
        "`ci95` that holds the ratio of the next one; the names are those of verdicts")


def group_of(key: CellKey) -> CellKey:
    """The key of all cells that differ from this one in path or protocol alone."""
    return key._replace(path="", protocol="")


def both_modes_of(key: CellKey) -> CellKey:
    """The key of a group with the cells of both modes, as the records `rounds` and `here` have
    it."""
    return group_of(key)._replace(mode="")


MODELS = {
    "hockney": "Hockney, least squares",
    "hockney-robust": "Hockney, robust",
    "piecewise": "piecewise",
}
HOCKNEY = "latency_us", "bandwidth_MBps", "half_bytes"
PIECEWISE = "bic", "continuous", "segments", "breakpoints"
NOT_PIECEWISE = ("not of `piecewise`: `value` and `ci95`, whose ends are null if the data do not "
                 "bound them. The latency of `hockney` can be negative; `half_bytes` is n½")


@record()
class FittedValue(Declared):
    """A fitted value and its 95 % interval."""

    value: Plain = has()
    ci95: OpenInterval = has()


class Segment(NamedTuple):
    """time = latency + bytes / bandwidth, from one size to another; bandwidth 0: time is flat."""

    first: int
    last: int
    latency_us: float
    bandwidth_MBps: float


SEGMENT = formed(object_of({
    "from to": (whole("bytes"), "first and last measured size"),
    "latency_us": (number("us"), "the line at 0 bytes"),
    "bandwidth_MBps": (or_null(number("MB/s")), "null: time does not increase with size"),
}), lambda segment: Segment(segment["from"], segment["to"], segment["latency_us"],
                          segment["bandwidth_MBps"] or 0.0))


@record()
class Breakpoint(Declared):
    between: Annotated[list[int], list_of(whole("bytes"), 2)] = has(
        "the neighbouring measured sizes")
    bytes: Plain | None = has("where the lines meet; null if they jump")


@record("fit", TOGETHER, **either("model", "piecewise", PIECEWISE, HOCKNEY))
class FitRecord(Declared):
    """A model of a line: Hockney's with its parameters, or several segments."""

    line: CellKey = inline(LINE_MEMBERS, line_key)
    model: Annotated[str, words(*MODELS)] = has(
        "`hockney`: latency and bandwidth by least squares; `hockney-robust`: the same, robust, "
        "with relative residuals; `piecewise`: several lines")
    sizes: Annotated[int, whole(least=3)] = has("number of sizes")
    deviation: Annotated[float, number("", minimum=0)] = has(
        "root mean square of the times' relative distances from the fit")
    latency_us: FittedValue | None = may(NOT_PIECEWISE)
    bandwidth_MBps: FittedValue | None = may(NOT_PIECEWISE)
    half_bytes: FittedValue | None = may(NOT_PIECEWISE)
    segments: Annotated[list[Segment], list_of(SEGMENT, minItems=1, maxItems=4)] = may(
        "only `piecewise`: with `from` and `to` (first and last measured size), `latency_us` (the "
        "line at 0 bytes), `bandwidth_MBps` (null: time does not increase with size)", ())
    breakpoints: Annotated[list[Breakpoint], list_of(Breakpoint.SCHEMA, maxItems=3)] = may(
        "only `piecewise`, one fewer than segments: `between` (the neighbouring measured sizes), "
        "`bytes` (where the lines meet; null if they jump)", ())
    continuous: bool | None = may("only `piecewise`: whether the lines meet at the breakpoints")
    bic: Plain | None = may("only `piecewise`: the criterion of the selection")

    @property
    def parameters(self) -> dict[str, FittedValue]:
        every = zip(HOCKNEY, (self.latency_us, self.bandwidth_MBps, self.half_bytes), strict=True)
        return {name: value for name, value in every if value}

    @property
    def possible(self) -> bool:
        """Whether a message could take so long: neither latency nor half-performance length is
        negative, and the bandwidth is positive. Otherwise the line is none of this model's."""
        values = {name: parameter.value for name, parameter in self.parameters.items()}
        return values.get("bandwidth_MBps", 1.0) > 0 and min(values.values(), default=0) >= 0


TWO_LINES = ("the two, as keys without `bytes` and `mode`. Of two paths: the fastest protocol of "
             "each, that of the faster one below the crossover, that of the other one above it")


@record("crossover")
class CrossoverRecord(Declared):
    """The size at which two lines are equally fast; `below` is the faster for smaller sizes."""

    a: ALine = has(TWO_LINES)
    b: ALine = has(TWO_LINES)
    bytes: Annotated[float, number("bytes", exclusiveMinimum=0)] = has("the size")
    ci95: OpenInterval = has("its 95 % interval; an open end is null")
    below: Annotated[str, words("a", "b")] = has("which is faster below that size")

    def __post_init__(self) -> None:
        if self.below not in ("a", "b"):
            raise ValueError("below is neither a nor b")

    @property
    def small(self) -> CellKey:
        return self.a if self.below == "a" else self.b

    @property
    def large(self) -> CellKey:
        return self.b if self.below == "a" else self.a
