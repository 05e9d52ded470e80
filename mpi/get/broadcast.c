/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3; there each rank reads into the buffer it exposes. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* the root's data may be read */
    if (job->rank != ROOT)
        window_get(job, job->recv, ROOT, 0);
    /* All have the data; the root may rewrite its buffer. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, broadcast, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2", .summary = "fence, every rank's MPI_Get from the root, fence");
IMPLEMENTATION(mpi, get, naive_broadcast, .run = run, .setup = window_over_send,
               .teardown = window_free, .waits = "2",
               .summary = "fence, every rank's MPI_Get from the root, fence");
