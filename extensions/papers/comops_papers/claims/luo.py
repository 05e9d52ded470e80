# SPDX-License-Identifier: BSD-3-Clause
"""Luo 1996: shared memory is the protocol barrier over threads (lock: the Convex's ping-pong),
message passing the MPI library's collective operation, in the ping-pong send and receive.

On his own machines, simulated: the DEC's MPI is MPICH, whose messages cross the bus twice, into a
buffer and out of it. Those of SGI and Convex let the receiver copy out of the sender's buffer; the
fastest protocol of MPI stands for them. His figures over size have four
processors. As no latency is printed, messages below 4 KiB, of whose time assumptions are a large
part, count only where they are the claim; a printed factor holds if the simulated one is between
half and twice of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar

from comops_papers.claims.changes import Changed, Steeper, Within, flat, grows
from comops_papers.claims.claim import (BARRIER, BEST_MPI, BEST_THREADS, DIRECT, LIBRARY, LOCK,
                                        PRINTED, SENDRECV, paper)
from comops_papers.claims.compared import (SAME, ComparedSides, TwoSides, about, equal, faster,
                                           levels)
from comops_papers.claims.evidence import (LARGE, MIDDLE, NOT_SMALL, SMALL, Evidence, Side,
                                           Sizes)
from comops_papers.claims.finding import (Both, Observation, span_text, supports, tally_text,
                                          where_text)

COLLECTIVES = ("broadcast", "reduce", "gather", "scatter")
SLIGHTLY = 1.5
VENDOR = replace(BEST_MPI, label="an MPI that may copy directly")
(LIBRARY_SCATTER, VENDOR_SCATTER), (LIBRARY_GATHER, VENDOR_GATHER) = (
    [replace(side, patterns=(name,)) for side in (LIBRARY, VENDOR)]
    for name in ("scatter", "gather"))
PRINTED_REDUCE, PRINTED_BROADCAST = (replace(BARRIER, patterns=(name,))
                                     for name in ("reduce", "broadcast"))
COPYING = Side("mpi", ("library", "sendrecv"))
PROCESSORS = 4
BULK = Sizes(1 << 12, 1 << 62, "4 KiB and more")
MEDIUM = Sizes(1 << 12, 1 << 17, "4 KiB to 128 KiB")
MOST_MBPS = 70 * SAME  # of his gather, "about 70"


def with_four(test: ComparedSides) -> ComparedSides:
    return replace(test, most=PROCESSORS)


def printed(factor: float, theirs: Side, pattern: str, sizes: Sizes = BULK) -> ComparedSides:
    """The vendor's MPI is about this factor faster."""
    return with_four(about(factor, VENDOR, theirs, pattern, sizes))


@dataclass(frozen=True, slots=True)
class Lowest(TwoSides):
    """On a machine side a is faster than b there and than both on all others."""

    machine: str = ""
    everywhere: ClassVar[bool] = True

    @property
    def bounds(self) -> str:
        return (f"time of any other code or machine over that of {self.a.name} on "
                f"{self.machine}, {self.sizes.words}: more than 1")

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """With at most four processors, the fastest of each code and machine at each size."""
        cases = [(side, condition.placement, cells) for side in self.sides
                 for condition, cells in evidence.conditions(pattern, side).items()
                 if condition.ranks == PROCESSORS]
        own = next((cells for side, machine, cells in cases
                    if (side, machine) == (self.a, self.machine)), {})
        seen = []
        for _, _, cells in (case for case in cases if case[:2] != (self.a, self.machine)):
            for place in sorted(place for place in own.keys() & cells if place in self.sizes):
                value, ci95 = evidence.ratio(own[place], cells[place])
                seen.append(Observation((own[place], cells[place]), value, ci95,
                                        supports(ci95, 1, inf)))
        machines = {machine for _, machine, _ in cases}
        return f"{len(machines)} machines, {PROCESSORS} ranks", seen if len(machines) > 1 else []

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        return (f"The others take {span_text(observations)} as long as {self.a.name}"
                f"{where_text(observations)} ({circumstances})"
                f"{tally_text(observations)}.")


