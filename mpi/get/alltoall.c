/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, and the order it warns of. Their harness makes
 * arrays and window one block long; they need one block per rank. The thesis on the same tests uses
 * one buffer for all partners. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void get_block(struct job *job, int from)
{
    char *to = job->recv + (size_t)from * job->bytes;

    if (from == job->rank)
        memcpy(to, job->send + (size_t)from * job->bytes, job->bytes);
    else
        window_get(job, to, from, (size_t)job->rank * job->bytes);
}

static void get_rotated(struct job *job)
{
    for (int j = 0; j < job->ranks; j++) /* C: -1 % ranks is -1 */
        get_block(job, (job->rank + job->ranks - j) % job->ranks);
}

static void get_unrotated(struct job *job)
{
    for (int from = 0; from < job->ranks; from++)
        get_block(job, from);
}

static void run_with(struct job *job, void (*get_all)(struct job *job))
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all send buffers may be read */
    get_all(job);
    /* All blocks are there; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

static void run_rotated(struct job *job)
{
    run_with(job, get_rotated);
}

static void run_unrotated(struct job *job)
{
    run_with(job, get_unrotated);
}

IMPLEMENTATION(mpi, get, alltoall, .run = run_rotated, .setup = window_over_send,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Get from each rank in rotated order, fence");
IMPLEMENTATION(mpi, get, alltoall_unrotated, .run = run_unrotated, .setup = window_over_send,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Get from rank 0 first, then 1, and so on, fence");
