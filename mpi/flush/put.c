/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 2, a lower bound, for each rank. After the stamp
 * the receiver, idle until then, waits inside the library, because libraries without asynchronous
 * progress need it there. */
#include "mpi/flush.h"

enum { SENDER = 0, RECEIVER = 1 };

static void put_to(struct job *job, int target)
{
    if (job->rank != SENDER)
        return;
    window_put(job, job->send, target, 0);
    MPI_Win_flush_local(target, window_of(job)); /* the buffer may be rewritten, nothing more */
}

static void run(struct job *job)
{
    put_to(job, RECEIVER);
}

static void run_distant(struct job *job)
{
    put_to(job, (int)job->series);
}

static void complete(struct job *job)
{
    if (job->rank == SENDER)
        flush_and_notify(job, RECEIVER);
    else if (job->rank == RECEIVER)
        await_arrival(job, SENDER);
}

static void complete_distant(struct job *job)
{
    const int target = (int)job->series;

    if (target == SENDER && job->rank == SENDER)
        MPI_Win_flush(SENDER, window_of(job));
    else if (job->rank == SENDER)
        flush_and_notify(job, target);
    else if (job->rank == target)
        await_arrival(job, SENDER);
}

IMPLEMENTATION(mpi, flush, put, FLUSH_OVER_RECV, .run = run, .complete = complete, .waits = "0",
               .summary = "MPI_Put, until MPI_Win_flush_local returns");
IMPLEMENTATION(mpi, flush, distant_put, FLUSH_OVER_RECV, .run = run_distant,
               .complete = complete_distant, .waits = "0",
               .summary = "MPI_Put to the partner, until MPI_Win_flush_local returns");
