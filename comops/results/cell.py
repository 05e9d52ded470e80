# SPDX-License-Identifier: BSD-3-Clause
"""The record of a cell: its key, its samples, its results, and what was seen of its ranks."""

from itertools import accumulate
from typing import Annotated

from comops.results.cell_parts import BATCHES, SHARES, Grouping, parts_of
from comops.results.declared import (Bytes, Count, Declared, Plain, Some, SomeUs, Time, Us, has,
                                     inline, may, record)
from comops.results.keys import KEY_MEMBERS, TOGETHER, CellKey, Interval, cell_key
from comops.results.types import (COUNT, TEXT, US, Type, either, exactly, formed, list_of, number,
                                  object_of, or_null, whole, words)

Deviation = Annotated[float, number("", minimum=0)]
SPREAD = ("relative standard deviations, from an analysis of variance of the logarithms of the "
          "blocks' medians: `launches`, without what their rounds contribute, and `rounds` of one "
          "launch. Absent with one launch, or one block each")
RESULTS = "time_us", "median_us", "ci95_us", "rate_MBps", "rate_formula"
Node = Annotated[int | str | None, Type(oneOf=[exactly("mixed", None), COUNT])]
Ranks = Annotated[list[int], list_of(COUNT, 2)]
Events = Annotated[list[list[float]] | None,
                   or_null(list_of(list_of(number("", minimum=0), 3)))]  # block, rank, how much


@record()
class Spread(Declared):
    launches: Deviation = has()
    rounds: Deviation = has()


@record()
class Stamps(Declared):
    unit_us: SomeUs = has("a nanosecond of a run, or of a run of over 2 us the largest power of "
                          "two of them up to a thousandth of it")
    steps: list[Annotated[int, whole(least=-2**53)]] = has(
        "the values that occur, in ascending order and each as its difference from the one before")
    counts: list[Some] = has("how often each occurs")

    def __post_init__(self) -> None:
        if len(self.steps) != len(self.counts):
            raise ValueError("stamps cannot be unpacked")

    @property
    def times_us(self) -> list[float]:
        """The times that occur, in ascending order."""
        return [value * self.unit_us for value in accumulate(self.steps)]


@record(together=[("batch", "batches")])
class Percentile(Declared):
    """Neither value nor interval where there are too few batches of so many stamps."""

    us: Us | None = has()
    ci95: Interval | None = has()
    batch: Some = may("stamps per batch", 0)
    batches: Count = may("", 0)
    runs: Ranks = may("only of `max`: the fewest and the most of a launch", ())

    @property
    def lacking(self) -> str:
        """Why there is none: 3 of 6 batches of 667 runs."""
        if self.runs:
            return f"{self.batches} of {BATCHES} launches"
        return f"{self.batches} of {BATCHES} batches of {self.batch} runs"


@record()
class Percentiles(Declared):
    """`max` is the longest run of a launch, `max_us` of all runs."""

    p50: Percentile = has()
    p90: Percentile = has()
    p99: Percentile = has()
    p99_9: Percentile = has(name="p99.9")
    max: Percentile = has()
    max_us: Us = has()

    @property
    def all(self) -> dict[str, Percentile]:
        return dict(zip((*SHARES, "max"), (self.p50, self.p90, self.p99, self.p99_9, self.max),
                        strict=True))

    @property
    def shares(self) -> dict[str, Percentile]:
        return {name: share for name, share in self.all.items() if name in SHARES}


@record()
class ClockOffset(Declared):
    ranks: Ranks = has()
    us: Annotated[float, number("us")] = has()
    error_us: Us = has()


@record()
class DisturbancesRecord(Declared):
    watched_us: SomeUs = has("the time of all blocks")
    waited_us: Events = has("ready to run while another thread had the core")
    stolen_us: Events = has("taken from the core by the host, in ticks of usually 10 ms")
    involuntary_switches: Events = has()
    migrations: Events = has()
    page_faults: Events = has("after the warm-ups")

    @property
    def lost_us(self) -> float:
        """For how long other programs or machines had the ranks' cores."""
        return sum(us for _, _, us in (*(self.waited_us or ()), *(self.stolen_us or ())))


