/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 4: both ranks wait inside the runtime. There the
 * receiver watches a word that need not arrive last; here it is notified after a flush. */
#include "comops/comops.h"
#include "mpi/flush.h"

enum { SENDER = 0, RECEIVER = 1 };

static void run(struct job *job)
{
    if (job->rank == SENDER) {
        await(RECEIVER, READY);
        window_put(job, job->send, RECEIVER, 0);
        flush_and_notify(job, RECEIVER);
        await(RECEIVER, DONE);
    } else if (job->rank == RECEIVER) {
        notify_ready(job, SENDER);
        await_arrival(job, SENDER);
        notify(SENDER, DONE);
    }
}

IMPLEMENTATION(mpi, flush, put_acknowledged, .run = run, .setup = flush_setup,
               .teardown = flush_teardown, .waits = "3",
               .summary = "MPI_Put and MPI_Win_flush, notified and answered by zero-byte messages, "
                          "awaited in MPI_Recv");
