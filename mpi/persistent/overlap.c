/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/state.h"
#include "comops/ranks/contract/volume.h"

#include <mpi.h>

struct persistent {
    int count; /* 0: no partner */
    MPI_Request requests[2];
};

static bool setup(struct job *job)
{
    const int partner = volume_partner(job), bytes = (int)job->bytes;

    if (!state_allocate(job, sizeof(struct persistent)))
        return false;
    struct persistent *mine = job->state;

    if (partner == job->rank)
        return true;
    mine->count = 2;
    MPI_Recv_init(job->recv, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &mine->requests[0]);
    MPI_Send_init(job->send, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &mine->requests[1]);
    return true;
}

static void teardown(struct job *job)
{
    struct persistent *mine = job->state;

    for (int i = 0; mine && i < mine->count; i++)
        MPI_Request_free(&mine->requests[i]);
    state_free(job);
}

static void run(struct job *job)
{
    struct persistent *mine = job->state;

    MPI_Startall(mine->count, mine->requests);
    compute(job);
    MPI_Waitall(mine->count, mine->requests, MPI_STATUSES_IGNORE);
}

IMPLEMENTATION(mpi, persistent, overlap, .run = run, .setup = setup, .teardown = teardown,
               .summary = "MPI_Recv_init and MPI_Send_init once; MPI_Startall, computing, "
                          "MPI_Waitall");
