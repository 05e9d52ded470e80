/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "*", "counter mutual_exclusion", "measured over library, OpenSHMEM's own call");
ABSENT(shmem, "*", "single",
       "no call chooses who comes first: library has a compare-and-swap, a barrier and a get");
ABSENT(shmem, "*", "master_worker", "measured over get: each PE takes the next task itself");

ABSENT(shmem, "*", "pingping", "printed for MPI's two-sided messages: see bidirectional");

ABSENT(shmem, "get", "halo halo_open halo_strided", "measured over put");
ABSENT(shmem, "library", "halo halo_open halo_strided",
       "OpenSHMEM has no neighbourhood collective");
ABSENT(shmem, "library", "pingpong distant shift bandwidth message_rate bidirectional overlap",
       "OpenSHMEM has no two-sided call: one side puts or gets");
ABSENT(shmem, "library", "get put distant_get distant_put put_acknowledged remote_read",
       "one-sided by definition: the protocols put and get");
ABSENT(shmem, "library", "naive_broadcast alltoall_unrotated",
       "the library chooses the order in which data travel; these patterns prescribe it");
ABSENT(shmem, "library", "*",
       "OpenSHMEM 1.4 has no such collective: only broadcast, collect, alltoall and reductions "
       "whose whole result every PE receives");

ABSENT(shmem, "put", "get distant_get remote_read", "the pattern is a get");
ABSENT(shmem, "get", "put distant_put put_acknowledged", "the pattern is a put");
ABSENT(shmem, "get", "barrier", "a barrier moves no data: there is nothing to get");
