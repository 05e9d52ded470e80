/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 1, by MPI-2. MPI_Get may return before the data
 * arrive, so a fence must be timed; it is collective, so rank 1 takes part in it. */
#include "comops/comops.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, window); /* rank 1's data may be read */
    if (job->rank == 0)
        window_get(job, job->recv, 1, 0);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, window); /* rank 0 has them */
}

IMPLEMENTATION(mpi, get, get, .run = run, .setup = window_over_send, .teardown = window_free,
               .waits = "2", .summary = "fence, MPI_Get, fence");
