/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 1. After the stamp rank 1, idle until then, waits inside the
 * library, because libraries without asynchronous progress need it there. The common start of a run
 * orders rank 1's writes before the read. */
#include "comops/comops.h"
#include "mpi/flush.h"

enum { READER = 0, OWNER = 1 };

static void run(struct job *job)
{

    if (job->rank != READER)
        return;
    window_get(job, job->recv, OWNER, 0);
    MPI_Win_flush(OWNER, window_of(job)); /* the data have arrived */
}

static void complete(struct job *job)
{
    if (job->rank == READER)
        notify(OWNER, DONE);
    else if (job->rank == OWNER)
        await(READER, DONE); /* the buffer may be rewritten */
}

IMPLEMENTATION(mpi, flush, get, .run = run, .complete = complete, .setup = flush_setup_send,
               .teardown = flush_teardown, .waits = "0",
               .summary = "MPI_Get, until MPI_Win_flush returns");
