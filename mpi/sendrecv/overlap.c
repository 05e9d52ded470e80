/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/volume.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int partner = volume_partner(job), bytes = (int)job->bytes;
    const int count = partner == job->rank ? 0 : 2;
    MPI_Request requests[2];

    if (count) {
        MPI_Irecv(job->recv, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(job->send, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[1]);
    }
    compute(job);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

IMPLEMENTATION(mpi, sendrecv, overlap, .run = run, .waits = "1",
               .summary = "non-blocking: MPI_Irecv, MPI_Isend, computing, MPI_Waitall");
