/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, two-sided. There the receiver watches one of the
 * first words of the message and may answer too early; MPI_Recv returns with the whole message. */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    if (job->rank == 0) {
        blocking_send(job, job->send, 1);
        MPI_Recv(NULL, 0, MPI_BYTE, 1, ACKNOWLEDGEMENT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (job->rank == 1) {
        blocking_receive(job, job->recv, 0);
        received_use(job);
        MPI_Send(NULL, 0, MPI_BYTE, 0, ACKNOWLEDGEMENT, MPI_COMM_WORLD);
    }
}

IMPLEMENTATION(mpi, sendrecv, put_acknowledged, .run = run, .waits = "2",
               .summary = "MPI_Send, answered by an empty message");
