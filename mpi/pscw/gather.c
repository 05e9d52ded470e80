/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/pscw/pscw.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        epoch_start(job);
        window_put(job, job->send, ROOT, (size_t)job->rank * job->bytes);
        epoch_complete(job); /* the send buffer may be rewritten */
        return;
    }
    memcpy(job->recv, job->send, job->bytes); /* MPI-2 forbids stores into an exposed window */
    epoch_post(job);
    epoch_wait(job); /* all slices have arrived */
}

IMPLEMENTATION(mpi, pscw, gather, PSCW_ROOT, .run = run, .waits = "2",
               .summary = "each rank puts its slice to the root (MPI_Put), in one epoch");
