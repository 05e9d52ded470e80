/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, which gets from the left; here each rank puts to the
 * right. */
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_puts(job); /* all receive buffers may be written */
    window_put(job, job->send, rank_after(job, 1), 0);
    fence_last(job); /* all have the message from their left; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, put, shift, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, MPI_Put to the right neighbour, fence");
