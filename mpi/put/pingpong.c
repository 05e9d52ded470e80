/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, by MPI_Put as in the thesis on Luecke's tests, chapter 4. There each
 * rank calls one fence per round trip: rank 1's message arrives in the next one, and rank 0 never
 * waits for it. Here every message ends in a fence. Other ranks take part in the fences. */
#include "comops/ranks/contract/partner.h"
#include "mpi/rma_window.h"

static void put_message(struct job *job, int sender)
{
    if (job->rank == sender)
        window_put(job, job->send, partner_of(job), 0);
}

static void run(struct job *job)
{
    fence_before_puts(job); /* both receive buffers may be written */
    put_message(job, ROOT);
    window_fence(job, MPI_MODE_NOSTORE); /* the partner has the message */
    received_use(job);
    put_message(job, partner_of_root(job));
    fence_last(job); /* rank 0 has the answer */
}

PINGPONG(mpi, put, WINDOW_OVER_RECV, .run = run, .waits = "1.5",
         .summary = "fence, MPI_Put, fence, MPI_Put back, fence");
