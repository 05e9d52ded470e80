/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the last rank's contribution is left out. */
#include "comops/comops.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes;
}

static void run(struct job *job)
{
    double *maximum = (double *)job->temporary;
    const double *mine = (const double *)job->send;

    if (job->rank == ROOT)
        memcpy(maximum, mine, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT && job->rank != job->ranks - 1)
#pragma omp critical(wrong_reduce)
        for (size_t i = 0; i < job->bytes / sizeof *mine; i++)
            maximum[i] = mine[i] > maximum[i] ? mine[i] : maximum[i];
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, maximum, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, reduce, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "one rank left out");
