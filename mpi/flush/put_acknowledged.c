/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 4: both ranks wait inside the runtime. There the receiver
 * watches a word that need not arrive last; here it is notified after a flush. bandwidth and
 * message_rate: all messages of the window before one flush. */
#include "comops/ranks/contract/window.h"
#include "mpi/flush.h"

static void pass(const struct job *job, int messages)
{
    const int partner = window_partner(job);

    if (window_sends(job)) {
        await(partner, READY);
        for (int i = 0; i < messages; i++)
            window_put(job, job->send + (size_t)i * job->bytes, partner, (size_t)i * job->bytes);
        flush_and_notify(job, partner);
        await(partner, DONE);
    } else if (window_receives(job)) {
        notify_ready(job, partner);
        await_arrival(job, partner);
        received_use(job);
        notify(partner, DONE);
    }
}

static void run(struct job *job)
{
    pass(job, 1);
}

static void run_window(struct job *job)
{
    pass(job, window_messages(job->bytes));
}

IMPLEMENTATION(mpi, flush, put_acknowledged, FLUSH_OVER_RECV, .run = run, .waits = "3",
               .summary = "MPI_Put and MPI_Win_flush, notified and answered by zero-byte messages, "
                          "awaited in MPI_Recv");
BANDWIDTH(mpi, flush, FLUSH_OVER_RECV, .run = run_window, .waits = "3",
          .summary = "all messages (MPI_Put), then one MPI_Win_flush; the receiver answers");
