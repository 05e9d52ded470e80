/* SPDX-License-Identifier: BSD-3-Clause */
/* All messages of the window before one flush; then the receiver is notified and answers. */
#include "comops/comops.h"
#include "comops/contract/window.h"
#include "mpi/flush.h"

enum { SENDER = 0, RECEIVER = 1 };

static void run(struct job *job)
{
    if (job->rank == SENDER) {
        await(RECEIVER, READY);
        for (int i = 0; i < window_messages(job->bytes); i++)
            window_put(job, job->send + (size_t)i * job->bytes, RECEIVER, (size_t)i * job->bytes);
        flush_and_notify(job, RECEIVER);
        await(RECEIVER, DONE);
    } else if (job->rank == RECEIVER) {
        notify_ready(job, SENDER);
        await_arrival(job, SENDER);
        notify(SENDER, DONE);
    }
}

IMPLEMENTATION(mpi, flush, bandwidth, .run = run, .setup = flush_setup, .teardown = flush_teardown,
               .waits = "3",
               .summary = "all messages (MPI_Put), then one MPI_Win_flush; the receiver answers");
