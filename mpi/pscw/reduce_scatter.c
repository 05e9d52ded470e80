/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors arrive. In allreduce every rank merges its
 * whole vector into every other's. */
#include "mpi/mpi_reduction.h"
#include "mpi/pscw/pscw.h"

/* What rank r receives begins at r times `distance`. */
static void exchange(struct job *job, size_t stride)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    memcpy(job->recv, job->send + (size_t)job->rank * stride, job->bytes);
    epoch_post(job); /* the others may merge into it; before the start, or all wait in a cycle */
    epoch_start(job);
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        mpi_reduction_accumulate(&reduction, job->send + (size_t)to * stride, to, window_of(job));
    }
    epoch_complete(job); /* the send buffer may be rewritten */
    epoch_wait(job);     /* the result has arrived */
}

static void run(struct job *job)
{
    exchange(job, job->bytes);
}

static void run_allreduce(struct job *job)
{
    exchange(job, 0);
}

IMPLEMENTATION(mpi, pscw, reduce_scatter, PSCW_OTHERS, .run = run, .waits = "2",
               .summary = "each rank merges a slice into every other's (MPI_Accumulate), "
                          "in one epoch");
IMPLEMENTATION(mpi, pscw, allreduce, PSCW_OTHERS, .run = run_allreduce, .waits = "2",
               .summary = "each rank merges its vector into every other's (MPI_Accumulate), "
                          "in one epoch");
