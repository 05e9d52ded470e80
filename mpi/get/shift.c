/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The thesis on the same tests names the neighbour
 * (rank - 1) mod size, which C makes -1 on rank 0. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int left = (job->rank + job->ranks - 1) % job->ranks;
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all messages may be read */
    window_get(job, job->recv, left, 0);
    /* All have the message from their left; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, shift, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2", .summary = "fence, MPI_Get from the left neighbour, fence");
