/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "library", "pingpong distant shift bandwidth bidirectional",
       "OpenSHMEM has no call for it that both ranks make: one side puts or gets");
ABSENT(shmem, "library", "get put put_acknowledged",
       "one-sided by definition: the protocols put and get");
ABSENT(
    shmem, "library", "gather scatter reduce reduce_scatter",
    "OpenSHMEM 1.4 has no such collective: only broadcast, collect, alltoall and reductions whose "
    "whole result every PE receives");
ABSENT(shmem, "library", "naive_broadcast tree_broadcast alltoall_unrotated",
       "the library chooses the order in which data travel; these patterns prescribe it");
ABSENT(shmem, "put", "get", "it is a get by definition");
ABSENT(shmem, "get", "put put_acknowledged", "it is a put by definition");
ABSENT(shmem, "get", "barrier", "a barrier moves no data: there is nothing to get");
ABSENT(
    shmem, "put_spin",
    "pingpong broadcast reduce gather scatter distant shift naive_broadcast tree_broadcast "
    "alltoall alltoall_unrotated get put remote_read bandwidth bidirectional allgather allreduce "
    "reduce_scatter barrier swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
    "it only differs from put in how a rank waits, which is the subject of put_acknowledged "
    "(ARSC's table 3 beside table 4)");

#define WORLEY "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum"
#define MADE_OF_SWAPS                                                                              \
    "they are made of SWAP and SENDRECV, whose protocols (x,y) have a column of their own"

ABSENT(shmem, "library", WORLEY, MADE_OF_SWAPS);
ABSENT(shmem, "put", WORLEY, MADE_OF_SWAPS);
ABSENT(shmem, "get", WORLEY, MADE_OF_SWAPS);
ABSENT(shmem, "library", "remote_read", "it reads one-sidedly: see get");
ABSENT(shmem, "put", "remote_read", "it is a get by definition");
