/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.4, one-sided, with every rank as root. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;
    const MPI_Win window = window_of(job);

    /* Now, because no rank may store into a window while others put into it. */
    memcpy(job->recv + own, job->send, job->bytes);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* all receive buffers may be written */
    for (int j = 1; j < job->ranks; j++)
        window_put(job, job->send, (job->rank + j) % job->ranks, own);
    /* All have all slices; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, allgather, .run = run, .setup = window_over_recv, .teardown = window_free,
               .waits = "2", .summary = "fence, MPI_Put to each rank in rotated order, fence");
