/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>
#include <string.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    if (job->rank != ROOT) {
        MPI_Recv(job->recv, bytes, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    for (int to = 1; to < job->ranks; to++)
        MPI_Send(job->send + (size_t)to * job->bytes, bytes, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(mpi, sendrecv, scatter, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
