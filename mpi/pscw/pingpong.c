/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, one-sided. The thesis (chapter 4) has one fence per direction and run,
 * so its rank 0 never waits for the answer; here it does. */
#include "mpi/pscw/pscw.h"

static void send(const struct job *job)
{
    epoch_start(job);
    window_put(job, job->send, partner_of(job), 0);
    epoch_complete(job); /* the send buffer may be rewritten */
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    epoch_post(job); /* the receive buffer is free; first, so that the other need not wait later */
    if (job->rank == ROOT)
        send(job);
    epoch_wait(job); /* the other's message has arrived */
    received_use(job);
    if (job->rank != ROOT)
        send(job);
}

PINGPONG(mpi, pscw, PSCW_PARTNER, .run = run, .waits = "2",
         .summary = "MPI_Put in an epoch of the two (MPI_Win_post, start, complete, wait)");
