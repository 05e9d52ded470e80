/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1 to p - 1 from rank - j. */
#include "mpi/get/one_fence.h"

static void run(struct job *job)
{
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        window_get(job, job->recv + (size_t)from * job->bytes, from,
                   (size_t)job->rank * job->bytes);
    }
    window_fence(job, 0); /* all have their blocks */
}

IMPLEMENTATION(mpi, get, alltoall_printed, ONE_FENCE, .run = run,
               .summary = "MPI_Get from every other rank, the left one first, one fence");
