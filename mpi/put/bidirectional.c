/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_put_bibw. */
#include "comops/ranks/contract/window.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int messages = job->rank < 2 ? window_messages(job->bytes) : 0;

    fence_before_puts(job); /* both receive buffers may be written */
    for (int i = 0; i < messages; i++)
        window_put(job, job->send + (size_t)i * job->bytes, 1 - job->rank, (size_t)i * job->bytes);
    fence_last(job); /* both have the other's messages; the send buffers may be rewritten */
}

IMPLEMENTATION(mpi, put, bidirectional, WINDOW_OVER_RECV, .run = run, .waits = "2",
               .summary = "fence, MPI_Put of all messages, fence");
