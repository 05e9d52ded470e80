/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.5, one-sided. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* all receive buffers may be written */
    if (job->rank == ROOT) {
        for (int to = 1; to < job->ranks; to++)
            window_put(job, job->send + (size_t)to * job->bytes, to, 0);
        memcpy(job->recv, job->send, job->bytes); /* nobody puts into the root's window */
    }
    /* All have their slices; the root may rewrite its buffer. */
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, put, scatter, .run = run, .setup = window_over_recv, .teardown = window_free,
               .waits = "2", .summary = "fence, the root's MPI_Put to each rank in order, fence");
