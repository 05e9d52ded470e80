/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The listing of the thesis swaps the neighbours,
 * which shifts to the left, and computes -1 % size, which is -1 in C. */
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    blocking_exchange(job, job->send, rank_after(job, 1), job->recv, rank_before(job, 1));
}

IMPLEMENTATION(mpi, sendrecv, shift, .run = run, .waits = "1",
               .summary = "to the right neighbour, from the left one (MPI_Sendrecv)");
