/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/halo.h"

#include <mpi.h>

struct persistent {
    MPI_Request requests[2 * HALO_FACES];
    struct halo halo;
};

static bool setup(struct job *job)
{
    if (!state_allocate(job, sizeof(struct persistent) + halo_space(job)))
        return false;
    struct persistent *mine = job->state;
    const struct halo *halo = &mine->halo;
    const int bytes = (int)job->bytes;

    halo_set(&mine->halo, job, (char *)(mine + 1));
    for (int face = 0; face < halo->others; face++) {
        MPI_Recv_init(halo_in(job, halo, face), bytes, MPI_BYTE, halo->neighbour[face],
                      halo->theirs[face], MPI_COMM_WORLD, &mine->requests[2 * face]);
        MPI_Send_init(halo_out(job, halo, face), bytes, MPI_BYTE, halo->neighbour[face],
                      face, MPI_COMM_WORLD, &mine->requests[2 * face + 1]);
    }
    return true;
}

static void teardown(struct job *job)
{
    struct persistent *mine = job->state;

    for (int i = 0; mine && i < 2 * mine->halo.others; i++)
        MPI_Request_free(&mine->requests[i]);
    state_free(job);
}

static void run(struct job *job)
{
    struct persistent *mine = job->state;

    halo_pack(job, &mine->halo);
    MPI_Startall(2 * mine->halo.others, mine->requests);
    halo_copy_own(job, &mine->halo);
    MPI_Waitall(2 * mine->halo.others, mine->requests, MPI_STATUSES_IGNORE);
    halo_unpack(job, &mine->halo);
}

#define REQUESTS                                                                                   \
    .run = run, .setup = setup, .teardown = teardown,                                              \
    .summary = "MPI_Recv_init and MPI_Send_init once; MPI_Startall, MPI_Waitall; columns packed "  \
               "by hand"
IMPLEMENTATION(mpi, persistent, halo, REQUESTS);
IMPLEMENTATION(mpi, persistent, halo_open, REQUESTS, .variant = HALO_OPEN);
IMPLEMENTATION(mpi, persistent, halo_strided, REQUESTS, .variant = HALO_STRIDED);
