/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors arrive. */
#include "mpi/flush.h"
#include "mpi/mpi_reduction.h"

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    if (job->rank != ROOT) {
        await(ROOT, READY);
        mpi_reduction_accumulate(&reduction, job->send, ROOT, window_of(job));
        flush_and_notify(job, ROOT);
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* which the others' are merged into */
    for (int from = 1; from < job->ranks; from++)
        notify_ready(job, from);
    for (int from = 1; from < job->ranks; from++)
        await_arrival(job, from);
}

IMPLEMENTATION(mpi, flush, reduce, FLUSH_OVER_RECV, .run = run, .waits = "P",
               .summary = "each rank merges its vector into the root's (MPI_Accumulate, "
                          "MPI_Win_flush)");
