/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: in rotated order, so that ranks do not all access
 * the same one; or all starting with rank 0, against which the paper warns. */
#include "mpi/flush/all_ranks.h"

/* To `first` and the `count` - 1 ranks after it. */
static void exchange(struct job *job, int first, int count)
{
    const size_t own = (size_t)job->rank * job->bytes;

    memcpy(job->recv + own, job->send + own, job->bytes); /* before others write into the window */
    all_ranks_begin(job);
    for (int j = 0; j < count; j++) {
        const int to = (first + j) % job->ranks;

        if (to != job->rank)
            window_put(job, job->send + (size_t)to * job->bytes, to, own);
    }
    all_ranks_end(job);
}

static void run(struct job *job)
{
    exchange(job, job->rank + 1, job->ranks - 1);
}

static void run_unrotated(struct job *job)
{
    exchange(job, 0, job->ranks);
}

IMPLEMENTATION(mpi, flush, alltoall, FLUSH_OVER_RECV, .run = run, .waits = "2(P-1)",
               .summary = "each rank puts to every other, in rotated order (MPI_Put, "
                          "MPI_Win_flush_all)");
IMPLEMENTATION(mpi, flush, alltoall_unrotated, FLUSH_OVER_RECV, .run = run_unrotated,
               .waits = "2(P-1)",
               .summary = "each rank puts to every other, starting with rank 0 (MPI_Put, "
                          "MPI_Win_flush_all)");
