/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, reduction: each rank merges its vector into a shared one in a critical section, which
 * here is inside MPI_Accumulate at the target. The paper never resets that vector; here each run
 * starts from the root's own. In allreduce the root then puts the result to all others. */
#include "mpi/mpi_reduction.h"
#include "mpi/rma_window.h"

static void accumulate(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    if (job->rank == ROOT)
        memcpy(job->recv, job->send, job->bytes);
    /* All receive buffers may be written; the root's has a vector to merge into. */
    fence_before_puts(job);
    if (job->rank != ROOT)
        mpi_reduction_accumulate(&reduction, job->send, ROOT, window_of(job));
}

static void run_reduce(struct job *job)
{
    accumulate(job);
    fence_last(job); /* all have been merged; the send buffers may be rewritten */
}

static void run_allreduce(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const MPI_Win window = window_of(job);

    accumulate(job);
    window_fence(job, MPI_MODE_NOSTORE); /* as in reduce; the root has the result */
    if (job->rank == ROOT)
        for (int to = 1; to < job->ranks; to++)
            MPI_Put(job->recv, reduction.count, reduction.datatype, to, 0, reduction.count,
                    reduction.datatype, window);
    fence_last(job); /* and so have all others */
}

IMPLEMENTATION(mpi, put, reduce, WINDOW_OVER_RECV, .run = run_reduce, .waits = "2",
               .summary = "fence, every rank's MPI_Accumulate into the root, fence");
IMPLEMENTATION(mpi, put, allreduce, WINDOW_OVER_RECV, .run = run_allreduce, .waits = "3",
               .summary = "fence, MPI_Accumulate into the root, fence, its MPI_Put to all, fence");
