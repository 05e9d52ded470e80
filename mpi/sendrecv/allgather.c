/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    memcpy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);
        const int from = rank_before(job, j);

        blocking_exchange(job, job->send, to, job->recv + (size_t)from * job->bytes, from);
    }
}

IMPLEMENTATION(mpi, sendrecv, allgather, .run = run, .waits = "P-1",
               .summary = "with one partner after the other, in rotated order (MPI_Sendrecv)");
