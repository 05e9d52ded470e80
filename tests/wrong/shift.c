/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank reads its own place of the temporary, so it gets its own message. */
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
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, shift, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "nothing shifted");
