/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank sums its part of all vectors, and none collects the others' parts. */
#include "comops/comops.h"

static void run(struct job *job)
{
    const size_t count = job->bytes / sizeof(double), ranks = (size_t)job->ranks;
    const size_t begin = count * (size_t)job->rank / ranks;
    const size_t end = count * ((size_t)job->rank + 1) / ranks;
    double *result = (double *)job->recv;

#pragma omp barrier
    for (size_t i = begin; i < end; i++) {
        result[i] = 0;
        for (int rank = 0; rank < job->ranks; rank++)
            result[i] += ((const double *)job->peers[rank]->send)[i];
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, halfsum, .run = run, .summary = "only the own part summed");
