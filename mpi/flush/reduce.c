/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors come. */
#include "comops/comops.h"
#include "mpi/flush.h"
#include "mpi/reduction_type.h"

#include <string.h>

static void run(struct job *job)
{
    const struct elements of = elements_of(job);

    if (job->rank != ROOT) {
        hear(ROOT, READY);
        MPI_Accumulate(job->send, of.count, of.type, ROOT, 0, of.count, of.type, of.operation,
                       window_of(job));
        flush_and_tell(job, ROOT);
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* what the others are merged into */
    for (int from = 1; from < job->ranks; from++)
        tell_ready(job, from);
    for (int from = 1; from < job->ranks; from++)
        hear_there(job, from);
}

IMPLEMENTATION(mpi, flush, reduce, .run = run, .setup = flush_setup, .teardown = flush_teardown,
               .waits = "P",
               .summary = "each rank merges its vector into the root's (MPI_Accumulate, "
                          "MPI_Win_flush)");
