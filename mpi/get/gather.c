/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, gather, one-sided. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_gets(job); /* all slices may be read */
    if (job->rank == ROOT) {
        for (int from = 1; from < job->ranks; from++)
            window_get(job, job->recv + (size_t)from * job->bytes, from, 0);
        memcpy(job->recv, job->send, job->bytes);
    }
    fence_last(job); /* the root has all slices; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, get, gather, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, the root's MPI_Get from each rank in order, fence");
