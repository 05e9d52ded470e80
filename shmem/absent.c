/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "*", "counter mutual_exclusion", "OpenSHMEM's own call for it is in library");
ABSENT(shmem, "*", "single",
       "no call chooses who comes first: library has a compare-and-swap, a barrier and a get");
ABSENT(shmem, "*", "master_worker", "each PE takes the next task by itself, in get");
ABSENT(shmem, "put", "shift_printed naive_broadcast_printed alltoall_printed",
       "printed as a get; shift, naive_broadcast and alltoall have a put");
ABSENT(shmem, "get", "tree_broadcast_printed put_acknowledged_printed", "printed as a put");
ABSENT(shmem, "library",
       "shift_printed naive_broadcast_printed alltoall_printed "
       "tree_broadcast_printed put_acknowledged_printed",
       "printed with single puts and gets");

ABSENT(shmem, "put_spin", "*",
       "it differs from put only in how a rank waits, which is the subject of put_acknowledged "
       "(ARSC's table 3 beside table 4)");

ABSENT(shmem, "library", "pingpong distant shift bandwidth message_rate bidirectional overlap",
       "OpenSHMEM has no call for it that both ranks make: one side puts or gets");
ABSENT(shmem, "library", "get put distant_get distant_put put_acknowledged remote_read",
       "one-sided by definition: the protocols put and get");
ABSENT(shmem, "library", "naive_broadcast tree_broadcast alltoall_unrotated",
       "the library chooses the order in which data travel; these patterns prescribe it");
ABSENT(shmem, "library", "*",
       "OpenSHMEM 1.4 has no such collective: only broadcast, collect, alltoall and reductions "
       "whose whole result every PE receives");

ABSENT(shmem, "put", "get distant_get remote_read", "it is a get by definition");
ABSENT(shmem, "get", "put distant_put put_acknowledged", "it is a put by definition");
ABSENT(shmem, "get", "barrier", "a barrier moves no data: there is nothing to get");
