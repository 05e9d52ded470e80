/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the root counts the receivers and takes that for the last rank. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    for (int rank = 1; job->rank == ROOT && rank < job->ranks - 1; rank++)
        memcpy(job->peers[rank]->recv, job->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, naive_broadcast, .run = run, .summary = "last rank left out");
