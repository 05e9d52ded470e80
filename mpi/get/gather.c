/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.4, one-sided. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all slices may be read */
    if (job->rank == ROOT) {
        for (int from = 1; from < job->ranks; from++)
            window_get(job, job->recv + (size_t)from * job->bytes, from, 0);
        memcpy(job->recv, job->send, job->bytes);
    }
    /* The root has all slices; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, gather, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2", .summary = "fence, the root's MPI_Get from each rank in order, fence");
