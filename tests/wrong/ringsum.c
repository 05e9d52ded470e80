/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: one step short, so that the vector of the next rank is missing. */
#include "comops/comops.h"

static void run(struct job *job)
{
    double *result = (double *)job->recv;

#pragma omp barrier
    memcpy(result, job->send, job->bytes);
    for (int step = 1; step < job->ranks - 1; step++) {
        const int from = rank_before(job, step);
        const double *vector = (const double *)job->peers[from]->send;

        for (size_t i = 0; i < job->bytes / sizeof *vector; i++)
            result[i] += vector[i];
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, ringsum, .run = run, .summary = "one rank left out");
