/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.3, one-sided: the root reads and merges; in allreduce all others then read
 * the result. So each rank's window exposes its vector, except the root's, which exposes the
 * result. */
#include "comops/comops.h"
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

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all vectors may be read */
    for (int i = 0; i < others; i++)
        MPI_Get(theirs + (size_t)i * job->bytes, reduction.count, reduction.datatype, i + 1, 0,
                reduction.count, reduction.datatype, window);
    /* The root has all of them; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
    for (int i = 0; i < others; i++)
        reduce_local(job->reduction, job->recv, i == 0 ? job->send : job->recv,
                     theirs + (size_t)i * job->bytes, job->bytes);
}

static void run_allreduce(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);
    const MPI_Win window = window_of(job);

    run_reduce(job);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* the result may be read */
    if (job->rank != ROOT)
        MPI_Get(job->recv, reduction.count, reduction.datatype, ROOT, 0, reduction.count,
                reduction.datatype, window);
    /* All have the result; the root may merge again. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(
    mpi, get, reduce, .run = run_reduce, .setup = setup_reduce, .teardown = window_free,
    .waits = "2",
    .summary = "fence, the root's MPI_Get from each rank in order, fence; the root merges");
IMPLEMENTATION(mpi, get, allreduce, .run = run_allreduce, .setup = setup_allreduce,
               .teardown = window_free, .waits = "4",
               .summary = "as reduce, then fence, every rank's MPI_Get of the result, fence");
