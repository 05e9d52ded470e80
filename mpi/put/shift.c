/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, which gets from the left; here each rank puts to the
 * right. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int right = (job->rank + 1) % job->ranks;
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* all receive buffers may be written */
    window_put(job, job->send, right, 0);
    /* All have the message from their left; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, shift, .run = run, .setup = window_over_recv, .teardown = window_free,
               .waits = "2", .summary = "fence, MPI_Put to the right neighbour, fence");
