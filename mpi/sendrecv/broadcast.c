/* SPDX-License-Identifier: BSD-3-Clause */
/* The two-sided broadcast is the naive one: the thesis on Luecke's tests, chapter 4. */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        for (int to = 1; to < job->ranks; to++)
            blocking_send(job, job->send, to);
    else
        blocking_receive(job, job->recv, ROOT);
}

IMPLEMENTATION(mpi, sendrecv, broadcast, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
IMPLEMENTATION(mpi, sendrecv, naive_broadcast, .run = run, .waits = "1",
               .summary = "the root sends to one rank after the other (MPI_Send, MPI_Recv)");
