/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_get_bw and osu_put_bibw, but by get. When rank 0's fence returns, its buffer may be
 * rewritten, but the data need not have reached rank 1: a second epoch acknowledges them. */
#include "comops/comops.h"
#include "comops/contract/window.h"
#include "mpi/rma_window.h"

static char acknowledgement; /* rank 1's window; its value does not matter */

static bool setup_one_way(struct job *job)
{
    if (job->rank == 1)
        return window_create(job, &acknowledgement, sizeof acknowledgement, 0);
    return window_over_send(job);
}

static void get_all(struct job *job, int from)
{

    for (int i = 0; i < window_messages(job->bytes); i++)
        window_get(job, job->recv + (size_t)i * job->bytes, from, (size_t)i * job->bytes);
}

static void run_one_way(struct job *job)
{
    const MPI_Win window = window_of(job);
    char answer;

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* rank 0's data may be read */
    if (job->rank == 1)
        get_all(job, 0);
    /* Rank 1 has all messages and may be read. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT, window);
    if (job->rank == 0)
        MPI_Get(&answer, 1, MPI_BYTE, 1, 0, 1, MPI_BYTE, window);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window); /* rank 0 has the answer */
}

static void run_both_ways(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* both buffers may be read */
    if (job->rank < 2)
        get_all(job, 1 - job->rank);
    /* Both have the other's messages; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(
    mpi, get, bandwidth, .run = run_one_way, .setup = setup_one_way, .teardown = window_free,
    .waits = "3",
    .summary = "fence, MPI_Get of all messages, fence, rank 0's MPI_Get of a byte, fence");
IMPLEMENTATION(mpi, get, bidirectional, .run = run_both_ways, .setup = window_over_send,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Get of all messages, fence");
