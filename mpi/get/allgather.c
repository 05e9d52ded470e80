/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, gather, one-sided, with every rank as root. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_gets(job); /* all slices may be read */
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        window_get(job, job->recv + (size_t)from * job->bytes, from, 0);
    }
    memcpy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    fence_last(job); /* all have all slices; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, get, allgather, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, MPI_Get from each rank in rotated order, fence");
