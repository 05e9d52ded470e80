/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, scatter, one-sided. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_gets(job); /* the root's data may be read */
    if (job->rank == ROOT)
        memcpy(job->recv, job->send, job->bytes);
    else
        window_get(job, job->recv, ROOT, (size_t)job->rank * job->bytes);
    fence_last(job); /* all have their slices; the root may rewrite its buffer */
}

IMPLEMENTATION(mpi, get, scatter, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, every rank's MPI_Get of its slice from the root, fence");
