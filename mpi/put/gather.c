/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, gather, one-sided. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    if (job->rank == ROOT) /* no store into a window while others put into it */
        memcpy(job->recv, job->send, job->bytes);
    fence_before_puts(job); /* the root's receive buffer may be written */
    if (job->rank != ROOT)
        window_put(job, job->send, ROOT, (size_t)job->rank * job->bytes);
    fence_last(job); /* the root has all slices; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, put, gather, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, every rank's MPI_Put to its place at the root, fence");
