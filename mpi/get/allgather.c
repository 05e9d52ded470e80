/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.4, one-sided, with every rank as root. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

#include <string.h>

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* all slices may be read */
    for (int j = 1; j < job->ranks; j++) {
        const int from = (job->rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        window_get(job, job->recv + (size_t)from * job->bytes, from, 0);
    }
    memcpy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    /* All have all slices; the send buffers may be rewritten. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window);
}

IMPLEMENTATION(mpi, get, allgather, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2", .summary = "fence, MPI_Get from each rank in rotated order, fence");
