/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/flush.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        await(ROOT, READY);
        window_put(job, job->send, ROOT, (size_t)job->rank * job->bytes);
        flush_and_notify(job, ROOT);
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* before others write into the window */
    for (int from = 1; from < job->ranks; from++)
        notify_ready(job, from);
    for (int from = 1; from < job->ranks; from++)
        await_arrival(job, from);
}

IMPLEMENTATION(mpi, flush, gather, FLUSH_OVER_RECV, .run = run, .waits = "P",
               .summary = "each rank puts its slice to the root (MPI_Put, MPI_Win_flush)");
