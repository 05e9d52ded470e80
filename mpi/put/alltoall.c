/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, which gets; here each rank puts. The thesis on the
 * same tests uses one buffer for all partners. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void put_block(struct job *job, int to)
{

    window_put(job, job->send + (size_t)to * job->bytes, to, (size_t)job->rank * job->bytes);
}

static void put_rotated(struct job *job)
{
    for (int j = 1; j < job->ranks; j++)
        put_block(job, (job->rank + j) % job->ranks);
}

static void put_unrotated(struct job *job)
{
    for (int to = 0; to < job->ranks; to++)
        if (to != job->rank)
            put_block(job, to);
}

static void run_with(struct job *job, void (*put_all)(struct job *job))
{
    const size_t own = (size_t)job->rank * job->bytes;

    /* Now, because no rank may store into a window while others put into it. */
    memcpy(job->recv + own, job->send + own, job->bytes);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window_of(job)); /* all receive buffers may be written */
    put_all(job);
    /* All blocks have arrived; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window_of(job));
}

static void run_rotated(struct job *job)
{
    run_with(job, put_rotated);
}

static void run_unrotated(struct job *job)
{
    run_with(job, put_unrotated);
}

IMPLEMENTATION(mpi, put, alltoall, .run = run_rotated, .setup = window_over_recv,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Put to each rank in rotated order, fence");
IMPLEMENTATION(mpi, put, alltoall_unrotated, .run = run_unrotated, .setup = window_over_recv,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Put to rank 0 first, then 1, and so on, fence");
