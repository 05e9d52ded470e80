# SPDX-License-Identifier: BSD-3-Clause
"""The methods of measuring (docs/method.md): one row each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    name: str
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


# The default first.
METHODS: dict[str, Method] = {method.name: method for method in (
    Method("adaptive", "rewrite", "timed", settles=True),
    Method("comops", "reuse", loop_ns=1e7, rate_of_round_trip=True),
    Method("imb", "reuse", as_imb=True),
    Method("luecke", "cold", rounds=1, block_samples=51, own_clocks=True, unprepared=True,
           drops_outliers=True, centre="filtered_mean"),
    Method("arsc", "reuse", rounds=1, block_samples=1, own_clocks=True, unprepared=True),
    Method("thesis", "cold", rounds=4, block_samples=2500, own_clocks=True, within_budget=True,
           clears=8_000_000, centre="mean"),
)}
DEFAULT = METHODS["adaptive"]
