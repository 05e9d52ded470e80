/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3, which gets; here the root puts. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* all receive buffers may be written */
    if (job->rank == ROOT)
        for (int to = 1; to < job->ranks; to++)
            window_put(job, job->send, to, 0);
    /* All have the data; the root may rewrite its buffer. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, broadcast, .run = run, .setup = window_over_recv, .teardown = window_free,
               .waits = "2", .summary = "fence, the root's MPI_Put to each rank in order, fence");
IMPLEMENTATION(mpi, put, naive_broadcast, .run = run, .setup = window_over_recv,
               .teardown = window_free, .waits = "2",
               .summary = "fence, the root's MPI_Put to each rank in order, fence");
