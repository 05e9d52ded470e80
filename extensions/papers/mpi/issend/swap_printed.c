/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3, expects synchronous sends to help rarely and measures none. Here they
 * replace the sends of the protocol (0,1). */
#include "comops/ranks/contract/volume.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int partner = 1 - job->rank;
    MPI_Request sending;

    for (size_t at = 0; job->rank < 2 && at < job->series; at += job->bytes) {
        const int bytes = (int)volume_message(job, at);

        MPI_Issend(job->send + at, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &sending);
        MPI_Recv(job->recv + at, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&sending, MPI_STATUS_IGNORE);
    }
}

IMPLEMENTATION(mpi, issend, swap_printed, .run = run, .waits = "1",
               .summary = "nonblocking synchronous send; receive; wait");
