/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: in rotated order, so that ranks do not all access
 * the same one; or all starting with rank 0, against which the paper warns. */
#include "mpi/pscw/pscw.h"

/* To `first` and the `count` - 1 ranks after it. */
static void exchange(struct job *job, int first, int count)
{
    const size_t own = (size_t)job->rank * job->bytes;

    memcpy(job->recv + own, job->send + own, job->bytes); /* before the window is exposed */
    epoch_post(job); /* the receive buffer is free; before the start, or all wait for each other */
    epoch_start(job);
    for (int j = 0; j < count; j++) {
        const int to = (first + j) % job->ranks;

        if (to != job->rank)
            window_put(job, job->send + (size_t)to * job->bytes, to, own);
    }
    epoch_complete(job); /* the send buffer may be rewritten */
    epoch_wait(job);     /* all blocks have arrived */
}

static void run(struct job *job)
{
    exchange(job, job->rank + 1, job->ranks - 1);
}

static void run_unrotated(struct job *job)
{
    exchange(job, 0, job->ranks);
}

IMPLEMENTATION(mpi, pscw, alltoall, PSCW_OTHERS, .run = run, .waits = "2",
               .summary = "each rank puts to every other, in rotated order (MPI_Put), in one "
                          "epoch");
IMPLEMENTATION(mpi, pscw, alltoall_unrotated, PSCW_OTHERS, .run = run_unrotated, .waits = "2",
               .summary = "each rank puts to every other, starting with rank 0 (MPI_Put), in one "
                          "epoch");
