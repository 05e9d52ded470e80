/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.4, one-sided. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    if (job->rank == ROOT) /* no store into a window while others put into it */
        memcpy(job->recv, job->send, job->bytes);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* the root's receive buffer may be written */
    if (job->rank != ROOT)
        window_put(job, job->send, ROOT, (size_t)job->rank * job->bytes);
    /* The root has all slices; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, gather, .run = run, .setup = window_over_recv, .teardown = window_free,
               .waits = "2",
               .summary = "fence, every rank's MPI_Put to its place at the root, fence");
