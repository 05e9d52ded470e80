# SPDX-License-Identifier: BSD-3-Clause
"""What lies between cores: latency and bandwidth between all pairs, by the ping-pong of
threads/direct, tuned as in a campaign (`comops machine --pairs`); the cost of memory accesses, for
a few pairs of each distance (`--calibrate`, calibration); how long a message takes at least,
by size, and when it is copied by hand (`--limits`, comops/ranks/canary/limits.h)."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from comops.measure import library
from comops.measure.launch.paths import paths_find
from comops.measure.launch.supervisor import Supervisor
from comops.measure.launch.workers import NotStarted, Outcome
from comops.measure.planning.patterns import PATTERNS
from comops.measure.planning.planner import SIZES
from comops.measure.tuning import Tuned, Values
from comops.results.machine import Calibrated, Limits, Quantities, Quantity
from comops.results.plan import Group, Pages, Path
from comops.results.topology import Placement
from comops.statistics.handovers import LAUNCHES_LEAST, Handovers, Rounds
from comops.statistics.intervals import Interval, median, median_interval

if TYPE_CHECKING:
    from comops.measure.planning.machine import Machine
    from comops.measure.reporter import Reporter

_CORES_MOST = 48  # more would take minutes and fit no terminal
_PAIRS_EACH = 3  # of a distance, that are calibrated
_STAMPS, _TIMEOUT_S = 11, 30
_ANYWHERE = (-1, -1)  # PAGES_ANYWHERE of topology/placement.h
_PINGPONG = PATTERNS["pingpong"]


class _Probe(NamedTuple):
    bytes: int
    runs: int


_LATENCY, _RATE = _Probe(8, 2000), _Probe(1 << 20, 4)


def _cores(machine: "Machine", option: str) -> tuple[int, ...]:
    """A hardware thread of each core; Refusal if there is only one."""
    cores = machine.placement("core", machine.cores)
    if cores.refused or machine.cores < 2:
        raise library.Refusal(cores.refused or f"{option} needs two cores")
    return cores.pus


def _time(supervisor: Supervisor, path: Path, probe: _Probe, pus: tuple[int, int],
          tuning: Values) -> float:
    """Median one-way time, microseconds; Refusal if it cannot be measured."""
    command = library.new_command(
        pattern=_PINGPONG.name, protocol="direct", bytes=probe.bytes, runs=probe.runs, begins=1,
        stamps=_STAMPS, lead_ns=library.constant("MEETING_LEAD_FIRST"), warmups=2, repetition=1,
        **tuning)
    try:
        worker = supervisor.worker(path, 2)
    except NotStarted as error:
        raise library.Refusal(str(error)) from None
    if worker.command(command, pus, _ANYWHERE) != Outcome.DONE:
        raise library.Refusal(worker.why)
    if worker.error():
        raise library.Refusal(worker.error())
    if not (times := worker.in_time(_STAMPS)):
        raise library.Refusal("no pair could be timed")
    return median(times) / (_PINGPONG.messages * probe.runs) / 1e3


def _tuning(pus: list[int], path: Path, machine: "Machine", supervisor: Supervisor,
            reporter: "Reporter") -> Tuned:
    """From the first two cores, for all pairs: what is best depends on the processor."""
    placement = Placement("pair", 2, tuple(pus[:2]), "", "")
    group = Group(_PINGPONG, placement, Pages("local", _ANYWHERE, False), 2, 8, 0, 0, "rewrite",
                  "default", 0, "timed")
    tuned = Tuned(placement, group, path, machine.core_cache)
    tuned.find(machine, supervisor, reporter)
    return tuned


def _measure(pus: list[int], path: Path, machine: "Machine", supervisor: Supervisor,
             reporter: "Reporter") -> dict[str, Any]:
    tuning = _tuning(pus, path, machine, supervisor, reporter)
    latency, rate = ([[None] * len(pus) for _ in pus] for _ in range(2))
    for (i, first), (j, other) in combinations(enumerate(pus), 2):
        short, long = (_time(supervisor, path, probe, (first, other), tuning.values)
                       for probe in (_LATENCY, _RATE))
        latency[i][j] = latency[j][i] = short
        rate[i][j] = rate[j][i] = _RATE.bytes / long
    localities = machine.localities(pus)
    return {"pus": pus, "latency_us": latency, "rate_MBps": rate, "distance": localities.levels,
            "distances": localities.texts, "tuning": tuning.record()}


def pairs_measure(machine: "Machine", reporter: "Reporter") -> dict[str, Any]:
    """The member `pairs` of `comops machine --json`: symmetric matrices over a hardware thread of
    each measured core, in hwloc's logical order, one way, of 8 bytes and 1 MiB; None on the
    diagonal. Each pair alone. Refusal if there are no pairs, or one cannot be measured."""
    path = paths_find()[0]
    if path.missing:
        raise library.Refusal(path.missing)
    cores = _cores(machine, "--pairs")
    count = min(len(cores), _CORES_MOST)
    pus = [cores[at * len(cores) // count] for at in range(count)]  # evenly spread ones
    supervisor = Supervisor(2, _TIMEOUT_S)
    try:
        return _measure(pus, path, machine, supervisor, reporter)
    finally:
        supervisor.close()


def _quantities(values: list[tuple[float, ...]], pair: bool) -> Quantities:
    """What was measured of a pair, or of its first core alone; `values`: by library.probes()."""
    return {probe["name"]: (probe["meaning"], None if math.isnan(value[0]) else Quantity(*value))
            for probe, value in zip(library.probes(), values, strict=True) if probe["pair"] == pair}


def calibrate(machine: "Machine") -> list[Calibrated]:
    """The first pairs of cores of each distance. Refusal if there are no pairs or one cannot be
    measured."""
    cores = _cores(machine, "--calibrate")
    between, counts = machine.localities(list(cores)), Counter()
    pairs = []
    for (i, first), (j, other) in combinations(enumerate(cores), 2):
        level = between.levels[i][j]
        counts[level] += 1
        if counts[level] > _PAIRS_EACH:
            continue
        values = library.calibrate((first, other), machine.first_cache, machine.core_cache)
        if values is None:
            raise library.Refusal(f"hardware threads {first} and {other} could not be measured")
        pairs.append(Calibrated((first, other), level, between.texts[level - 1],
                                _quantities(values, pair=False), _quantities(values, pair=True)))
    return pairs


def calibration_record(pairs: list[Calibrated]) -> dict[str, Any]:
    """{core, pairs}: `core` has the quantities of one core alone, an entry of `pairs` those of a
    pair with its pus, level and distance."""

    def records(quantities: Quantities) -> dict[str, Any]:
        return {name: value and value._asdict() for name, (_, value) in quantities.items()}

    return {"core": records(pairs[0].alone),
            "pairs": [{"pus": list(pair.pus), "level": pair.level, "distance": pair.distance}
                      | records(pair.both) for pair in pairs]}


# ---- limits of a message -----------------------------------------------------------------------

WAYS = ("read", "alone", "both", "alone_past", "both_past")  # as enum limit_way
_COPIED_LEAST = 4096  # what is shorter travels in cache lines, and is not copied by two
_SECONDS = 5.0
_Round = tuple[Handovers, list[dict[int, float]]]  # microseconds by size, of each way


def _asked(values: Any, pus: list[int]) -> Any:
    if values is None:
        raise library.Refusal(f"hardware threads {pus[0]} and {pus[1]} cannot be used")
    return values


def _rounds(pus: list[int], seconds: float) -> Iterator[_Round]:
    """All ways in turn, between two hand-overs."""
    begin, before = time.monotonic(), _asked(library.canary(pus), pus)[0]
    while time.monotonic() - begin < seconds:
        taken = []
        for way in range(len(WAYS)):
            sizes = [size for size in SIZES if way == 0 or size >= _COPIED_LEAST]
            taken.append(dict(zip(sizes, _asked(library.limits(pus, way, sizes), pus),
                                  strict=True)))
        after = _asked(library.canary(pus), pus)[0]
        yield Handovers((before * 1e3,), (after * 1e3,)), taken
        before = after


def limits_of_rounds(placement: Placement, rounds: list[_Round]) -> Limits:
    """What the rounds of the most frequent distance say. Refusal if they are too few, or if
    anything was read wrong."""
    known = Rounds.by_their_own([handovers for handovers, _ in rounds])
    used = known.usual_ones([taken for _, taken in rounds])
    if len(used) < LAUNCHES_LEAST:
        raise library.Refusal(f"the cores stayed at one distance in only {len(used)} of "
                              f"{len(rounds)} rounds; repeat it, or see `comops machine --check`")
    if any(math.isnan(us) for taken in used for times in taken for us in times.values()):
        raise library.Refusal("what rank 0 read was not what rank 1 had written")
    limits: dict[str, dict[int, tuple[float, Interval]]] = {}
    for at, way in enumerate(WAYS):
        every = {size: [taken[at][size] for taken in used] for size in used[0][at]}
        limits[way] = {size: (median(times), median_interval(times) or (0, math.inf))
                       for size, times in every.items()}
    return Limits(placement, len(rounds), len(used), known.ns(known.usual or ())[0], limits)


def limits_measure(machine: "Machine", name: str, seconds: float = _SECONDS) -> Limits:
    """Two ranks on a placement. Refusal if they cannot be measured."""
    placement = machine.placement(name, 2)
    if placement.refused:
        raise library.Refusal(f"placement {name} for 2 ranks: {placement.refused}")
    if why := library.canary_open():
        raise library.Refusal(why)
    try:
        return limits_of_rounds(placement, list(_rounds(list(placement.pus), seconds)))
    finally:
        library.canary_close()
