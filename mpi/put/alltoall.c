/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, which gets; here each rank puts. The thesis on the
 * same tests uses one buffer for all partners. */
#include "mpi/rma_window.h"

static void put_block(struct job *job, int to)
{
    window_put(job, job->send + (size_t)to * job->bytes, to, (size_t)job->rank * job->bytes);
}

static void begin(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;

    /* Now, because no rank may store into a window while others put into it. */
    memcpy(job->recv + own, job->send + own, job->bytes);
    fence_before_puts(job); /* all receive buffers may be written */
}

static void run_rotated(struct job *job)
{
    begin(job);
    for (int j = 1; j < job->ranks; j++)
        put_block(job, rank_after(job, j));
    fence_last(job); /* all blocks have arrived; the send buffers may be rewritten */
}

static void run_unrotated(struct job *job)
{
    begin(job);
    for (int to = 0; to < job->ranks; to++)
        if (to != job->rank)
            put_block(job, to);
    fence_last(job); /* as above */
}

IMPLEMENTATION(mpi, put, alltoall, WINDOW_OVER_RECV, .run = run_rotated, .waits = "2",
               .summary = "fence, MPI_Put to each rank in rotated order, fence");
IMPLEMENTATION(mpi, put, alltoall_unrotated, WINDOW_OVER_RECV, .run = run_unrotated, .waits = "2",
               .summary = "fence, MPI_Put to rank 0 first, then 1, and so on, fence");
