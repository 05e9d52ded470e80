/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the last rank misses the last byte. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT)
        memcpy(job->recv, job->temporary, job->bytes - (job->rank == job->ranks - 1));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, broadcast, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "one byte short on one rank");
