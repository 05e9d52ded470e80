/* SPDX-License-Identifier: BSD-3-Clause */
/* As MPBench does. */
#include "comops/ranks/contract/partner.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, partner = partner_of(job);
    MPI_Request requests[2];

    if (!partner_takes_part(job))
        return;
    MPI_Irecv(job->recv, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(job->send, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

IMPLEMENTATION(mpi, sendrecv, pingping, .run = run, .waits = "1",
               .summary = "MPI_Irecv, MPI_Isend, MPI_Waitall on both sides");
