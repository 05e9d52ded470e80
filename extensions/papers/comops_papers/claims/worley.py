# SPDX-License-Identifier: BSD-3-Clause
"""Worley 1999: his protocols (x,y) over mpi and shmem; x is 0 if both ranks send at once, 1
if they take turns. The best message size of a volume represents a protocol."""

from functools import partial
from typing import ClassVar

from comops_papers.claims.claim import BEST_MPI, BEST_SHMEM, paper
from comops_papers.claims.compared import (NEAR, SAME, ComparedSides, Crossing, Ever, about, faster,
                                           near_optimal)
from comops_papers.claims.evidence import Side
from comops_papers.claims.finding import Both, Typically
from comops_papers.claims.model import (COLLECTIVES, OfModel, best_of, collective, compared,
                                        even_faster, few_levels_faster, full, protocol_over_best,
                                        serial, share_faster, shmem_near_mpi)

SENDRECV = Side("mpi", ("(0,6)",))
SIMPLE = Side("mpi", ("(0,0)",))
SYNCHRONOUS = Side("mpi", ("issend",))
GET = Side("shmem", ("(0,1)",))
PUT = Side("shmem", ("(0,2)",))
MPI_AT_ONCE = Side("mpi", tuple(f"(0,{y})" for y in range(7)), label="MPI both ways at once")
MPI_IN_TURN = Side("mpi", tuple(f"(1,{y})" for y in range(7)), label="MPI in turns")
SHMEM_AT_ONCE = Side("shmem", ("(0,1)", "(0,2)"), label="SHMEM both ways at once")
SHMEM_IN_TURN = Side("shmem", ("(1,1)", "(1,2)", "(1,6)"), label="SHMEM in turns")
MPI_PLAIN = Side("mpi", MPI_AT_ONCE.protocols + MPI_IN_TURN.protocols, label="MPI, no overlap")
MPI_OVERLAP = Side("mpi", (*(f"(2,{y})" for y in range(6)), *(f"(3,{y})" for y in range(1, 7))),
                   label="MPI with overlap")
SHMEM_PLAIN = Side("shmem", SHMEM_AT_ONCE.protocols + SHMEM_IN_TURN.protocols,
                   label="SHMEM, no overlap")
SHMEM_OVERLAP = Side("shmem", ("(2,1)", "(2,2)", "(3,1)", "(3,2)", "(3,6)"),
                     label="SHMEM with overlap")
TRANSPOSES = ("srtrans", "swtrans", "logtrans")
SUMS = ("exchsum", "halfsum", "ringsum")
DIRECT = ("srtrans", "swtrans")
MPI_SUMS, SHMEM_SUMS = Side("mpi", patterns=SUMS), Side("shmem", patterns=SUMS)
MPI_HALVING = Side("mpi", patterns=("halfsum",))
SHMEM_HALVING = Side("shmem", patterns=("halfsum",))
ALLREDUCE = Side("mpi", ("library",), ("allreduce (sum of double)",))
ALLTOALL = Side("mpi", ("vector",), ("alltoall",))
MPI_DIRECT, SHMEM_DIRECT = Side("mpi", patterns=DIRECT), Side("shmem", patterns=DIRECT)
MPI_LOG, SHMEM_LOG = Side("mpi", patterns=("logtrans",)), Side("shmem", patterns=("logtrans",))
MPI_TRANSPOSES = Side("mpi", patterns=TRANSPOSES)
SHMEM_TRANSPOSES = Side("shmem", patterns=TRANSPOSES)

BEST_OF_SHMEM = partial(best_of, path="shmem")
SERIAL, ALGORITHMS, FULL = (f"comops pstswm --experiment {letter} --json" for letter in "ACE")


class Reduced(ComparedSides):
    """Measured with sums."""

    further: ClassVar[tuple[str, ...]] = ("--op", "sum")


def over(faster: tuple[str, str], slower: tuple[str, str], within: float = 1.0) -> OfModel:
    """Variants and paths of the full simulation."""
    return OfModel(compared(lambda runs: full(runs, *faster), lambda runs: full(runs, *slower)),
                   FULL, within)


