# SPDX-License-Identifier: BSD-3-Clause
"""The methods of measuring (docs/method.md): one row each."""

from dataclasses import dataclass
from functools import cache

from comops.extension import added


@dataclass(frozen=True)
class Method:
    name: str
    about: str  # in the help
    buffers: str  # unless --buffers names another
    consume: str = "no"  # unless --consume names another
    rounds: int = 0  # of a group, whatever the precision; 0: until that is reached
    block_samples: int = 0  # isolated runs of a block; 0: as many as fit its time
    own_clocks: bool = False  # each run after the runtime's barrier, by each rank's own clock
    unprepared: bool = False  # the first run of a cell is timed: no calibration, checks, warm-ups
    within_budget: bool = False  # fewer if caches are flushed and they would not fit the budget
    loop_ns: float = 0.0  # length of a loop of runs; 0: loops only for runs too short alone
    clears: int = 0  # bytes before each run, instead of flushing the largest cache
    as_imb: bool = False  # loops, warm-ups and runs of IMB-MPI1, in few long launches
    rate_of_round_trip: bool = False  # the rate is that of a whole run, not of a message
    drops_outliers: bool = False  # `centre` leaves samples out, which the record names
    settles: bool = False  # a cell is first run in each launch until its times are steady
    centre: str = "median"  # the function of statistics.intervals that makes a time of samples


OWN = (
    Method("adaptive", "(default)", "rewrite", "timed", settles=True),
    Method("comops", "one pair of time stamps around ntimes runs, ping-pong rate per round trip",
           "reuse", loop_ns=1e7, rate_of_round_trip=True),
    Method("imb", "as the Intel MPI Benchmarks", "reuse", as_imb=True))
DEFAULT = OWN[0]


@cache
def methods() -> dict[str, Method]:
    """All, those of the extensions after our own."""
    return {method.name: method for group in (OWN, *added("methods")) for method in group}
