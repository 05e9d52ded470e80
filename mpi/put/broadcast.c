/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3, which gets; here the root puts. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_puts(job); /* all receive buffers may be written */
    if (job->rank == ROOT)
        for (int to = 1; to < job->ranks; to++)
            window_put(job, job->send, to, 0);
    fence_last(job); /* all have the data; the root may rewrite its buffer */
}

IMPLEMENTATION(mpi, put, broadcast, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, the root's MPI_Put to each rank in order, fence");
IMPLEMENTATION(mpi, put, naive_broadcast, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, the root's MPI_Put to each rank in order, fence");
