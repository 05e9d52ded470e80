/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. */
#include "mpi/get/one_fence.h"

static void run(struct job *job)
{
    if (job->rank != ROOT)
        window_get(job, job->recv, ROOT, 0);
    window_fence(job, 0); /* all have the data */
}

IMPLEMENTATION(mpi, get, naive_broadcast_printed, ONE_FENCE, .run = run,
               .summary = "MPI_Get from the root, one fence");
