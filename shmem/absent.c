/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "*", "counter mutual_exclusion", "measured over library, OpenSHMEM's own call");
ABSENT(shmem, "*", "single",
       "no call chooses who comes first: library has a compare-and-swap, a barrier and a get");
ABSENT(shmem, "*", "master_worker", "measured over get: each PE takes the next task itself");
ABSENT(shmem, "put",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed",
       "printed as a get; shift, naive_broadcast and alltoall have a put");
ABSENT(shmem, "get", "tree_broadcast_printed put_acknowledged_printed", "printed as a put");
ABSENT(shmem, "library",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed "
       "tree_broadcast_printed put_acknowledged_printed",
       "printed with single puts and gets");

ABSENT(
    shmem, "put_spin", "*",
    "it differs from put only in how a rank waits, which put_acknowledged compares (ARSC's tables "
    "3 and 4)");

ABSENT(shmem, "*", "pingping", "printed for MPI's two-sided messages: see bidirectional");

ABSENT(shmem, "library", "pingpong distant shift bandwidth message_rate bidirectional overlap",
       "OpenSHMEM has no two-sided call: one side puts or gets");
ABSENT(shmem, "library", "get put distant_get distant_put put_acknowledged remote_read",
       "one-sided by definition: the protocols put and get");
ABSENT(shmem, "library", "naive_broadcast tree_broadcast alltoall_unrotated",
       "the library chooses the order in which data travel; these patterns prescribe it");
ABSENT(shmem, "library", "*",
       "OpenSHMEM 1.4 has no such collective: only broadcast, collect, alltoall and reductions "
       "whose whole result every PE receives");

ABSENT(shmem, "put", "get distant_get remote_read", "the pattern is a get");
ABSENT(shmem, "get", "put distant_put put_acknowledged", "the pattern is a put");
ABSENT(shmem, "get", "barrier", "a barrier moves no data: there is nothing to get");
