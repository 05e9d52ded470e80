/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors come. */
#include "comops/comops.h"
#include "mpi/pscw/pscw.h"
#include "mpi/reduction_type.h"

#include <string.h>

static void run(struct job *job)
{
    const struct elements of = elements_of(job);

    if (job->rank != ROOT) {
        epoch_start(job);
        MPI_Accumulate(job->send, of.count, of.type, ROOT, 0, of.count, of.type, of.operation,
                       window_of(job));
        epoch_complete(job); /* the send buffer may be rewritten */
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* what the others are merged into, before they may */
    epoch_post(job);
    epoch_wait(job); /* the result is there */
}

IMPLEMENTATION(mpi, pscw, reduce, .run = run, .setup = pscw_setup_root, .teardown = pscw_teardown,
               .waits = "2",
               .summary = "each rank merges its vector into the root's (MPI_Accumulate), "
                          "in one epoch");
