/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 3: as flush, but both ranks poll, against which the
 * newsletter warns. There the receiver watches a word that need not arrive last; here it is
 * notified after a flush. */
#include "mpi/flush.h"
#include "mpi/shared_window.h"

enum { SENDER = 0, RECEIVER = 1 };

static void poll(int from, int what)
{
    MPI_Request request;
    unsigned polls = 0;
    int arrived = 0;

    MPI_Irecv(NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &arrived, MPI_STATUS_IGNORE); !arrived;
         MPI_Test(&request, &arrived, MPI_STATUS_IGNORE))
        poll_again(&polls);
}

static void run(struct job *job)
{
    if (job->rank == SENDER) {
        poll(RECEIVER, READY);
        window_put(job, job->send, RECEIVER, 0);
        flush_and_notify(job, RECEIVER);
        poll(RECEIVER, DONE);
    } else if (job->rank == RECEIVER) {
        notify_ready(job, SENDER);
        poll(SENDER, ARRIVED);
        window_sync(job); /* the put is visible */
        received_use(job);
        notify(SENDER, DONE);
    }
}

IMPLEMENTATION(mpi, flush_spin, put_acknowledged, FLUSH_OVER_RECV, .run = run, .waits = "3",
               .summary = "MPI_Put and MPI_Win_flush, notified and answered by zero-byte messages, "
                          "polled by MPI_Test");
