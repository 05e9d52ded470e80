/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: right the first time, stale ever after. */
#include "comops/comops.h"

#include <string.h>

static int runs;

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    if (job->rank == ROOT && runs++ == 0)
        memcpy(job->temporary, job->send, job->bytes * (size_t)job->ranks);
#pragma omp barrier
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, scatter, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "stale data");
