/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, scatter, one-sided. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_puts(job); /* all receive buffers may be written */
    if (job->rank == ROOT) {
        for (int to = 1; to < job->ranks; to++)
            window_put(job, job->send + (size_t)to * job->bytes, to, 0);
        memcpy(job->recv, job->send, job->bytes); /* nobody puts into the root's window */
    }
    /* All have their slices; the root may rewrite its buffer. */
    window_fence(job, MPI_MODE_NOSUCCEED);
}

IMPLEMENTATION(mpi, put, scatter, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, the root's MPI_Put to each rank in order, fence");
