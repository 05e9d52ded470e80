# SPDX-License-Identifier: BSD-3-Clause
"""What was seen beside the cells: where the time went, the speed of the machine, where the ranks
were, how far all this can be trusted; and the end of a campaign."""

from typing import Annotated

from comops.results.declared import Count, Declared, Some, SomeUs, Time, has, inline, may, record
from comops.results.keys import GROUP_MEMBERS, TOGETHER, CellKey
from comops.results.types import number, whole, words

Rate = Annotated[float, number("MB/s", exclusiveMinimum=0)]
Seconds = Annotated[float, number("s", minimum=0)]
Share = Annotated[float, number("", minimum=0)]


@record()
class Spent(Declared):
    kind: str = has("on what")
    seconds: Annotated[float, number("s")] = has()
    path: str | None = may("of the worker")
    bytes: Annotated[int, whole("bytes")] | None = may("the message size")


@record("account")
class AccountRecord(Declared):
    wall_s: Seconds = has("the wall time of the campaign, or of the part of it that this run took")
    stamps_s: Seconds = has("in the stamps' own intervals: a part of `timed`")
    spent: list[Spent] = has(
        "`starting` and ending workers, `tuning`, `canaries`, `counting` hardware events, "
        "`hand-overs`; `places`: mapping, first touch, setting up; `filling` before the first run "
        "in a new place; `checks`: first runs and checks of data; `settling`; `warm-ups`; `timed`: "
        "from the first meeting of a block to its last stamp, rewriting included; `counts`: "
        "reading what the kernel counts; `clocks`: comparing them; `waiting` for a worker to begin "
        "or for its answer; `own`: the processor time of the front end")


@record()
class LimitReading(Declared):
    bytes: Annotated[int, whole("bytes")] = has()
    us: SomeUs = has()


@record("canary")
class CanaryRecord(Declared):
    placement: str = has("as in a cell")
    ranks: Some = has("as in a cell")
    launch: Some = has("number of the launch in its stage, from 1")
    started: Time = has("UTC")
    handover_us: SomeUs = has("the time in which a cache line passes from one rank's core to the "
                              "next one's, round the ring of all ranks")
    cache_MBps: Rate = has("every rank copies 128 KiB that it used just before; the slowest rank")
    memory_MBps: Rate | None = has(
        "every rank copies 512 KiB that no cache holds, null if this program cannot evict them "
        "from the processor's caches; the slowest rank")
    arithmetic_us: SomeUs = has("every rank computes a fixed chain of multiplications and "
                                "additions; the slowest rank")
    remote_MBps: Rate | None = has("rank 0 reads 800000 bytes that rank 1 has just written; null "
                                   "with one rank")
    read: list[LimitReading] = may("how long rank 0 reads in place what rank 1 has just written, "
                                   "as many bytes as the cells have: their limit", ())


WHAT, COUNTED = "of what it says", (
    "the `ranks` that share memory, the invalid `cells`, `of` how many; how many `times` the "
    "processor slowed itself down")
TAKEN = "of a short message, and of its cores' hand-over"


@record()
class Reason(Declared):
    """Why a campaign is not to be trusted; the name says which of the other members it has."""

    name: Annotated[str, words(
        "no shared memory", "slow messages", "slow copies", "oversubscribed", "no core", "invalid",
        "quota", "cores move", "clock", "throttled", "tuning")] = has()
    path: str | None = may(WHAT)
    pattern: str | None = may(WHAT)
    protocol: str | None = may(WHAT)
    placement: str | None = may(WHAT)
    ranks: Count | None = may(COUNTED)
    of: Count | None = may(COUNTED)
    cells: Count | None = may(COUNTED)
    bytes: Count = may(COUNTED, 0)
    times: Count | None = may(COUNTED)
    time_us: SomeUs = may(TAKEN, 0)
    handover_us: SomeUs = may(TAKEN, 0)
    copy_MBps: Rate = may("of reading data that another core has just written", 1)
    share: Share = may("of the time, or of the median", 0)
    causes: list[str] = may("variables that were set and choose how messages travel", ())


@record("trust")
class TrustRecord(Declared):
    verdict: Annotated[str, words("good", "use ratios only", "do not use")] = has()
    reasons: list[Reason] = has("of the verdict")
    explained: dict[str, Some] | None = may(
        "warning -> in how many cells the machine explains it, so that they do not carry it")
    throttled: Share | None = may("the share of the campaign's time in which a quota kept its "
                                  "programs from all cores")
    throttles: Count | None = may("how often the processor slowed itself down meanwhile")


@record()
class Distance(Declared):
    handover_ns: list[Annotated[float, number("ns")]] = has()
    rounds: Some = has()


HANDOVERS = ("for each round, before its first block and after its last one, the time in which a "
             "cache line passes from rank 0's core to that of each other rank, one way; of more "
             "than seven to seven of them, evenly spread. Empty: not measured")
Handovers = list[list[Annotated[float, number("ns", exclusiveMinimum=0)]]]


@record("rounds", TOGETHER)
class RoundsRecord(Declared):
    key: CellKey = inline(GROUP_MEMBERS)
    before_ns: Handovers = has(HANDOVERS)
    after_ns: Handovers = has(HANDOVERS)
    distances: list[Distance] = has(
        "the classes that the campaign's hand-overs on this placement fall into, the most frequent "
        "one of these rounds first: the median hand-over of each pair of ranks, `handover_ns`, and "
        "how many `rounds` had it")
    classes: list[Count | None] = has(
        "of each round the index of its distance; null: it changed between before and after, so "
        "the round is void")
    used: Count | None = has("the distance of the rounds that the results use; null: all rounds, "
                             "because none has enough launches for an interval")
    void: Count = has("how many rounds are void")

    def __post_init__(self) -> None:
        if not len(self.before_ns) == len(self.after_ns) == len(self.classes):
            raise ValueError("before_ns, after_ns, classes have different lengths")


@record("end")
class EndRecord(Declared):
    records: Some = has("how many records of the campaign come before it")
    ended: Annotated[str, words("complete", "interrupted")] = has("how")
