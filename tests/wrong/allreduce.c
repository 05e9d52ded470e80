/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank merges its slice of all vectors, and none fetches the others' slices. */
#include "comops/comops.h"

static void run(struct job *job)
{
    const size_t words = job->bytes / 8, ranks = (size_t)job->ranks;
    const size_t begin = words * (size_t)job->rank / ranks * 8;
    const size_t end = words * ((size_t)job->rank + 1) / ranks * 8;
    char *result = job->recv + begin;

#pragma omp barrier
    memcpy(result, job->peers[0]->send + begin, end - begin);
    for (int rank = 1; rank < job->ranks; rank++)
        reduce_local(job->reduction, result, result, job->peers[rank]->send + begin, end - begin);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allreduce, .run = run, .summary = "only the own slice merged");
