/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3; there each rank reads into the buffer it exposes. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_gets(job); /* the root's data may be read */
    if (job->rank != ROOT)
        window_get(job, job->recv, ROOT, 0);
    fence_last(job); /* all have the data; the root may rewrite its buffer */
}

IMPLEMENTATION(mpi, get, broadcast, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, every rank's MPI_Get from the root, fence");
IMPLEMENTATION(mpi, get, naive_broadcast, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, every rank's MPI_Get from the root, fence");
