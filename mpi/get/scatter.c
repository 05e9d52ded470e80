/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.5, one-sided. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* the root's data may be read */
    if (job->rank == ROOT)
        memcpy(job->recv, job->send, job->bytes);
    else
        window_get(job, job->recv, ROOT, (size_t)job->rank * job->bytes);
    /* All have their slices; the root may rewrite its buffer. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, scatter, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2",
               .summary = "fence, every rank's MPI_Get of its slice from the root, fence");
