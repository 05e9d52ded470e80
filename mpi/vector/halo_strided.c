/* SPDX-License-Identifier: BSD-3-Clause */
/* The messages of sendrecv, but that a datatype says where the words of a face are. */
#include "comops/ranks/contract/halo.h"

#include <mpi.h>

struct columns {
    MPI_Datatype column;
    struct halo halo;
};

static bool setup(struct job *job)
{
    struct columns *mine = state_allocate(job, sizeof *mine) ? job->state : NULL;

    if (!mine)
        return false;
    mine->halo = halo_of(job, HALO_STRIDED);
    MPI_Type_vector((int)(job->bytes / HALO_WORD), HALO_WORD, HALO_ROW, MPI_BYTE, &mine->column);
    MPI_Type_commit(&mine->column);
    return true;
}

static void teardown(struct job *job)
{
    if (job->state)
        MPI_Type_free(&((struct columns *)job->state)->column);
    state_free(job);
}

static void run(struct job *job)
{
    const struct columns *mine = job->state;
    const struct halo *halo = &mine->halo;
    MPI_Request requests[2 * HALO_FACES], *next = requests;

    for (int face = 0; face < halo->others; face++)
        MPI_Irecv(halo_received(job, halo, face), 1, mine->column, halo->neighbour[face],
                  halo->theirs[face], MPI_COMM_WORLD, next++);
    for (int face = 0; face < halo->others; face++)
        MPI_Isend(halo_sent(job, halo, face), 1, mine->column, halo->neighbour[face], face,
                  MPI_COMM_WORLD, next++);
    halo_copy_own(job, halo);
    MPI_Waitall(2 * halo->others, requests, MPI_STATUSES_IGNORE);
}

IMPLEMENTATION(mpi, vector, halo_strided, .run = run, .setup = setup, .teardown = teardown,
               .summary = "MPI_Irecv, MPI_Isend and MPI_Waitall of columns (MPI_Type_vector)");
