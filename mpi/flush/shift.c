/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "mpi/flush.h"

static void run(struct job *job)
{
    const int right = rank_after(job, 1);
    const int left = rank_before(job, 1);

    window_sync(job); /* this rank's window is free */
    notify_and_await(left, right, READY);
    window_put(job, job->send, right, 0);
    MPI_Win_flush(right, window_of(job)); /* it has arrived, and the send buffer may be rewritten */
    notify_and_await(right, left, ARRIVED);
    window_sync(job); /* the left neighbour's put is visible */
}

IMPLEMENTATION(mpi, flush, shift, FLUSH_OVER_RECV, .run = run, .waits = "2",
               .summary = "each rank puts to its right neighbour (MPI_Put, MPI_Win_flush)");
