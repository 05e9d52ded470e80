/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, two-sided. There the receiver watches one of the
 * first words of the message and may answer too early; MPI_Recv returns with the whole message. */
#include "comops/comops.h"

#include <mpi.h>

enum { MESSAGE, ACKNOWLEDGEMENT }; /* tags */

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    if (job->rank == 0) {
        MPI_Send(job->send, bytes, MPI_BYTE, 1, MESSAGE, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_BYTE, 1, ACKNOWLEDGEMENT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (job->rank == 1) {
        MPI_Recv(job->recv, bytes, MPI_BYTE, 0, MESSAGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_BYTE, 0, ACKNOWLEDGEMENT, MPI_COMM_WORLD);
    }
}

IMPLEMENTATION(mpi, sendrecv, put_acknowledged, .run = run, .waits = "2",
               .summary = "MPI_Send, answered by an empty message");
