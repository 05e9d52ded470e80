/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: every rank takes the first slice. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    memcpy(job->recv, job->peers[0]->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++)
        reduce_local(job->reduction, job->recv, job->recv, job->peers[rank]->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, reduce_scatter, .run = run, .summary = "the first slice everywhere");
