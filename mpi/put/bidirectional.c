/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_put_bibw. */
#include "comops/comops.h"
#include "comops/contract/window.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int messages = job->rank < 2 ? window_messages(job->bytes) : 0;
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* both receive buffers may be written */
    for (int i = 0; i < messages; i++)
        window_put(job, job->send + (size_t)i * job->bytes, 1 - job->rank, (size_t)i * job->bytes);
    /* Both have the other's messages; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, bidirectional, .run = run, .setup = window_over_recv,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Put of all messages, fence");
