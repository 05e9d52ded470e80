/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/maximum.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 0 };

/* The root's place for one contribution. */
static bool setup(struct job *job)
{
    job->state = job->rank == ROOT ? malloc(job->bytes) : NULL;
    return job->rank != ROOT || job->state;
}

static void teardown(struct job *job)
{
    free(job->state);
}

static void run(struct job *job)
{
    const int count = (int)(job->bytes / sizeof(double));
    double *result = (double *)job->recv;

    if (job->rank != ROOT) {
        MPI_Send(job->send, count, MPI_DOUBLE, ROOT, TAG, MPI_COMM_WORLD);
        MPI_Recv(result, count, MPI_DOUBLE, ROOT, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    memcpy(result, job->send, job->bytes);
    for (int from = 1; from < job->ranks; from++) {
        MPI_Recv(job->state, count, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        maximum(result, result, job->state, (size_t)count);
    }
    for (int to = 1; to < job->ranks; to++)
        MPI_Send(result, count, MPI_DOUBLE, to, TAG, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, sendrecv, allreduce, .run = run, .setup = setup, .teardown = teardown,
               .waits = "P",
               .summary = "the root receives from one rank after the other, merges, and sends to "
                          "one after the other (MPI_Send, MPI_Recv)");
