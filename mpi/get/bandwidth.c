/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_get_bw and osu_put_bibw, but by get. When the sender's fence returns, its buffer
 * may be rewritten, but the data need not have reached the receiver: a second epoch acknowledges
 * them. */
#include "comops/ranks/contract/window.h"
#include "mpi/rma_window.h"

static char acknowledgement; /* the receiver's window; its value does not matter */

static bool setup_one_way(struct job *job)
{
    if (window_receives(job))
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
    char answer;

    fence_before_gets(job); /* the senders' data may be read */
    if (window_receives(job))
        get_all(job, window_partner(job));
    window_fence(job, MPI_MODE_NOSTORE | MPI_MODE_NOPUT); /* receivers have all, and may be read */
    received_use(job);
    if (window_sends(job))
        MPI_Get(&answer, 1, MPI_BYTE, window_partner(job), 0, 1, MPI_BYTE, window_of(job));
    fence_last(job); /* the senders have the answers */
}

static void run_both_ways(struct job *job)
{
    fence_before_gets(job); /* both buffers may be read */
    if (job->rank < 2)
        get_all(job, 1 - job->rank);
    fence_last(job); /* both have the other's messages; the send buffers may be rewritten */
}

BANDWIDTH(
    mpi, get, .run = run_one_way, .setup = setup_one_way, .teardown = window_free, .waits = "3",
    .summary = "fence, MPI_Get of all messages, fence, the sender's MPI_Get of a byte, fence");
IMPLEMENTATION(mpi, get, bidirectional, WINDOW_OVER_SEND, .run = run_both_ways, .waits = "2",
               .summary = "fence, MPI_Get of all messages, fence");
