/* SPDX-License-Identifier: BSD-3-Clause */
/* Issues all puts before it waits for the first. */
#include "mpi/flush.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        notify_ready(job, ROOT);
        await_arrival(job, ROOT);
        return;
    }
    for (int to = 1; to < job->ranks; to++) {
        await(to, READY);
        window_put(job, job->send + (size_t)to * job->bytes, to, 0);
    }
    for (int to = 1; to < job->ranks; to++)
        flush_and_notify(job, to);
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(
    mpi, flush, scatter, FLUSH_OVER_RECV, .run = run, .waits = "P",
    .summary =
        "the root puts each slice to its receiver (MPI_Put), then flushes and notifies each");
