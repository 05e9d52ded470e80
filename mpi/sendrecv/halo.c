/* SPDX-License-Identifier: BSD-3-Clause */
/* As in mpptest, but that a tag says which face a message is: a rank may have a neighbour twice. */
#include "comops/ranks/contract/halo.h"

#include <mpi.h>

static void run(struct job *job)
{
    const struct halo *halo = job->state;
    const int bytes = (int)job->bytes;
    MPI_Request requests[2 * HALO_FACES], *next = requests;

    for (int face = 0; face < halo->others; face++)
        MPI_Irecv(halo_in(job, halo, face), bytes, MPI_BYTE, halo->neighbour[face],
                  halo->theirs[face], MPI_COMM_WORLD, next++);
    halo_pack(job, halo);
    for (int face = 0; face < halo->others; face++)
        MPI_Isend(halo_out(job, halo, face), bytes, MPI_BYTE, halo->neighbour[face], face,
                  MPI_COMM_WORLD, next++);
    halo_copy_own(job, halo);
    MPI_Waitall(2 * halo->others, requests, MPI_STATUSES_IGNORE);
    halo_unpack(job, halo);
}

#define MESSAGES                                                                                   \
    HALO_STATE, .run = run, .waits = "1",                                                          \
    .summary = "MPI_Irecv from each neighbour, MPI_Isend to each, MPI_Waitall; columns packed "    \
               "by hand"
IMPLEMENTATION(mpi, sendrecv, halo, MESSAGES);
IMPLEMENTATION(mpi, sendrecv, halo_open, MESSAGES, .variant = HALO_OPEN);
IMPLEMENTATION(mpi, sendrecv, halo_strided, MESSAGES, .variant = HALO_STRIDED);
