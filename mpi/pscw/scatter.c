/* SPDX-License-Identifier: BSD-3-Clause */
/* The root puts to one rank after the other. The naive broadcast (Luecke, Spanoyannis and Kraeva
 * 2004, test 3) does the same with one slice for all. */
#include "mpi/pscw/pscw.h"

/* Receiver r's slice begins at r times `distance`. */
static void distribute(const struct job *job, size_t stride)
{
    if (job->rank != ROOT) {
        epoch_post(job);
        epoch_wait(job); /* the slice has arrived */
        return;
    }
    epoch_start(job);
    for (int to = 1; to < job->ranks; to++)
        window_put(job, job->send + (size_t)to * stride, to, 0);
    epoch_complete(job); /* the send buffer may be rewritten */
}

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->recv, job->send, job->bytes);
    distribute(job, job->bytes);
}

static void run_broadcast(struct job *job)
{
    distribute(job, 0);
}

IMPLEMENTATION(mpi, pscw, scatter, PSCW_ROOT, .run = run, .waits = "2",
               .summary = "the root puts each slice to its receiver (MPI_Put), in one epoch");
IMPLEMENTATION(mpi, pscw, naive_broadcast, PSCW_ROOT, .run = run_broadcast, .waits = "2",
               .summary = "the root puts to one rank after the other (MPI_Put), in one epoch");
