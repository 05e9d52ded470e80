/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "library", "pingpong distant shift bandwidth bidirectional",
       "OpenSHMEM has no call for it that both ranks make: one side puts or gets.");
ABSENT(shmem, "library", "get put put_acknowledged",
       "One-sided by definition: the protocols put and get.");
ABSENT(shmem, "library", "gather scatter reduce reduce_scatter",
       "OpenSHMEM 1.4 has no such collective: only broadcast, collect, alltoall and reductions whose "
       "whole result every PE receives.");
ABSENT(shmem, "library", "naive_broadcast tree_broadcast alltoall_unrotated",
       "The library chooses the order in which data travel; these patterns prescribe it.");
ABSENT(shmem, "put", "get", "It is a get by definition.");
ABSENT(shmem, "get", "put put_acknowledged", "It is a put by definition.");
ABSENT(shmem, "get", "barrier", "A barrier moves no data: there is nothing to get.");
ABSENT(shmem, "put_spin",
       "pingpong broadcast reduce gather scatter distant shift naive_broadcast tree_broadcast "
       "alltoall alltoall_unrotated get put bandwidth bidirectional allgather allreduce "
       "reduce_scatter barrier swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "It only differs from put in how a rank waits, which is the subject of put_acknowledged "
       "(ARSC's table 3 beside table 4).");
