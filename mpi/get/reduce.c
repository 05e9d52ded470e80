/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.3, one-sided: the root reads and merges; in allreduce all others then read
 * the result. So a window shows what others want of a rank: its vector, but of that root the
 * result. */
#include "comops/comops.h"
#include "comops/maximum.h"
#include "mpi/window.h"

/* The root has a place for the vector of each other rank. */
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
    const size_t count = job->bytes / sizeof(double);
    const int others = job->rank == ROOT ? job->ranks - 1 : 0;
    double *result = (double *)job->recv, *theirs = window_scratch(job);
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all vectors may be read */
    for (int i = 0; i < others; i++)
        MPI_Get(theirs + (size_t)i * count, (int)count, MPI_DOUBLE, i + 1, 0, (int)count,
                MPI_DOUBLE, window);
    /* The root has all of them; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
    for (int i = 0; i < others; i++)
        maximum(result, i == 0 ? (double *)job->send : result, theirs + (size_t)i * count, count);
}

static void run_allreduce(struct job *job)
{
    const int count = (int)(job->bytes / sizeof(double));
    const MPI_Win window = window_of(job);

    run_reduce(job);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* the result may be read */
    if (job->rank != ROOT)
        MPI_Get(job->recv, count, MPI_DOUBLE, ROOT, 0, count, MPI_DOUBLE, window);
    /* All have the result; the root may merge again. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, reduce, .run = run_reduce, .setup = setup_reduce, .teardown = window_free,
               .waits = "2",
               .summary = "fence, the root's MPI_Get from each rank in order, fence, it merges");
IMPLEMENTATION(mpi, get, allreduce, .run = run_allreduce, .setup = setup_allreduce,
               .teardown = window_free, .waits = "4",
               .summary = "as reduce, then fence, every rank's MPI_Get of the result, fence");
