/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/pscw/pscw.h"

static void run(struct job *job)
{
    const size_t place = (size_t)job->rank * job->bytes;

    memcpy(job->recv + place, job->send, job->bytes); /* before the window is exposed */
    epoch_post(job); /* the receive buffer is free; before the start, or all wait for each other */
    epoch_start(job);
    for (int j = 1; j < job->ranks; j++)
        window_put(job, job->send, rank_after(job, j), place);
    epoch_complete(job); /* the send buffer may be rewritten */
    epoch_wait(job);     /* all slices have arrived */
}

IMPLEMENTATION(mpi, pscw, allgather, PSCW_OTHERS, .run = run, .waits = "2",
               .summary = "each rank puts to every other, in rotated order (MPI_Put), in one "
                          "epoch");
