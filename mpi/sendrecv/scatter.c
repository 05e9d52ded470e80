/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        blocking_receive(job, job->recv, ROOT);
        return;
    }
    for (int to = 1; to < job->ranks; to++)
        blocking_send(job, job->send + (size_t)to * job->bytes, to);
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(mpi, sendrecv, scatter, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
