/* SPDX-License-Identifier: BSD-3-Clause */
/* The two-sided broadcast is the naive one: the thesis on Luecke's tests, section 4.3. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    if (job->rank == ROOT)
        for (int to = 1; to < job->ranks; to++)
            MPI_Send(job->send, bytes, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(job->recv, bytes, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, sendrecv, broadcast, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
IMPLEMENTATION(mpi, sendrecv, naive_broadcast, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
