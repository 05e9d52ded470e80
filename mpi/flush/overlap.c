/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/volume.h"
#include "mpi/flush.h"

static void run(struct job *job)
{
    const int partner = volume_partner(job);

    if (partner == job->rank) {
        compute(job);
        return;
    }
    window_sync(job); /* this rank's window is free */
    notify_and_await(partner, partner, READY);
    window_put(job, job->send, partner, 0);
    compute(job);
    MPI_Win_flush(partner, window_of(job)); /* it has arrived; the buffer may be rewritten */
    notify_and_await(partner, partner, ARRIVED);
    window_sync(job); /* the partner's put is visible */
}

IMPLEMENTATION(mpi, flush, overlap, FLUSH_OVER_RECV, .run = run, .waits = "2",
               .summary = "both put (MPI_Put), compute, then MPI_Win_flush");
