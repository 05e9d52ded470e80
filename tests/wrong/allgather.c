/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank fetches the slices of all others and forgets its own. */
#include "comops/comops.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    for (int j = 1; j < job->ranks; j++) {
        const size_t slice = (size_t)((job->rank + j) % job->ranks) * job->bytes;

        memcpy(job->recv + slice, job->temporary + slice, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allgather, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "own slice missing");
