/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank merges its slice of all vectors, and none fetches the others' slices. */
#include "comops/comops.h"
#include "comops/maximum.h"

#include <string.h>

static void run(struct job *job)
{
    const size_t count = job->bytes / sizeof(double), ranks = (size_t)job->ranks;
    const size_t begin = count * (size_t)job->rank / ranks;
    const size_t end = count * ((size_t)job->rank + 1) / ranks;
    double *result = (double *)job->recv + begin;

#pragma omp barrier
    memcpy(result, (double *)job->send + begin, (end - begin) * sizeof *result);
    for (int rank = 0; rank < job->ranks; rank++)
        maximum(result, result, (double *)job->peers[rank]->send + begin, end - begin);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allreduce, .run = run, .summary = "only the own slice merged");
