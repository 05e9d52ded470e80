/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/window.h"
#include "mpi/pscw/pscw.h"

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    epoch_post(job); /* the receive buffer is free; before the start, or both wait for each other */
    epoch_start(job);
    for (int i = 0; i < window_messages(job->bytes); i++)
        window_put(job, job->send + (size_t)i * job->bytes, 1 - job->rank, (size_t)i * job->bytes);
    epoch_complete(job); /* the send buffer may be rewritten */
    epoch_wait(job);     /* the other's messages have arrived */
}

IMPLEMENTATION(mpi, pscw, bidirectional, PSCW_PARTNER, .run = run, .waits = "2",
               .summary = "both put all messages in one epoch (MPI_Put)");
