/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, and as osu_bw for a window of messages. There the
 * receiver watches one of the first words of the message and may answer too early; here it waits
 * for the fence. The sender's own fence only says that its buffer may be rewritten: the answer is a
 * second epoch. */
#include "comops/ranks/contract/window.h"
#include "mpi/rma_window.h"

static char acknowledgement; /* the sender's window; its value does not matter */

static bool setup(struct job *job)
{
    if (window_sends(job))
        return window_create(job, &acknowledgement, sizeof acknowledgement, 0);
    return window_over_recv(job);
}

static void run_with(struct job *job, int messages)
{
    const int partner = window_partner(job);

    fence_before_puts(job); /* the receive buffers may be written */
    if (window_sends(job))
        for (int i = 0; i < messages; i++)
            window_put(job, job->send + (size_t)i * job->bytes, partner, (size_t)i * job->bytes);
    window_fence(job, MPI_MODE_NOSTORE); /* the receivers have all of them */
    received_use(job);
    if (window_receives(job))
        MPI_Put(&acknowledgement, 1, MPI_BYTE, partner, 0, 1, MPI_BYTE, window_of(job));
    fence_last(job); /* the senders have the answers */
}

static void run_one(struct job *job)
{
    run_with(job, 1);
}

static void run_window(struct job *job)
{
    run_with(job, window_messages(job->bytes));
}

IMPLEMENTATION(mpi, put, put_acknowledged, .run = run_one, .setup = setup, .teardown = window_free,
               .waits = "3", .summary = "fence, MPI_Put, fence, rank 1's MPI_Put of a byte, fence");
BANDWIDTH(
    mpi, put, .run = run_window, .setup = setup, .teardown = window_free, .waits = "3",
    .summary = "fence, MPI_Put of all messages, fence, the receiver's MPI_Put of a byte, fence");
