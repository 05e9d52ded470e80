/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/flush/all_ranks.h"

static void run(struct job *job)
{
    const size_t place = (size_t)job->rank * job->bytes;

    memcpy(job->recv + place, job->send, job->bytes); /* before others write into the window */
    all_ranks_begin(job);
    for (int j = 1; j < job->ranks; j++)
        window_put(job, job->send, rank_after(job, j), place);
    all_ranks_end(job);
}

IMPLEMENTATION(mpi, flush, allgather, FLUSH_OVER_RECV, .run = run, .waits = "2(P-1)",
               .summary = "each rank puts to every other, in rotated order (MPI_Put, "
                          "MPI_Win_flush_all)");
