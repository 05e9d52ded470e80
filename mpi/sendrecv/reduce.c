/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/state.h"
#include "mpi/mpi_reduction.h"

enum { TAG = 0 };

/* The root's space for one contribution. */
static bool setup(struct job *job)
{
    return job->rank != ROOT || state_allocate(job, job->bytes);
}

static void merge_at_root(struct job *job, struct mpi_reduction reduction)
{
    if (job->rank != ROOT) {
        MPI_Send(job->send, reduction.count, reduction.datatype, ROOT, TAG, MPI_COMM_WORLD);
        return;
    }
    memcpy(job->recv, job->send, job->bytes);
    for (int from = 1; from < job->ranks; from++) {
        MPI_Recv(job->state, reduction.count, reduction.datatype, from, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        reduce_local(job->reduction, job->recv, job->recv, job->state, job->bytes);
    }
}

static void run_reduce(struct job *job)
{
    merge_at_root(job, mpi_reduction_of(job));
}

static void run_allreduce(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    merge_at_root(job, reduction);
    if (job->rank != ROOT)
        MPI_Recv(job->recv, reduction.count, reduction.datatype, ROOT, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    else
        for (int to = 1; to < job->ranks; to++)
            MPI_Send(job->recv, reduction.count, reduction.datatype, to, TAG, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, sendrecv, reduce, .run = run_reduce, .setup = setup, .teardown = state_free,
               .waits = "P-1",
               .summary = "the root receives from one rank after the other and merges "
                          "(MPI_Send, MPI_Recv)");
IMPLEMENTATION(mpi, sendrecv, allreduce, .run = run_allreduce, .setup = setup,
               .teardown = state_free, .waits = "P",
               .summary = "the root receives from one rank after the other, merges, and sends to "
                          "one rank after the other (MPI_Send, MPI_Recv)");