WHERE = formed(object_of({
    "own_us": (US, "instructions, hits, stores, copies within its cache"),
    "transfer_us": (object_of({"llc node socket far": (US, "")}), "lines from another cache, by "
                    "distance: same last-level cache `llc`, same NUMA `node`, same `socket`, "
                    "`far`"),
    "memory_us": (US, "lines from memory"),
    "queue_us": (object_of({"bus port link memory": (US, "")}), "waiting for a `bus`, a `port` of "
                 "a crossbar, a `link`, a `memory`"),
    "line_us": (US, "waiting for a line that others are being given"),
    "wait_us": (US, "waiting for another rank"),
}), parts_of)


@record()
class FaultState(Declared):
    time_us: SomeUs = has()
    ci95_us: Interval | None = has()
    blocks: Count = has()
    launches: Count = has()


@record()
class PageFaults(Declared):
    used: Annotated[str, words("with", "without")] = has()
    with_: FaultState | None = has(
        "in each run page faults on at least half of the message's pages", name="with")
    without: FaultState | None = has()

    @property
    def states(self) -> dict[str, FaultState | None]:
        return {"with": self.with_, "without": self.without}


@record()
class Overlap(Declared):
    exchange_us: SomeUs = has()
    computing_us: SomeUs = has()
    percent: Annotated[float, number("%", minimum=0, maximum=100)] = has()
    ci95: Interval | None = has()


@record()
class Counters(Declared):
    group: str = has()
    runs: Some = has()
    events: dict[str, list[Plain | None]] = has()
    empty: dict[str, list[Plain | None]] = has()


