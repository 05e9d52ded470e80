/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, and the order against which it warns. Their harness
 * makes arrays and window one block long; they need one block per rank. The thesis on the same
 * tests uses one buffer for all partners. */
#include "mpi/rma_window.h"

static void get_block(struct job *job, int from)
{
    char *to = job->recv + (size_t)from * job->bytes;

    if (from == job->rank)
        memcpy(to, job->send + (size_t)from * job->bytes, job->bytes);
    else
        window_get(job, to, from, (size_t)job->rank * job->bytes);
}

static void run_rotated(struct job *job)
{
    fence_before_gets(job); /* all send buffers may be read */
    for (int j = 0; j < job->ranks; j++)
        get_block(job, rank_before(job, j));
    fence_last(job); /* all blocks are there; the send buffers may be rewritten */
}

static void run_unrotated(struct job *job)
{
    fence_before_gets(job); /* all send buffers may be read */
    for (int from = 0; from < job->ranks; from++)
        get_block(job, from);
    fence_last(job); /* all blocks are there; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, get, alltoall, WINDOW_OVER_SEND, .run = run_rotated, .waits = "2",
               .summary = "fence, MPI_Get from each rank in rotated order, fence");
IMPLEMENTATION(mpi, get, alltoall_unrotated, WINDOW_OVER_SEND, .run = run_unrotated, .waits = "2",
               .summary = "fence, MPI_Get from rank 0 first, then 1, and so on, fence");
