/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each slice lands in the next rank's place. */
#include "comops/comops.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    const size_t place = (size_t)((job->rank + 1) % job->ranks);

    memcpy(job->temporary + place * job->bytes, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, gather, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "slices in wrong places");
