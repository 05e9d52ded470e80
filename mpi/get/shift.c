/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The thesis on the same tests names the neighbour
 * (rank - 1) mod size, which C makes -1 on rank 0. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int left = rank_before(job, 1);

    fence_before_gets(job); /* all messages may be read */
    window_get(job, job->recv, left, 0);
    fence_last(job); /* all have the message from their left; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, get, shift, WINDOW_OVER_SEND, .run = run, .waits = "2",
               .summary = "fence, MPI_Get from the left neighbour, fence");
