/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, one-sided. The arrival of rank 0's message also says that its own window
 * is free. In the thesis (chapter 4) rank 0 never waits for the answer; here it does. */
#include "comops/ranks/contract/partner.h"
#include "mpi/flush.h"

static void run(struct job *job)
{
    const int partner = partner_of(job);

    if (!partner_takes_part(job))
        return;
    if (job->rank == ROOT) {
        window_sync(job); /* this rank's window is free */
        await(partner, READY);
        window_put(job, job->send, partner, 0);
        flush_and_notify(job, partner);
        await_arrival(job, partner);
    } else {
        notify_ready(job, partner);
        await_arrival(job, partner);
        received_use(job);
        window_put(job, job->send, partner, 0);
        flush_and_notify(job, partner);
    }
}

static const char summary[] = "MPI_Put and MPI_Win_flush; zero-byte messages say that the window "
                              "is free and that the data arrived";

PINGPONG(mpi, flush, FLUSH_OVER_RECV, .run = run, .waits = "1.5", .summary = summary);
