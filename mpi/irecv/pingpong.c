/* SPDX-License-Identifier: BSD-3-Clause */
/* As NetPIPE with receives posted in advance: each rank's before it sends, so that the answer finds
 * its buffer. */
#include "comops/ranks/contract/partner.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int partner = partner_of(job);
    MPI_Request request;

    if (!partner_takes_part(job))
        return;
    MPI_Irecv(job->recv, (int)job->bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &request);
    if (job->rank == ROOT)
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    received_use(job);
    if (job->rank != ROOT)
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
}

PINGPONG(mpi, irecv, .run = run, .waits = "1",
         .summary = "MPI_Irecv in advance, MPI_Send, MPI_Wait");
