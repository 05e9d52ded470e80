/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.1. Ranks beyond the two stand by. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    if (job->rank == 0) {
        MPI_Send(job->send, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        MPI_Recv(job->recv, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (job->rank == 1) {
        MPI_Recv(job->recv, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(job->send, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

IMPLEMENTATION(mpi, sendrecv, pingpong, .run = run, .summary = "MPI_Send and MPI_Recv");
