/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        blocking_send(job, job->send, ROOT);
        return;
    }
    memcpy(job->recv, job->send, job->bytes);
    for (int from = 1; from < job->ranks; from++)
        blocking_receive(job, job->recv + (size_t)from * job->bytes, from);
}

IMPLEMENTATION(mpi, sendrecv, gather, .run = run, .waits = "P-1",
               .summary = "the root receives from one rank after the other (MPI_Send, MPI_Recv)");