@record("cell", [*TOGETHER, ("simulated", "model")], **either("valid", True, RESULTS, ["error"]))
class CellRecord(Declared):
    """`time_us` is the statistic of the method: the median, for some methods the mean."""

    key: CellKey = inline(KEY_MEMBERS, cell_key)
    repeats: Some = has("runs between two stamps: back to back in `loop`, 1 in `isolated`")
    samples_us: list[Us] = has("in order. With `stamps`, one per block: the midmean of its stamps")
    stamps: Stamps | None = may("the times of all single runs ([below](#stamps)); absent in loops "
                                "and where each run is a sample")
    percentiles: Percentiles | None = may(
        "of a typical launch: `p50`, `p90`, `p99`, `p99.9`, each with `us` and `ci95`; with fewer "
        "than six batches both are null, `batches` is their number and `batch` the stamps per "
        "batch; `max`, the longest run of a typical launch, also with `runs`, the fewest and the "
        "most of a launch; `max_us` of all stamps")
    clock_offset: ClockOffset | None = may(
        "of the two `ranks` whose clocks provably differ most, by at least `us` less `error_us`: "
        "the clock of the second minus that of the first, and the bound of its error; absent with "
        "more ranks than cores")
    floored: Some | None = may("the number of samples that could not be distinguished from zero "
                               "and were set to a tenth of the empty run; absent if there are none")
    empty_us: list[Us] | None = may("per block, the time of an empty run, which was subtracted "
                                    "from its stamps; absent if nothing was subtracted")
    blocks: list[Count] = has("number of samples of each block; blocks of a pair alternated")
    launches: list[Count] = has("number of blocks of each launch of the workers; `samples_us` and "
                                "`blocks` continue through all of them")
    launch_numbers: list[Some] | None = may(
        "which launch of its stage each was, from 1, as in the canaries' `launch`: a group need "
        "not take part in all")
    launch_us: list[Us | None] = has("for each launch the median of its blocks; null if all its "
                                     "samples were void. `time_us` and `ci95_us` are computed from "
                                     "these")
    left_out: list[Count] | None = may("indices of blocks that no result uses, because the "
                                       "distance between the ranks changed in their round or was "
                                       "another one than usual (records `rounds`), or because of "
                                       "`page_faults`; absent if there are none")
    page_faults: PageFaults | None = may(
        "where at least three blocks have page faults in every run: if as many have none, both "
        "states with their time, else null for the other one. Results are of the `used` state, and "
        "blocks of the other one are in `left_out`")
    spread: Spread | None = may(SPREAD)
    first_us: list[Us | None] | None = may(
        "for each launch the time of its first run, from the common start to the slowest rank's "
        "end; null in the first launch, where the run was calibrated, and where a rank was late")
    voided: Count = has("stamps that were void because a rank was late for the common start")
    disturbances: DisturbancesRecord | None = may(
        "what the kernel counted for the ranks, from each block's warm-ups to its last stamp "
        "([below](#disturbances))")
    time_us: SomeUs | None = may("the median of `launch_us`; for a single launch the median of its "
                                 "samples, or their mean where the method says so")
    dropped: list[Count] | None = may("of a method that drops outliers: their indices")
    median_us: SomeUs | None = may("of all samples")
    ci95_us: Interval | None = may(
        "of `time_us`, [low, high]; null with fewer than 6 launches", null=True)
    rate_MBps: Annotated[float, number("MB/s", minimum=0)] | None = may("by the pattern's formula")
    rate_formula: str | None = may("that formula")
    overlap: Overlap | None = may("of `overlap`: the time of the exchange alone (`exchange_us`) "
                                  "and of the computing alone (`computing_us`), measured in the "
                                  "same places; `percent` of the shorter one that is hidden when "
                                  "both run together; its interval `ci95`, null with fewer than 6 "
                                  "launches")
    messages_per_s: Annotated[float, number("1/s", exclusiveMinimum=0)] | None = may(
        "of `bandwidth` and `message_rate`: the messages of all pairs over the time")
    valid: bool = has("if `false`, there are no results")
    error: str | None = may("the reason, if it is not valid")
    pus: list[Count | None] = has("OS index of the hardware thread on which each rank last ran")
    numa: list[Node] = has("NUMA node of each rank's pages, as the kernel reports; `\"mixed\"` if "
                           "several, null if unknown or none")
    numa_temporary: Node = has("that of the shared temporary")
    huge_bytes: list[Bytes] = has("for each rank, the bytes of its buffers in huge pages, as the "
                                  "kernel reports")
    reading_us: SomeUs | None = may("the part of the time in which the received data are read, if "
                                    "they are in the reader's own caches: measured by each worker, "
                                    "the least of all launches; absent if nothing is read within "
                                    "the time")
    groups: Grouping | None = may("where ranks share memory, the groups in which they meet: "
                                  "`levels` and `ranks`, L and G of the declared costs, the "
                                  "variables of what an implementation declares")
    oversubscribed: bool = has("more ranks than cores")
    started: Time = has("UTC")
    duration_s: Annotated[float, number("s", minimum=0)] = has("that the worker spent on this cell")
    stopped: Annotated[str, words("precise", "budget", "method", "interrupted", "error",
                                  "batch")] = has(
        "`budget`: its share of the time was used, or not all of the method's trials fitted; "
        "`method`: its number of trials was reached; `interrupted`: Ctrl-C, with enough "
        "launches for an interval; `batch`: of `comops simulate`")
    warnings: Annotated[list[str], list_of(TEXT, uniqueItems=True)] = has(
        "names of warnings, as `comops list --catalogue` has them")
    counters: Counters | None = may("only with `--counters`; null if nothing was counted. `group`; "
                                    "`runs`, how many were counted; `events`, `EVENT:COUNTER` -> "
                                    "each rank's count per run, null if this processor does not "
                                    "have it; `empty`, the markers' count around nothing, already "
                                    "subtracted", null=True)
    simulated: Annotated[bool, exactly(True)] = may(
        "only of `comops simulate`. `placement` is then the machine, `method` is `batch`, `pus` "
        "and `numa` are null, and nothing has an interval", otherwise=False)
    model: Annotated[str, words("two-sided", "one-sided", "coherence")] | None = may(
        "what simulated the cell: `coherence`, or which of the platform's models of messages")
    where: Annotated[dict[str, float], WHERE] | None = may(
        "only of `coherence`: the time by cause ([below](#where))")

    @property
    def samples(self) -> int:
        return len(self.samples_us)

    @property
    def watched_us(self) -> float:
        """For how long the ranks were observed, all together."""
        return self.disturbances.watched_us * self.key.ranks if self.disturbances else 0.0

    @property
    def lost_us(self) -> float:
        return self.disturbances.lost_us if self.disturbances else 0.0

    @property
    def bounds(self) -> Interval | None:
        """What the time lies between: its interval, or the time itself if it is simulated."""
        return (self.time_us, self.time_us) if self.simulated and self.valid else self.ci95_us

    @property
    def fastest_us(self) -> float:
        """The fastest of its runs; its time if runs were back to back."""
        times_us = self.stamps.times_us if self.stamps else ()
        return next((time for time in times_us if time > 0), self.time_us)

    @property
    def rate_ci95(self) -> Interval | None:
        return self.inverse_ci95(self.rate_MBps)

    def inverse_ci95(self, value: float | None) -> Interval | None:
        """The interval of a value that is a constant / time."""
        if not value or not self.ci95_us or min(self.ci95_us) <= 0:
            return None
        return tuple(value * self.time_us / end for end in reversed(self.ci95_us))
