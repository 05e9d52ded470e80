/* SPDX-License-Identifier: BSD-3-Clause */
/* Issues all puts before it waits for the first; or, naive (Luecke, Spanoyannis and Kraeva 2004,
 * test 3), serves one rank after the other. */
#include "mpi/flush.h"

static void receive(const struct job *job)
{
    notify_ready(job, ROOT);
    await_arrival(job, ROOT);
}

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        receive(job);
        return;
    }
    for (int to = 1; to < job->ranks; to++) {
        await(to, READY);
        window_put(job, job->send, to, 0);
    }
    for (int to = 1; to < job->ranks; to++)
        flush_and_notify(job, to);
}

static void run_naive(struct job *job)
{
    if (job->rank != ROOT) {
        receive(job);
        return;
    }
    for (int to = 1; to < job->ranks; to++) {
        await(to, READY);
        window_put(job, job->send, to, 0);
        flush_and_notify(job, to);
    }
}

IMPLEMENTATION(mpi, flush, broadcast, FLUSH_OVER_RECV, .run = run, .waits = "P",
               .summary = "the root puts to all (MPI_Put), then flushes and notifies each");
IMPLEMENTATION(mpi, flush, naive_broadcast, FLUSH_OVER_RECV, .run = run_naive, .waits = "P",
               .summary = "the root puts to one rank after the other (MPI_Put, MPI_Win_flush)");
