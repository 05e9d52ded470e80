/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 3: as flush, but both ranks wait in a loop of their own,
 * which the newsletter warns of. In the print the receiver watches a word that need not be the last
 * to come; here it hears of a flush. */
#include "comops/comops.h"
#include "mpi/flush.h"
#include "mpi/poll.h"

enum { SENDER = 0, RECEIVER = 1 };

static void poll(int from, int what)
{
    MPI_Request request;
    unsigned polls = 0;
    int come = 0;

    MPI_Irecv(NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &come, MPI_STATUS_IGNORE); !come;
         MPI_Test(&request, &come, MPI_STATUS_IGNORE))
        poll_again(&polls);
}

static void run(struct job *job)
{
    if (job->rank == SENDER) {
        poll(RECEIVER, READY);
        put(job, job->send, RECEIVER, 0);
        flush_and_notify(job, RECEIVER);
        poll(RECEIVER, DONE);
    } else if (job->rank == RECEIVER) {
        notify_ready(job, SENDER);
        poll(SENDER, ARRIVED);
        window_sync(job); /* what was put is seen */
        notify(SENDER, DONE);
    }
}

IMPLEMENTATION(mpi, flush_spin, put_acknowledged, .run = run, .setup = flush_setup,
               .teardown = flush_teardown, .waits = "3",
               .summary = "MPI_Put and MPI_Win_flush, told and answered by messages without "
                          "bytes, waited for in a loop around MPI_Test");