PAPER = paper(
    "worley",
    {
        69: OfModel(compared(partial(serial, fft="fftw"), partial(serial, fft="blocked")), SERIAL),
        71: OfModel(few_levels_faster, SERIAL),
        87: OfModel(partial(protocol_over_best, "shmem", "(0,1)"), ALGORITHMS, NEAR, few=1),
        89: OfModel(shmem_near_mpi, ALGORITHMS, NEAR),
        97: OfModel(share_faster, f"{SERIAL}\n{FULL}", 1 / SAME),
        98: over(("DTH best", "shmem"), ("DTH best", "mpi")),
        99: over(("DTH best", "mpi"), ("DTH COL", "mpi")),
        100: over(("DTH GEN", "mpi"), ("DTH best", "mpi"), NEAR),
        102: over(("DR GEN", "mpi"), ("DR best", "mpi"), NEAR),
        104: over(("DR best", "mpi"), ("DTH best", "mpi"), NEAR),
        105: OfModel(partial(even_faster, "DR best", "mpi"),
                     f"{FULL} --mesh 1x3\n{FULL} --mesh 1x2"),
        106: Both(
            OfModel(compared(BEST_OF_SHMEM, partial(best_of, path="mpi")), ALGORITHMS),
            OfModel(compared(partial(BEST_OF_SHMEM, orders="23"),
                             partial(BEST_OF_SHMEM, orders="01", without=COLLECTIVES)), ALGORITHMS),
            OfModel(partial(collective, "alltoallv", TRANSPOSES, True), ALGORITHMS),
            OfModel(partial(collective, "allreduce", SUMS, False), ALGORITHMS)),
        66: near_optimal(SENDRECV, "swap_printed"),
        67: Typically(ComparedSides(SENDRECV, SYNCHRONOUS, ("swap_printed",), low=1 / NEAR)),
        68: about(2, PUT, GET, "swap_printed"),
        75: faster(BEST_SHMEM, BEST_MPI, "swap_printed"),
        76: Both(faster(MPI_AT_ONCE, MPI_IN_TURN, "swap_printed"),
                 faster(SHMEM_AT_ONCE, SHMEM_IN_TURN, "swap_printed")),
        78: Both(faster(SHMEM_OVERLAP, SHMEM_PLAIN, "swap_printed"),
                 ComparedSides(MPI_PLAIN, MPI_OVERLAP, ("swap_printed",), low=1 / NEAR)),
        79: near_optimal(SENDRECV, "sendrecv"),
        80: near_optimal(GET, "swap_printed"),
        82: near_optimal(SENDRECV, *DIRECT, *SUMS),
        83: near_optimal(SIMPLE, "exchsum", "halfsum", "logtrans"),
        84: near_optimal(GET, *TRANSPOSES, *SUMS, few=2),
        85: faster(BEST_SHMEM, BEST_MPI, *TRANSPOSES, *SUMS),
        86: Ever(BEST_MPI, SENDRECV, (*TRANSPOSES, *SUMS), low=1.5),
        88: Ever(BEST_MPI, BEST_SHMEM, (*TRANSPOSES, *SUMS)),
        90: Crossing(MPI_LOG, MPI_DIRECT, ("logtrans",), ranks=4),
        91: faster(SHMEM_DIRECT, SHMEM_LOG, "logtrans", ranks=4),
        92: faster(ALLTOALL, MPI_TRANSPOSES, "alltoall"),
        93: faster(SHMEM_TRANSPOSES, MPI_TRANSPOSES, "srtrans"),
        94: Both(near_optimal(MPI_HALVING, "halfsum", among=MPI_SUMS, ranks=4),
                 near_optimal(SHMEM_HALVING, "halfsum", among=SHMEM_SUMS, ranks=4)),
        95: Reduced(MPI_SUMS, ALLREDUCE, ("allreduce",)),
        96: faster(SHMEM_SUMS, MPI_SUMS, "halfsum"),
    },
)
