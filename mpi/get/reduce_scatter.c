/* SPDX-License-Identifier: BSD-3-Clause */
/* The reduction of Luo 1996, one-sided, with every rank as root of a slice. */
#include "mpi/mpi_reduction.h"
#include "mpi/rma_window.h"

/* With space for each other rank's slice. */
static bool setup(struct job *job)
{
    return window_create(job, job->send, job->pattern->send_bytes(job),
                         (size_t)(job->ranks - 1) * job->bytes);
}

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const size_t own = (size_t)job->rank * job->bytes;
    const MPI_Win window = window_of(job);

    fence_before_gets(job); /* all vectors may be read */
    for (int i = 0; i < job->ranks - 1; i++)
        MPI_Get(window_scratch(job) + (size_t)i * job->bytes, reduction.count, reduction.datatype,
                (job->rank + job->ranks - 1 - i) % job->ranks, (MPI_Aint)own, reduction.count,
                reduction.datatype, window);
    memcpy(job->recv, job->send + own, job->bytes);
    fence_last(job); /* all slices have arrived; the send buffers may be rewritten */
    for (int i = 0; i < job->ranks - 1; i++)
        reduce_local(job->reduction, job->recv, job->recv,
                     window_scratch(job) + (size_t)i * job->bytes, job->bytes);
}

IMPLEMENTATION(mpi, get, reduce_scatter, .run = run, .setup = setup, .teardown = window_free,
               .waits = "2",
               .summary = "fence, MPI_Get of a slice from each rank, fence, all merge");
