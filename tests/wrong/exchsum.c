/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the maximum, as in the other reductions, instead of the sum. */
#include "comops/comops.h"

static void run(struct job *job)
{
    double *result = (double *)job->recv;

#pragma omp barrier
    memcpy(result, job->send, job->bytes);
    for (int rank = 0; rank < job->ranks; rank++)
        reduce_local(MAX_DOUBLE, result, result, job->peers[rank]->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, exchsum, .run = run, .summary = "maximum instead of sum");
