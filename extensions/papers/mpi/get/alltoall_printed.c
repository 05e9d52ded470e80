/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1 to p - 1 from rank - j; and the order
 * against which it warns, for j = 0 to p - 1 from j. */
#include "mpi/get/one_fence.h"

static void get_block(struct job *job, int from)
{
    window_get(job, job->recv + (size_t)from * job->bytes, from, (size_t)job->rank * job->bytes);
}

static void run_rotated(struct job *job)
{
    for (int j = 1; j < job->ranks; j++)
        get_block(job, rank_before(job, j));
    window_fence(job, 0); /* all have their blocks */
}

static void run_unrotated(struct job *job)
{
    for (int from = 0; from < job->ranks; from++)
        get_block(job, from);
    window_fence(job, 0); /* all have their blocks */
}

IMPLEMENTATION(mpi, get, alltoall_printed, ONE_FENCE, .run = run_rotated,
               .summary = "MPI_Get from every other rank, the left one first, one fence");
IMPLEMENTATION(mpi, get, alltoall_unrotated_printed, ONE_FENCE, .run = run_unrotated,
               .summary = "MPI_Get from every rank, rank 0 first, one fence");
