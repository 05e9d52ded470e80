/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "mpi/get/one_fence.h"

static void run(struct job *job)
{
    window_get(job, job->recv, rank_before(job, 1), 0);
    window_fence(job, 0); /* all have their left neighbour's message */
}

IMPLEMENTATION(mpi, get, shift_printed, ONE_FENCE, .run = run,
               .summary = "MPI_Get from the left neighbour, one fence");
