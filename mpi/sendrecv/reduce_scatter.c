/* SPDX-License-Identifier: BSD-3-Clause */
/* In each step every rank sends one slice and receives one. */
#include "comops/ranks/contract/state.h"
#include "mpi/mpi_reduction.h"

enum { TAG = 0 };

/* Space for one contribution. */
static bool setup(struct job *job)
{
    return state_allocate(job, job->bytes);
}

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    memcpy(job->recv, job->send + (size_t)job->rank * job->bytes, job->bytes);
    for (int distance = 1; distance < job->ranks; distance++) {
        const int to = rank_after(job, distance);
        const int from = rank_before(job, distance);

        MPI_Sendrecv(job->send + (size_t)to * job->bytes, reduction.count, reduction.datatype, to,
                     TAG, job->state, reduction.count, reduction.datatype, from, TAG,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        reduce_local(job->reduction, job->recv, job->recv, job->state, job->bytes);
    }
}

IMPLEMENTATION(mpi, sendrecv, reduce_scatter, .run = run, .setup = setup, .teardown = state_free,
               .waits = "P-1",
               .summary =
                   "each rank sends a slice to each other rank, in rotated order, and merges "
                   "what it receives (MPI_Sendrecv)");
