/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/window.h"
#include "mpi/flush.h"

static void run(struct job *job)
{
    const int other = 1 - job->rank;

    if (job->rank > 1)
        return;
    window_sync(job); /* this rank's window is free */
    notify_and_await(other, other, READY);
    for (int i = 0; i < window_messages(job->bytes); i++)
        window_put(job, job->send + (size_t)i * job->bytes, other, (size_t)i * job->bytes);
    MPI_Win_flush(other, window_of(job)); /* it has arrived, and the send buffer may be rewritten */
    notify_and_await(other, other, ARRIVED);
    window_sync(job); /* the other's puts are visible */
}

IMPLEMENTATION(mpi, flush, bidirectional, FLUSH_OVER_RECV, .run = run, .waits = "2",
               .summary = "both put all messages (MPI_Put), then MPI_Win_flush");
