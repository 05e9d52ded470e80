/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, gather, one-sided, with every rank as root. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;

    /* Now, because no rank may store into a window while others put into it. */
    memcpy(job->recv + own, job->send, job->bytes);
    fence_before_puts(job); /* all receive buffers may be written */
    for (int j = 1; j < job->ranks; j++)
        window_put(job, job->send, rank_after(job, j), own);
    fence_last(job); /* all have all slices; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, put, allgather, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, MPI_Put to each rank in rotated order, fence");
