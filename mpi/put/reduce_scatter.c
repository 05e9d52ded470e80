/* SPDX-License-Identifier: BSD-3-Clause */
/* The reduction of Luo 1996, by MPI_Accumulate, with every rank as root of a slice. */
#include "mpi/mpi_reduction.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const MPI_Win window = window_of(job);

    memcpy(job->recv, job->send + (size_t)job->rank * job->bytes, job->bytes);
    fence_before_puts(job); /* all ranks' slices are ready to merge into */
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        mpi_reduction_accumulate(&reduction, job->send + (size_t)to * job->bytes, to, window);
    }
    fence_last(job); /* all have been merged; the send buffers may be rewritten */
}

IMPLEMENTATION(
    mpi, put, reduce_scatter, WINDOW_OVER_RECV, .run = run, .waits = "2",
    .summary = "fence, MPI_Accumulate of a slice into each rank in rotated order, fence");
