/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>
#include <string.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    if (job->rank != ROOT) {
        MPI_Send(job->send, bytes, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD);
        return;
    }
    memcpy(job->recv, job->send, job->bytes);
    for (int from = 1; from < job->ranks; from++)
        MPI_Recv(job->recv + (size_t)from * job->bytes, bytes, MPI_BYTE, from, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, sendrecv, gather, .run = run, .waits = "P-1",
               .summary = "the root receives from one rank after the other (MPI_Send, MPI_Recv)");
