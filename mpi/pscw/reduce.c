/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors arrive. */
#include "mpi/mpi_reduction.h"
#include "mpi/pscw/pscw.h"

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    if (job->rank != ROOT) {
        epoch_start(job);
        mpi_reduction_accumulate(&reduction, job->send, ROOT, window_of(job));
        epoch_complete(job); /* the send buffer may be rewritten */
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* what the others are merged into, before they may */
    epoch_post(job);
    epoch_wait(job); /* the result has arrived */
}

IMPLEMENTATION(mpi, pscw, reduce, PSCW_ROOT, .run = run, .waits = "2",
               .summary = "each rank merges its vector into the root's (MPI_Accumulate), "
                          "in one epoch");
