/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 1, by MPI-2. MPI_Get may return before the data
 * arrive, so a fence must be timed; it is collective, so rank 1 takes part in it. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_gets(job); /* rank 1's data may be read */
    if (job->rank == 0)
        window_get(job, job->recv, 1, 0);
    fence_last(job); /* rank 0 has them */
}

IMPLEMENTATION(mpi, get, get, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, MPI_Get, fence");
