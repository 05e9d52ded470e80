/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, reduction, one-sided: the root reads and merges; in allreduce all others then read
 * the result. So each rank's window exposes its vector, except the root's, which exposes the
 * result. */
#include "mpi/mpi_reduction.h"
#include "mpi/rma_window.h"

/* The root has space for each other rank's vector. */
static size_t scratch_bytes(const struct job *job)
{
    return job->rank == ROOT ? (size_t)(job->ranks - 1) * job->bytes : 0;
}

static bool setup_reduce(struct job *job)
{
    return window_create(job, job->send, job->bytes, scratch_bytes(job));
}

static bool setup_allreduce(struct job *job)
{
    return window_create(job, job->rank == ROOT ? job->recv : job->send, job->bytes,
                         scratch_bytes(job));
}

static void run_reduce(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const int others = job->rank == ROOT ? job->ranks - 1 : 0;
    char *theirs = window_scratch(job);
    const MPI_Win window = window_of(job);

    fence_before_gets(job); /* all vectors may be read */
    for (int i = 0; i < others; i++)
        MPI_Get(theirs + (size_t)i * job->bytes, reduction.count, reduction.datatype, i + 1, 0,
                reduction.count, reduction.datatype, window);
    fence_last(job); /* the root has all of them; the send buffers may be rewritten */
    for (int i = 0; i < others; i++)
        reduce_local(job->reduction, job->recv, i == 0 ? job->send : job->recv,
                     theirs + (size_t)i * job->bytes, job->bytes);
}

static void run_allreduce(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const MPI_Win window = window_of(job);

    run_reduce(job);
    fence_before_gets(job); /* the result may be read */
    if (job->rank != ROOT)
        MPI_Get(job->recv, reduction.count, reduction.datatype, ROOT, 0, reduction.count,
                reduction.datatype, window);
    fence_last(job); /* all have the result; the root may merge again */
}

IMPLEMENTATION(
    mpi, get, reduce, .run = run_reduce, .setup = setup_reduce, .teardown = window_free,
    .waits = "2",
    .summary = "fence, the root's MPI_Get from each rank in order, fence; the root merges");
IMPLEMENTATION(mpi, get, allreduce, .run = run_allreduce, .setup = setup_allreduce,
               .teardown = window_free, .waits = "4",
               .summary = "as reduce, then fence, every rank's MPI_Get of the result, fence");
