# SPDX-License-Identifier: BSD-3-Clause
"""`comops machine --pairs`: latency and bandwidth between all pairs of cores, by the ping-pong of
threads/direct, tuned as in a campaign."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.intervals import median
from campaign import library
from campaign.launch.paths import paths_find
from campaign.launch.workers import NotStarted, Outcome, Supervisor
from campaign.planning.patterns import PATTERNS
from campaign.planning.plan import Group, Pages, Placement
from campaign.tuning import FIXED, Tuned, Values, tuning_record

if TYPE_CHECKING:
    from campaign.launch.paths import Path
    from campaign.planning.machine import Machine
    from campaign.reporter import Reporter

_CORES_MOST = 48  # more would take minutes and fit no terminal
_STAMPS, _TIMEOUT_S = 11, 30
_ANYWHERE = (-1, -1)  # PAGES_ANYWHERE of topology/pages.h
_PINGPONG = PATTERNS["pingpong"]

Matrix = list[list[float | None]]


class _Probe(NamedTuple):
    bytes: int
    runs: int


_LATENCY, _RATE = _Probe(8, 2000), _Probe(1 << 20, 4)


@dataclass
class Pairs:
    """Symmetric matrices over a hardware thread of each measured core, in hwloc's logical order;
    None on the diagonal and where the measurement failed. `lost`: why one did, or ""."""

    pus: list[int]
    latency_us: Matrix = field(default_factory=list)  # one way, 8 bytes
    rate_MBps: Matrix = field(default_factory=list)  # one way, 1 MiB
    tuning: Values = field(default_factory=dict)
    lost: str = ""

    def __post_init__(self) -> None:
        count = len(self.pus)
        self.latency_us, self.rate_MBps = ([[None] * count for _ in range(count)]
                                           for _ in range(2))

    def record(self, machine: "Machine") -> dict[str, Any]:
        """The member `pairs` of `comops machine --json`."""
        found = machine.localities(self.pus)
        return {"pus": self.pus, "latency_us": self.latency_us, "rate_MBps": self.rate_MBps,
                "distance": found.levels, "distances": found.texts,
                "tuning": tuning_record(self.tuning or FIXED)}


class _Failed(Exception):
    """Why a pair could not be timed."""


def _cores(machine: "Machine") -> list[int]:
    """A hardware thread of each core, or of _CORES_MOST evenly spread ones."""
    all_of_them = machine.placement("core", machine.cores)
    count = min(machine.cores, _CORES_MOST)
    if all_of_them.refused or count < 2:
        raise library.Refusal(all_of_them.refused or "--pairs needs two cores")
    return [all_of_them.pus[at * machine.cores // count] for at in range(count)]


def _time(supervisor: Supervisor, path: "Path", probe: _Probe, pus: tuple[int, int],
          tuning: Values) -> float:
    """Median one-way time, microseconds."""
    command = library.new_command(
        pattern=_PINGPONG.name, protocol="direct", bytes=probe.bytes, runs=probe.runs,
        stamps=_STAMPS, lead_ns=library.constant("MEETING_LEAD_FIRST"), warmups=2, repetition=1,
        **tuning)
    try:
        worker = supervisor.worker(path, 2)
    except NotStarted as error:
        raise _Failed(str(error)) from None
    if worker.command(command, pus, _ANYWHERE) != Outcome.DONE:
        raise _Failed(worker.why)
    if worker.error():
        raise _Failed(worker.error())
    if not (times := worker.in_time(_STAMPS)):
        raise _Failed("no pair could be timed")
    return median(times) / (_PINGPONG.messages * probe.runs) / 1e3


def _tuning(pairs: Pairs, path: "Path", machine: "Machine", supervisor: Supervisor,
            reporter: "Reporter") -> Values:
    """From the first two cores, for all pairs: the best way to poll depends on the processor."""
    placement = Placement("pair", 2, tuple(pairs.pus[:2]), "", "")
    group = Group(_PINGPONG, placement, Pages("local", _ANYWHERE, False), 2, 8, 0, 0, "rewrite",
                  "default", 0, "timed")
    tuned = Tuned(placement, group, path)
    tuned.find(machine, supervisor, reporter)
    return tuned.values or {}


def _measure(pairs: Pairs, path: "Path", machine: "Machine", supervisor: Supervisor,
             reporter: "Reporter") -> None:
    pairs.tuning = _tuning(pairs, path, machine, supervisor, reporter)
    for i, one in enumerate(pairs.pus):
        for j, other in list(enumerate(pairs.pus))[i + 1 :]:
            latency, time = (_time(supervisor, path, probe, (one, other), pairs.tuning)
                             for probe in (_LATENCY, _RATE))
            for here, there in ((i, j), (j, i)):
                pairs.latency_us[here][there] = latency
                pairs.rate_MBps[here][there] = _RATE.bytes / time


def pairs_measure(machine: "Machine", reporter: "Reporter") -> Pairs:
    """Each pair alone; earlier pairs are kept if one fails or is interrupted. Refusal if there are
    no pairs."""
    path = paths_find()[0]
    if path.missing:
        raise library.Refusal(path.missing)
    pairs = Pairs(_cores(machine))
    supervisor = Supervisor(2, _TIMEOUT_S)
    try:
        _measure(pairs, path, machine, supervisor, reporter)
    except _Failed as failed:
        pairs.lost = str(failed)
    finally:
        supervisor.close()
    return pairs
