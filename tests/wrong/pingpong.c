/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 1 sends back what it received, so rank 0 gets its own message. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, pingpong, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "directions exchanged");
