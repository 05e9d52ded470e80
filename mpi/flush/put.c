/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 2, a lower bound. After the stamp rank 1, idle until then,
 * waits inside the library, because libraries without asynchronous progress need it there. */
#include "mpi/flush.h"

enum { SENDER = 0, RECEIVER = 1 };

static void run(struct job *job)
{
    if (job->rank != SENDER)
        return;
    window_put(job, job->send, RECEIVER, 0);
    MPI_Win_flush_local(RECEIVER, window_of(job)); /* the buffer may be rewritten, nothing more */
}

static void complete(struct job *job)
{
    if (job->rank == SENDER)
        flush_and_notify(job, RECEIVER);
    else if (job->rank == RECEIVER)
        await_arrival(job, SENDER);
}

IMPLEMENTATION(mpi, flush, put, FLUSH_OVER_RECV, .run = run, .complete = complete, .waits = "0",
               .summary = "MPI_Put, until MPI_Win_flush_local returns");
