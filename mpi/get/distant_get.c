/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 1: all ranks join the fence. */
#include "mpi/get/one_fence.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        window_get(job, job->recv, (int)job->series, 0);
    window_fence(job, 0); /* rank 0 has the data */
}

IMPLEMENTATION(mpi, get, distant_get, ONE_FENCE, .run = run,
               .summary = "rank 0's MPI_Get from the partner, one fence");