ON_HIS_MACHINES = {
    132: with_four(faster(VENDOR, PRINTED, *COLLECTIVES, sizes=BULK)),
    133: with_four(faster(VENDOR, BARRIER, "pingpong", *COLLECTIVES, sizes=BULK)),
    134: printed(3, BARRIER, "pingpong"),
    135: with_four(equal(VENDOR, BARRIER, "broadcast", sizes=BULK)),
    136: printed(10, BARRIER, "scatter"),
    137: Both(printed(5, BARRIER, "gather", sizes=MEDIUM),
               printed(2, BARRIER, "gather", sizes=LARGE),
               Within(VENDOR, ("gather",), BULK, MOST_MBPS, rate=True)),
    138: with_four(faster(VENDOR_SCATTER, VENDOR_GATHER, "scatter", sizes=LARGE)),
    139: with_four(ComparedSides(BARRIER, SENDRECV, ("pingpong",), BULK, high=SLIGHTLY)),
    140: with_four(faster(BARRIER, LIBRARY, *COLLECTIVES, sizes=BULK, by=SAME)),
    141: Lowest(PRINTED, COPYING, ("pingpong",), SMALL, "alphaserver-8400"),
    142: Both(grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong", sizes=BULK)),
    143: Both(flat(VENDOR, "pingpong", sizes=BULK),
               flat(BARRIER, "pingpong", sizes=BULK)),
    144: printed(8, LOCK, "pingpong"),
    145: with_four(ComparedSides(VENDOR, BARRIER, COLLECTIVES, BULK, high=SLIGHTLY)),
    148: Both(Changed(VENDOR, ("reduce",), "ranks", (6, 8), BULK),
              Changed(VENDOR, ("broadcast",), "ranks", (6, 8), BULK, SAME, inf)),
    149: Changed(VENDOR, ("reduce",), "ranks", (4, 6), BULK, 1, inf, levels),
}

PAPER = paper(
    "luo",
    {
        132: faster(BEST_MPI, BEST_THREADS, *COLLECTIVES),
        133: Both(faster(SENDRECV, BARRIER, "pingpong"), faster(LIBRARY, BARRIER, *COLLECTIVES)),
        134: about(3, SENDRECV, BARRIER, "pingpong"),
        135: equal(LIBRARY, BARRIER, "broadcast"),
        136: about(10, LIBRARY, BARRIER, "scatter", NOT_SMALL),
        137: Both(about(5, LIBRARY, BARRIER, "gather", MIDDLE),
                  about(2, LIBRARY, BARRIER, "gather", LARGE)),
        138: faster(LIBRARY_SCATTER, LIBRARY_GATHER, "scatter", sizes=LARGE),
        139: ComparedSides(BARRIER, SENDRECV, ("pingpong",), high=SLIGHTLY),
        140: faster(BARRIER, LIBRARY, *COLLECTIVES, by=SAME),
        141: faster(PRINTED, BEST_MPI, "pingpong", sizes=SMALL),
        142: Both(grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong")),
        143: Both(flat(SENDRECV, "pingpong"), flat(BARRIER, "pingpong")),
        144: about(8, SENDRECV, LOCK, "pingpong"),
        145: ComparedSides(LIBRARY, BARRIER, COLLECTIVES, high=SLIGHTLY),
        146: grows(BARRIER, "broadcast", sizes=LARGE),
        147: Steeper(PRINTED_REDUCE, PRINTED_BROADCAST, ("reduce",), LARGE),
        148: Both(Changed(LIBRARY, ("reduce",), "ranks", (3, 4)),
                  Changed(LIBRARY, ("broadcast",), "ranks", (3, 4), low=SAME, high=inf)),
        149: Changed(LIBRARY, ("reduce",), "placement", ("bus", "crossbar"), low=1, high=inf),
        150: faster(DIRECT, BARRIER, "pingpong", *COLLECTIVES, sizes=LARGE),
    },
    ON_HIS_MACHINES,
)
