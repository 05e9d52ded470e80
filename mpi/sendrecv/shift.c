/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The listing of the thesis swaps the neighbours,
 * which shifts to the left, and computes -1 % size, which is -1 in C. */
#include "comops/comops.h"
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    const int right = (job->rank + 1) % job->ranks;
    const int left = (job->rank + job->ranks - 1) % job->ranks;

    blocking_exchange(job, job->send, right, job->recv, left);
}

IMPLEMENTATION(mpi, sendrecv, shift, .run = run, .waits = "1",
               .summary = "to the right neighbour, from the left one (MPI_Sendrecv)");
