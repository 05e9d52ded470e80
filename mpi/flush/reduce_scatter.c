/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors arrive. In allreduce every rank merges its
 * whole vector into every other's. */
#include "mpi/flush/all_ranks.h"
#include "mpi/mpi_reduction.h"

/* What rank r receives begins at r times `distance`. */
static void exchange(struct job *job, size_t stride)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    memcpy(job->recv, job->send + (size_t)job->rank * stride, job->bytes);
    all_ranks_begin(job); /* the others may merge into it */
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        mpi_reduction_accumulate(&reduction, job->send + (size_t)to * stride, to, window_of(job));
    }
    all_ranks_end(job);
}

static void run(struct job *job)
{
    exchange(job, job->bytes);
}

static void run_allreduce(struct job *job)
{
    exchange(job, 0);
}

IMPLEMENTATION(mpi, flush, reduce_scatter, FLUSH_OVER_RECV, .run = run, .waits = "2(P-1)",
               .summary = "each rank merges a slice into every other's (MPI_Accumulate, "
                          "MPI_Win_flush_all)");
IMPLEMENTATION(mpi, flush, allreduce, FLUSH_OVER_RECV, .run = run_allreduce, .waits = "2(P-1)",
               .summary = "each rank merges its vector into every other's (MPI_Accumulate, "
                          "MPI_Win_flush_all)");
