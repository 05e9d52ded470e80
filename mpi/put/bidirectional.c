/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_put_bibw. */
#include "comops/comops.h"
#include "comops/contract/window.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, messages = job->rank < 2 ? window_messages(job->bytes) : 0;
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* both receive buffers may be written */
    for (int i = 0; i < messages; i++)
        MPI_Put(job->send + (size_t)i * job->bytes, bytes, MPI_BYTE, 1 - job->rank,
                (MPI_Aint)i * bytes, bytes, MPI_BYTE, window);
    /* Both have the other's messages; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, bidirectional, .run = run, .setup = window_over_recv,
               .teardown = window_free, .waits = "2",
               .summary = "fence, MPI_Put of all messages, fence");
