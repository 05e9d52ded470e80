/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 1 watches a word that the last message has left there, and acknowledges that. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == 1)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, put_acknowledged, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "acknowledged too early");
