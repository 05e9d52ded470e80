/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The listing of the thesis swaps the neighbours,
 * which shifts to the left, and computes -1 % size, which is -1 in C. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;
    const int right = (job->rank + 1) % job->ranks;
    const int left = (job->rank + job->ranks - 1) % job->ranks;

    MPI_Sendrecv(job->send, bytes, MPI_BYTE, right, TAG, job->recv, bytes, MPI_BYTE, left, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, sendrecv, shift, .run = run, .waits = "1",
               .summary = "to the right neighbour, from the left one (MPI_Sendrecv)");
